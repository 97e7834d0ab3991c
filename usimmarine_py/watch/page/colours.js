// Colours that came by mail, and whether they can be seen on this page: missions choose them for a blue sea.
const MOST = 2000; // colours that are remembered: mail may bring any number
const rgbs = new Map(), names = new Map(), readables = new Map();
export const dark = globalThis.matchMedia("(prefers-color-scheme: dark)");
const styles = new Map(); // asked for with each text: kept for one picture

// For a new picture. Not when the scheme changes: a browser may say so before its styles have changed.
export function lookAgain() { styles.clear(); }

export function css(name) {
  if (!styles.has(name)) styles.set(name, getComputedStyle(document.documentElement).getPropertyValue(name).trim());
  return styles.get(name);
}

export function isColour(name) { // a name that no style sheet knows counts as none
  return kept(names, name, () => CSS.supports("color", name));
}

function kept(map, key, make) {
  if (!map.has(key)) {
    if (map.size >= MOST) map.clear();
    map.set(key, make());
  }
  return map.get(key);
}

function rgbOf(colour) {
  return kept(rgbs, colour, () => {
    const pen = document.createElement("canvas").getContext("2d");
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
  });
}

function luminance(rgb) {
  const [r, g, b] = rgb.map((v) => (v / 255 <= 0.04045 ? v / 3294.6 : ((v / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(rgb, other) {
  const [a, b] = [luminance(rgb), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

// What a line of this colour needs around it to be seen on the page; empty: nothing.
export function casing(colour) { return contrast(rgbOf(colour), rgbOf(css("--card"))) < 2 ? css("--ink") : ""; }

// A colour for texts: with as much of the page's ink in it as it needs to be read.
export function readable(colour) {
  const card = css("--card"), ink = css("--ink");
  return kept(readables, `${colour} ${card} ${ink}`, () => {
    const [own, black, ground] = [colour, ink, card].map(rgbOf);
    for (let share = 0; share < 1; share += 0.1) {
      const mixed = own.map((v, k) => Math.round(v + share * (black[k] - v)));
      if (contrast(mixed, ground) >= 4.5) return share ? `rgb(${mixed.join()})` : colour;
    }
    return ink;
  });
}

// The path of the pen as a line of a colour, seen on any ground.
export function stroke(pen, colour, width, alpha = 1) {
  const around = casing(colour);
  if (around) {
    pen.globalAlpha = 0.6 * alpha;
    pen.strokeStyle = around;
    pen.lineWidth = width + 2;
    pen.stroke();
  }
  pen.globalAlpha = alpha;
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.stroke();
  pen.globalAlpha = 1;
}

// A text with a halo that sets it off.
export function write(pen, text, x, y, colour) {
  pen.lineWidth = 3;
  pen.lineJoin = "round";
  pen.strokeStyle = css("--card");
  pen.globalAlpha = 0.85;
  pen.strokeText(text, x, y);
  pen.globalAlpha = 1;
  pen.fillStyle = readable(colour);
  pen.fillText(text, x, y);
}
