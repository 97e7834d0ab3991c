// VIEW_POINT, VIEW_SEGLIST, VIEW_POLYGON and VIEW_CIRCLE.
import { css, isColour, stroke, write } from "./colours.js";

const EDGE = "#c08000", VERTEX = "#d1495b", FILL_OPACITY = 0.2;

function colour(name, otherwise) {
  if (!name) return otherwise;
  return name === "off" ? null : isColour(name) ? name : otherwise;
}

export function drawShapes(pen, shapes, across, down, scale, labels) {
  const order = { polygon: 0, circle: 1, seglist: 2, point: 3 };
  for (const shape of [...shapes].sort((a, b) => order[a.kind] - order[b.kind])) {
    const places = shape.points.map(([x, y]) => [across(x), down(y)]);
    outline(pen, shape, places, scale);
    vertices(pen, shape, places);
  }
  if (!labels) return;
  for (const shape of shapes) {
    const ink = colour(shape.ink, css("--ink"));
    if (!shape.label || !ink) continue;
    label(pen, shape, shape.points.map(([x, y]) => [across(x), down(y)]), scale, ink);
  }
}

function outline(pen, shape, places, scale) {
  if (shape.kind === "point") return;
  pen.beginPath();
  if (shape.kind === "circle") pen.arc(places[0][0], places[0][1], shape.radius / scale, 0, 2 * Math.PI);
  else places.forEach(([x, y], k) => (k ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  if (shape.kind === "polygon" && places.length > 2) pen.closePath();
  const fill = shape.kind === "seglist" ? null : colour(shape.fill, null);
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

function label(pen, shape, places, scale, ink) {
  let [x, y] = places[0];
  if (shape.kind === "polygon") {
    x = places.reduce((sum, p) => sum + p[0], 0) / places.length;
    y = places.reduce((sum, p) => sum + p[1], 0) / places.length;
  } else if (shape.kind === "circle") y -= shape.radius / scale + 4;
  else { x += 6; y -= 5; }
  pen.font = "11px system-ui, sans-serif";
  pen.textAlign = shape.kind === "polygon" || shape.kind === "circle" ? "center" : "left";
  write(pen, shape.label, x, y, ink);
  pen.textAlign = "left";
}
