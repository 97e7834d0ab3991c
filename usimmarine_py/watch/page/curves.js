// Curves over the shared time, each [times, values], in a frame of overtime.js.
import { css } from "./colours.js";
import { palette } from "./fleet.js";
import { nice } from "./map.js";
import { inside, valueAt } from "./overtime.js";

const DASHES = [[], [7, 4], [2, 3], [7, 3, 2, 3], [10, 4, 2, 4, 2, 4]];

// Draws named curves with an axis of their own; `at`: the time of which each value is said beside its name.
export function drawCurves(frame, curves, { low = Infinity, at = null }) {
  const { pen, box, x, from, to } = frame;
  let least = low, most = -Infinity;
  for (const { data: [times, values] } of curves) {
    times.forEach((time, k) => {
      if ((time < from && !(times[k + 1] > from)) || time > to) return;
      if (values[k] < least) least = values[k];
      if (values[k] > most) most = values[k];
    });
  }
  if (!(most >= least)) { least = 0; most = 1; }
  const spare = most - least > 1e-9 * Math.abs(most) ? 0.06 * (most - least) : Math.max(Math.abs(most) * 0.05, 0.5);
  const floor = low === Infinity ? least - spare : least, roof = most + spare;
  const top = box.top + 16, y = (v) => box.bottom - (v - floor) / (roof - floor) * (box.bottom - top);
  const step = nice((roof - floor) / Math.max(2, (box.bottom - top) / 20)), digits = step < 1 ? Math.ceil(-Math.log10(step)) : 0;
  pen.strokeStyle = css("--line");
  pen.fillStyle = css("--soft");
  pen.textAlign = "right";
  pen.lineWidth = 1;
  for (let k = Math.ceil(floor / step); k * step <= roof; k++) {
    const p = Math.round(y(k * step)) + 0.5;
    pen.beginPath(); pen.moveTo(box.left, p); pen.lineTo(box.right, p); pen.stroke();
    const text = Math.abs(k * step) >= 1e6 ? (k * step).toExponential(1) : (k * step).toFixed(Math.min(digits, 9));
    pen.fillText(text.replace("-", "\u2212"), box.left - 6, p + 3.5);
  }
  inside(frame, () => curves.forEach(({ name, data: [times, values] }, n) => {
    const steps = name.startsWith("DESIRED_"); // holds until the next post
    pen.strokeStyle = palette()[n % palette().length];
    pen.setLineDash(DASHES[n % DASHES.length]);
    pen.lineWidth = 1.7;
    pen.beginPath();
    times.forEach((time, k) => {
      if (times[k + 1] < from || times[k - 1] > to) return;
      if (steps && k) pen.lineTo(x(time), y(values[k - 1]));
      pen.lineTo(x(time), y(values[k]));
    });
    if (steps && times.length) pen.lineTo(x(to), y(values[values.length - 1]));
    pen.stroke();
    pen.setLineDash([]);
  }));
  legend(frame, curves, at);
  return y;
}

function legend({ pen, box }, curves, at) {
  let left = box.left + 2;
  pen.textAlign = "left";
  pen.font = "11px system-ui, sans-serif";
  curves.forEach(({ name, data }, n) => {
    const value = at === null ? null : valueAt(data, at);
    const text = value === null ? name : `${name} ${Number(value.toPrecision(6))}`, wide = pen.measureText(text).width;
    if (left + 26 + wide > box.right) return;
    pen.strokeStyle = palette()[n % palette().length];
    pen.setLineDash(DASHES[n % DASHES.length]);
    pen.lineWidth = 2;
    pen.beginPath(); pen.moveTo(left, box.top + 5); pen.lineTo(left + 20, box.top + 5); pen.stroke();
    pen.setLineDash([]);
    pen.fillStyle = css("--ink");
    pen.fillText(text, left + 24, box.top + 9);
    left += 40 + wide;
  });
}
