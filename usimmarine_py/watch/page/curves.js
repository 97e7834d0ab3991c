// Curves over the shared time, each [times, values], in a frame of overtime.js.
import { css } from "./colours.js";
import { palette } from "./fleet.js";
import { nice } from "./map.js";
import { inside, valueAt } from "./overtime.js";

const DASHES = [[], [7, 4], [2, 3], [7, 3, 2, 3], [10, 4, 2, 4, 2, 4]];

// Units of variables by their names, the first that fits; of others none is known.
const UNITS = [
  [/_RPM$/, "rpm"], [/_RAD_S$/, "rad/s"], [/_DEG$|HEADING(_OVER_GROUND)?$|_HDG$|_DIR$|_LAT$|_LONG$|BEARING$/, "deg"], [/SPEED(_OVER_GROUND)?$|_SPD$/, "m/s"],
  [/_(X|Y|Z|DEPTH|ALTITUDE|ELEVATION|RANGE)$|CROSS_TRACK$/, "m"], [/(ROLL|PITCH|YAW)$/, "rad"], [/^DESIRED_(THRUST|RUDDER|ELEVATOR)|BATTERY_CHARGE$/, "%"],
  [/VOLTAGE$/, "V"], [/POWER$/, "W"], [/UPTIME$/, "s"],
];
export function unitOf(name) { return (UNITS.find(([form]) => form.test(name)) || ["", ""])[1]; }

// Draws named curves with an axis of their own, and those of another unit than the first by a second one at the right;
// `at`: the time of which each value is said beside its name.
export function drawCurves(frame, curves, { low = Infinity, at = null }) {
  const unit = curves.length ? unitOf(curves[0].name) : "", isOther = ({ name }) => unitOf(name) !== unit, others = curves.filter(isOther);
  const left = axis(frame, curves.filter((one) => !isOther(one)), low, false), right = others.length ? axis(frame, others, low, true) : left;
  const yOf = (one) => (isOther(one) ? right : left);
  lines(frame, curves, yOf);
  legend(frame, curves.map((one) => ({ ...one, unit: [unitOf(one.name), isOther(one) ? "right" : ""].filter(Boolean).join(", ") })), at);
  return left;
}

function axis(frame, curves, low, atRight) {
  const { pen, box, from, to } = frame;
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
  pen.font = "11px system-ui, sans-serif";
  pen.lineWidth = 1;
  for (let k = Math.ceil(floor / step); k * step <= roof; k++) {
    const p = Math.round(y(k * step)) + 0.5;
    pen.beginPath(); pen.moveTo(atRight ? box.right - 5 : box.left, p); pen.lineTo(box.right, p); pen.stroke();
    const text = Math.abs(k * step) >= 1e6 ? (k * step).toExponential(1) : (k * step).toFixed(Math.min(digits, 9));
    pen.fillText(text.replace("-", "\u2212"), atRight ? box.right - 8 : box.left - 6, p + 3.5);
  }
  return y;
}

function lines(frame, curves, yOf) {
  const { pen, x, from, to } = frame;
  inside(frame, () => curves.forEach((one, n) => {
    const { name, data: [times, values] } = one, y = yOf(one);
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
}

function legend({ pen, box }, curves, at) {
  let left = box.left + 2;
  pen.textAlign = "left";
  pen.font = "11px system-ui, sans-serif";
  curves.forEach(({ name, data, unit }, n) => {
    const value = at === null ? null : valueAt(data, at), said = unit ? `${name} (${unit})` : name;
    const text = value === null ? said : `${said} ${Number(value.toPrecision(6))}`, wide = pen.measureText(text).width;
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
