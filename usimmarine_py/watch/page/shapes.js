// What mail of VIEW variables draws; pulses are drawn with every picture, since they grow and fade.
import { css, isColour, stroke, write } from "./colours.js";

const EDGE = "#c08000", VERTEX = "#d1495b", FILL_OPACITY = 0.2, MOST_LETTERS = 120;

function colour(name, otherwise) {
  if (!name) return otherwise;
  return name === "off" ? null : isColour(name) ? name : otherwise;
}

export function drawShapes(pen, shapes, across, down, scale, labels, plates = []) {
  const order = { grid: 0, polygon: 1, circle: 2, seglist: 3, seglr: 3, vector: 4, marker: 5, text: 6, point: 7 };
  for (const shape of shapes.filter(({ kind }) => kind in order).sort((a, b) => order[a.kind] - order[b.kind])) {
    const places = shape.points.map(([x, y]) => [across(x), down(y)]);
    if (shape.planned) pen.setLineDash([6, 4]);
    if (shape.kind === "grid") cells(pen, shape, places, scale);
    else if (shape.kind === "marker") marker(pen, shape, places[0], scale);
    else if (shape.kind !== "text") {
      outline(pen, shape, places, scale);
      if ("head" in shape) head(pen, shape, places);
      else vertices(pen, shape, places);
    }
    pen.setLineDash([]);
  }
  if (!labels) return;
  const taken = new Boxes();
  for (const box of plates) taken.claim(...box); // names of vehicles come first
  for (const shape of shapes) {
    const ink = colour(shape.ink, css("--ink"));
    if (!shape.label || !ink || !(shape.kind in order)) continue;
    label(pen, shape, shape.points.map(([x, y]) => [across(x), down(y)]), scale, ink, taken);
  }
}

// Where names stand already, in squares of the picture: another one is put beside them, or left out where there is no room.
const SQUARE = 64;
export class Boxes {
  constructor() { this.squares = new Map(); }

  claim(left, top, wide, high) { // false: something is there
    const keys = [];
    for (let k = Math.floor(left / SQUARE); k <= Math.floor((left + wide) / SQUARE); k++) {
      for (let j = Math.floor(top / SQUARE); j <= Math.floor((top + high) / SQUARE); j++) keys.push(`${k} ${j}`);
    }
    const meets = ([a, b, w, h]) => a < left + wide && left < a + w && b < top + high && top < b + h;
    if (keys.some((key) => (this.squares.get(key) || []).some(meets))) return false;
    for (const key of keys) this.squares.set(key, [...(this.squares.get(key) || []), [left, top, wide, high]]);
    return true;
  }
}

function outline(pen, shape, places, scale) {
  if (shape.kind === "point") return;
  pen.beginPath();
  if (shape.kind === "circle") pen.arc(places[0][0], places[0][1], shape.radius / scale, 0, 2 * Math.PI);
  else places.forEach(([x, y], k) => (k ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  if (shape.kind === "polygon" && places.length > 2) pen.closePath();
  const fill = shape.kind === "polygon" || shape.kind === "circle" ? colour(shape.fill, null) : null;
  if (fill) {
    pen.globalAlpha = shape.clear === undefined ? FILL_OPACITY : shape.clear;
    pen.fillStyle = fill;
    pen.fill();
    pen.globalAlpha = 1;
  }
  const edge = colour(shape.edge, EDGE), size = shape.edge_size === undefined ? 1 : shape.edge_size;
  if (edge && size > 0) stroke(pen, edge, Math.max(1.2, size));
}

function vertices(pen, shape, places) {
  const given = shape.vertex_size, alone = shape.kind === "point";
  const size = given === undefined ? (alone ? 5 : 3) : given;
  const fill = colour(shape.vertex, alone ? VERTEX : colour(shape.edge, EDGE));
  if (shape.kind === "circle" || !fill || size <= 0) return;
  pen.fillStyle = fill;
  for (const [x, y] of places) {
    pen.beginPath();
    pen.arc(x, y, Math.max(1, size / 2 + (alone ? 1 : 0)), 0, 7);
    pen.fill();
    if (alone) { pen.strokeStyle = "rgba(0, 0, 0, 0.6)"; pen.lineWidth = 0.8; pen.stroke(); }
  }
}

function label(pen, shape, places, scale, ink, taken) {
  let [x, y] = places[0];
  if (shape.kind === "polygon") {
    x = places.reduce((sum, p) => sum + p[0], 0) / places.length;
    y = places.reduce((sum, p) => sum + p[1], 0) / places.length;
  } else if (shape.kind === "circle") y -= shape.radius / scale + 4;
  else { x += 6; y -= 5; }
  pen.font = "11px system-ui, sans-serif";
  const middle = shape.kind === "polygon" || shape.kind === "circle", { canvas } = pen, text = shape.label.slice(0, MOST_LETTERS);
  if (!(x > -600 && x < canvas.width + 600 && y > -60 && y < canvas.height + 60)) return;
  const wide = pen.measureText(text).width, left = middle ? x - wide / 2 : x;
  const ways = middle ? [[0, 0], [0, 14], [0, -14], [0, 28], [0, -28]] : [[0, 0], [0, 16], [-wide - 12, 0], [-wide - 12, 16], [0, 30], [0, -14]];
  const end = canvas.width / (window.devicePixelRatio || 1), whole = ([a]) => left + a >= 0 && left + a + wide <= end;
  const free = ([a, b]) => taken.claim(left + a, y + b - 10, wide, 13);
  const way = ways.find((one) => whole(one) && free(one)) || ways.find(free); // in the picture, if it can be
  if (!way) return;
  pen.textAlign = "left";
  write(pen, text, left + way[0], y + way[1], ink);
}

// Cells from clear at the least value to full at the most.
function cells(pen, { values, size, least, most }, places, scale) {
  const top = most === undefined ? Math.max(least + 1, ...values) : most, wide = size / scale;
  pen.strokeStyle = "rgba(128, 128, 128, 0.5)";
  pen.lineWidth = 0.6;
  places.forEach(([x, y], k) => {
    pen.fillStyle = `rgba(214, 94, 0, ${0.65 * Math.min(Math.max((values[k] - least) / (top - least || 1), 0), 1)})`;
    pen.fillRect(x, y - wide, wide, wide);
    if (wide > 4) pen.strokeRect(x, y - wide, wide, wide);
  });
}

const FIGURES = { // in half widths, up is negative
  diamond: [[0, -1], [1, 0], [0, 1], [-1, 0]],
  triangle: [[0, -1], [1, 0.9], [-1, 0.9]],
  square: [[-1, -1], [1, -1], [1, 1], [-1, 1]],
  kelp: [[-0.3, 1], [-0.7, 0.4], [-0.2, 0.1], [-0.6, -0.5], [0, -1], [0.3, -0.4], [0.8, -0.1], [0.2, 0.3], [0.3, 1]],
  efield: [[-1, -0.4], [0.4, -0.4], [0.4, -1], [1, 0], [0.4, 1], [0.4, 0.4], [-1, 0.4]],
};

function marker(pen, { figure, width, fill, second, edge }, [x, y], scale) {
  const half = Math.max(width / scale, 8) / 2;
  pen.beginPath();
  if (FIGURES[figure]) FIGURES[figure].forEach(([a, b], k) => pen[k ? "lineTo" : "moveTo"](x + a * half, y + b * half));
  else pen.arc(x, y, half, 0, 7);
  pen.closePath();
  pen.fillStyle = colour(fill, "orange") || "transparent";
  pen.fill();
  stroke(pen, colour(edge, "#000") || "#000", 1);
  if (figure !== "gateway" && figure !== "efield") return;
  pen.fillStyle = colour(second, figure === "gateway" ? "#000" : "#ffd700") || "#000";
  pen.fillRect(x - 0.35 * half, y - 0.2 * half, 0.7 * half, 0.4 * half);
}

function head(pen, shape, places) { // of an arrow, in dots
  const [x, y] = places[places.length - 1], [px, py] = places[places.length - 2] || [x, y + 1], size = Math.max(4, shape.head);
  const turn = Math.atan2(y - py, x - px);
  pen.beginPath();
  pen.moveTo(x, y);
  for (const side of [-0.4, 0.4]) pen.lineTo(x - size * Math.cos(turn + side), y - size * Math.sin(turn + side));
  pen.closePath();
  pen.fillStyle = colour(shape.edge, EDGE) || "transparent";
  pen.fill();
}

// Pulses at a time of the page (s): rings grow, beams fade.
export function drawPulses(pen, shapes, across, down, scale, time) {
  for (const shape of shapes) {
    if (shape.kind !== "pulse" && shape.kind !== "beam") continue;
    const age = time - shape.t, share = age / shape.lasts;
    if (!(age >= 0) || age > shape.lasts + (shape.linger || 0)) continue;
    const places = shape.points.map(([x, y]) => [across(x), down(y)]), fill = colour(shape.fill, "#2e9e4f");
    pen.beginPath();
    if (shape.kind === "pulse") pen.arc(places[0][0], places[0][1], Math.min(share, 1) * shape.radius / scale, 0, 2 * Math.PI);
    else {
      const [[x, y], [a, b]] = places, long = Math.hypot(a - x, b - y) || 1, half = Math.max(shape.beam / scale / 2, 2);
      pen.moveTo(x, y);
      pen.lineTo(a - (b - y) / long * half, b + (a - x) / long * half);
      pen.lineTo(a + (b - y) / long * half, b - (a - x) / long * half);
      pen.closePath();
    }
    pen.globalAlpha = shape.clear * (shape.steady ? 1 : Math.max(1 - share, 0));
    pen.fillStyle = fill || "transparent";
    pen.fill();
    pen.globalAlpha = 0.8 * Math.max(1 - share, 0.2);
    pen.strokeStyle = colour(shape.edge, null) || fill || "transparent";
    pen.lineWidth = 1.2;
    pen.stroke();
    pen.globalAlpha = 1;
  }
}
