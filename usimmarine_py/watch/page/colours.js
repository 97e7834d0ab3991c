// Colours that came by mail, and whether they can be seen on this page: missions choose them for a blue sea.
const brightness = new Map(), names = new Map();
export const dark = globalThis.matchMedia("(prefers-color-scheme: dark)");
const styles = new Map(); // asked for with each text: kept for one picture

// For a new picture. Not when the scheme changes: a browser may say so before its styles have changed.
export function lookAgain() { styles.clear(); }

export function css(name) {
  if (!styles.has(name)) styles.set(name, getComputedStyle(document.documentElement).getPropertyValue(name).trim());
  return styles.get(name);
}

export function isColour(name) { // a name that no style sheet knows counts as none
  if (!names.has(name)) names.set(name, CSS.supports("color", name));
  return names.get(name);
}

function luminance(colour) {
  if (!brightness.has(colour)) {
    const pen = document.createElement("canvas").getContext("2d");
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map((v) => (v / 255 <= 0.04045 ? v / 3294.6 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    brightness.set(colour, 0.2126 * r + 0.7152 * g + 0.0722 * b);
  }
  return brightness.get(colour);
}

// What a line or text of this colour needs around it to be seen on the page; empty: nothing.
export function casing(colour) {
  const [a, b] = [luminance(colour), luminance(css("--card"))];
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  return ratio < 2 ? css("--ink") : "";
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
  pen.strokeStyle = casing(colour) || css("--card");
  pen.globalAlpha = 0.75;
  pen.strokeText(text, x, y);
  pen.globalAlpha = 1;
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
}
