// Waypoints that can be moved, where usim watch --control allows it: those of behaviours with updates, while "Control" is open.
import { css, stroke, write } from "./colours.js";
import { fleet } from "./fleet.js";

const REACH = 12; // px around a point that take hold of it
let movable = [];
export const moving = { shape: null, number: 0, point: 0, points: [] }; // what is being moved

export function offerMoves(given) { movable = given || []; }

const open = () => movable.length > 0 && !document.getElementById("control").hidden;

// The lines and polygons on the map that can be moved, with the number that the server knows each by.
function* lines() {
  for (const shape of fleet.shapes) {
    const label = (shape.label || "").toLowerCase();
    const number = movable.findIndex(({ kind, label: own, plan }) => kind === shape.kind && label === (shape.planned ? plan : own));
    if (number >= 0) yield { shape, number };
  }
}

export function grab(px, py, across, down) { // whether there is a point to move
  if (!open() || fleet.at !== null) return false;
  let best = REACH;
  moving.shape = null;
  for (const { shape, number } of lines()) {
    shape.points.forEach(([x, y], point) => {
      const far = Math.hypot(across(x) - px, down(y) - py);
      if (far < best) { best = far; Object.assign(moving, { shape, number, point, points: shape.points.map((one) => [...one]) }); }
    });
  }
  return moving.shape !== null;
}

export function moveTo([x, y]) { moving.points[moving.point] = [Math.round(x * 10) / 10, Math.round(y * 10) / 10]; }

export function letGo() { moving.shape = null; }

// What the server is asked for when it is let go; null: it was not moved.
export function dropped() {
  const { shape, number, point, points } = moving, [x, y] = shape.points[point];
  moving.shape = null;
  return Math.hypot(points[point][0] - x, points[point][1] - y) < 0.05 ? null : { do: "move", shape: number, points };
}

export function drawHandles(pen, across, down) {
  if (!open()) return;
  for (const { shape } of lines()) {
    for (const [x, y] of shape.points) {
      pen.beginPath();
      pen.arc(across(x), down(y), 7, 0, 7);
      stroke(pen, css("--ink"), 1.2, 0.7);
    }
  }
  if (!moving.shape) return;
  const { points, point, shape } = moving;
  pen.beginPath();
  points.forEach(([x, y], k) => (k ? pen.lineTo(across(x), down(y)) : pen.moveTo(across(x), down(y))));
  if (shape.kind === "polygon") pen.closePath();
  pen.setLineDash([4, 4]);
  stroke(pen, css("--ink"), 2);
  pen.setLineDash([]);
  const [x, y] = points[point];
  pen.font = "600 12px system-ui, sans-serif";
  write(pen, `${x}, ${y}`.replaceAll("-", "\u2212"), across(x) + 10, down(y) - 8, css("--ink"));
}
