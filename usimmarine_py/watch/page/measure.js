// Distance and bearing between two places of the map, and the scale.
import { css, write } from "./colours.js";

export const measure = { on: false, from: null, to: null };

export function place(x, y) { // a click while measuring
  if (!measure.from || measure.fixed) { measure.from = [x, y]; measure.to = null; measure.fixed = false; }
  else { measure.to = [x, y]; measure.fixed = true; }
}

export function between([ax, ay], [bx, by]) { // m, and deg clockwise from north
  return { far: Math.hypot(bx - ax, by - ay), bearing: (Math.atan2(bx - ax, by - ay) * 180 / Math.PI + 360) % 360 };
}

export function inWords({ far, bearing }) {
  const way = far < 10 ? `${far.toFixed(2)} m` : far < 1000 ? `${far.toFixed(1)} m` : `${(far / 1000).toFixed(3)} km, ${(far / 1852).toFixed(2)} nmi`;
  return `${way}, ${bearing.toFixed(1).padStart(5, "0")}\u00b0`;
}

export function drawMeasure(pen, across, down) {
  if (!measure.on || !measure.from || !measure.to) return;
  const [a, b] = [measure.from, measure.to].map(([x, y]) => [across(x), down(y)]);
  pen.beginPath();
  pen.moveTo(...a);
  pen.lineTo(...b);
  pen.strokeStyle = css("--bad");
  pen.lineWidth = 2;
  pen.stroke();
  for (const [x, y] of [a, b]) { pen.beginPath(); pen.arc(x, y, 4, 0, 7); pen.stroke(); }
  pen.font = "600 13px system-ui, sans-serif";
  pen.textAlign = "left";
  write(pen, inWords(between(measure.from, measure.to)), (a[0] + b[0]) / 2 + 10, (a[1] + b[1]) / 2 - 8, css("--ink"));
}

// A bar of a round length; `scale`: m for each dot.
export function drawScale(pen, nice, scale, width, height) {
  let long = nice(Math.min(130, width / 4) * scale);
  if (long / scale > width / 3) long /= 2;
  const wide = long / scale, right = width - 12, y = height - 36;
  pen.strokeStyle = css("--ink");
  pen.lineWidth = 1.6;
  pen.beginPath();
  pen.moveTo(right - wide, y - 5); pen.lineTo(right - wide, y); pen.lineTo(right, y); pen.lineTo(right, y - 5);
  pen.stroke();
  pen.font = "11px system-ui, sans-serif";
  pen.textAlign = "center";
  write(pen, long < 1000 ? `${Number(long.toPrecision(3))} m` : `${long / 1000} km`, right - wide / 2, y - 6, css("--ink"));
  pen.textAlign = "left";
}

// Degrees and minutes of the arc, as on charts: 43\u00b0 49.500' N.
export function degrees(value, [plus, minus], digits) {
  const all = Math.round(Math.abs(value) * 60 * 10 ** digits) / 10 ** digits, whole = Math.floor(all / 60);
  return `${whole}\u00b0${(all - 60 * whole).toFixed(digits).padStart(digits ? digits + 3 : 2, "0")}\u2032${value < 0 ? minus : plus}`;
}
