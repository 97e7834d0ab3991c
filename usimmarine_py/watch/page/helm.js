// The helm of the chosen vehicle over time: states, modes, behaviours with their weights. Below it the functions.
import { css } from "./colours.js";
import { fleet, palette } from "./fleet.js";
import { Asked, bars, begin, colourFor, cursor, inside, lane, overTime, ROW, BELOW, span, stateColour, timeAxis, valueAt } from "./overtime.js";

const WEIGHT = "#f4c430";
let canvas = null, asked = null, drawn = "", height = 0;

export function startHelm() {
  canvas = overTime(document.getElementById("helm-lanes"), "states, modes and behaviors over time");
  asked = new Asked("helm", document.getElementById("helm-note"));
}

export function drawHelm(now) {
  asked.look(now);
  const key = [asked.changes, fleet.at, span.changes, fleet.changes, canvas.parentElement.clientWidth, css("--ink")].join();
  if (key === drawn) return;
  drawn = key;
  const found = asked.data;
  const modes = found && found.modes.length ? 1 : 0, rows = found ? 1 + modes + found.behaviors.length : 0;
  if (height !== rows) { height = rows; canvas.parentElement.style.height = `${rows * ROW + BELOW + 8}px`; }
  const frame = found && begin(canvas, rows * ROW + BELOW + 8);
  if (!frame) return;
  timeAxis(frame);
  let row = 0;
  const line = (name, draws) => { const middle = lane(frame, row, name); inside(frame, () => draws(middle)); row += 1; };
  line("state", (middle) => bars(frame, middle, found.states, found.end, stateColour));
  if (modes) line("mode", (middle) => bars(frame, middle, found.modes, found.end, colourFor()));
  const heaviest = Math.max(...found.behaviors.flatMap(({ weights }) => weights.map(([, weight]) => weight)), 0);
  for (const behavior of found.behaviors) {
    line(behavior.name, (middle) => {
      stripes(frame, behavior.idle, middle, 1.5, css("--soft"), 0.6);
      stripes(frame, behavior.running, middle, 14, palette()[0], 0.28);
      stripes(frame, behavior.active, middle, 14, palette()[0], 0.85);
      weights(frame, behavior.weights, middle, found.end, heaviest);
      const past = behavior.weights.length && fleet.at !== null && valueAt([behavior.weights.map(([t]) => t), behavior.weights.map(([, w]) => w)], fleet.at);
      if (past) said(frame, middle, Number(past.toPrecision(4)));
    });
  }
  inside(frame, () => errors(frame, found));
  const near = fleet.at === null ? [] : found.errors.filter(([time]) => Math.abs(time - fleet.at) < (frame.to - frame.from) / 100);
  document.getElementById("helm-note").textContent = near.map(([time, text]) => `error at ${time.toFixed(2)} s: ${text}`).join("; ");
  cursor(frame);
  document.getElementById("helm-scale").textContent = heaviest ? `weight: the full height of a bar is ${Number(heaviest.toPrecision(4))}` : "";
}

function stripes({ pen, x, box }, spans, middle, high, colour, alpha) {
  pen.fillStyle = colour;
  pen.globalAlpha = alpha;
  for (const [begin, end] of spans) {
    const left = Math.max(x(begin), box.left - 2), right = Math.min(x(end), box.right + 2);
    if (right > left) pen.fillRect(left, middle - high / 2, Math.max(right - left, 1), high);
  }
  pen.globalAlpha = 1;
}

function weights({ pen, x }, changes, middle, end, heaviest) {
  if (!heaviest || !changes.length) return;
  pen.strokeStyle = WEIGHT;
  pen.lineWidth = 1.6;
  pen.beginPath();
  changes.forEach(([time, weight], k) => {
    if (!(weight > 0)) return;
    const y = middle + 6 - 12 * weight / heaviest, until = k + 1 < changes.length ? changes[k + 1][0] : end;
    if (k && changes[k - 1][1] > 0) pen.lineTo(x(time), y); else pen.moveTo(x(time), y);
    pen.lineTo(x(until), y);
  });
  pen.stroke();
}

function said({ pen, x, box }, middle, text) { // the weight at the cursor
  const at = x(fleet.at), words = String(text), wide = pen.measureText(words).width + 6;
  if (at < box.left || at > box.right) return;
  const left = at + 3 + wide < box.right ? at + 3 : at - 3 - wide;
  pen.fillStyle = css("--card");
  pen.globalAlpha = 0.9;
  pen.fillRect(left, middle - 7, wide, 14);
  pen.globalAlpha = 1;
  pen.fillStyle = css("--ink");
  pen.textAlign = "left";
  pen.fillText(words, left + 3, middle + 4);
}

function errors({ pen, x, box }, { errors: all, behaviors, modes }) {
  pen.strokeStyle = css("--bad");
  pen.lineWidth = 2;
  for (const [time, text] of all) {
    const place = behaviors.findIndex(({ name }) => text.startsWith(`${name}:`));
    const y = box.top + ROW * (place < 0 ? 0.5 : place + 1.5 + (modes.length ? 1 : 0)), p = x(time);
    pen.beginPath();
    pen.moveTo(p - 4, y - 4); pen.lineTo(p + 4, y + 4); pen.moveTo(p + 4, y - 4); pen.lineTo(p - 4, y + 4);
    pen.stroke();
  }
}
