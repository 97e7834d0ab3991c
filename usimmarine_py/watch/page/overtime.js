// One axis of time for all that is drawn over it: the cursor is the slider's time, a wheel narrows the span for all.
import { css } from "./colours.js";
import { firstTime, fleet, latestTime, palette } from "./fleet.js";
import { every, clock } from "./charts.js";
import { go } from "./timeline.js";
import { ask } from "./source.js";

export const ROW = 22, BELOW = 20;
const leftOf = (width) => (width < 600 ? 76 : 116); // the place of names and values
export const span = { from: null, to: null, changes: 0 }; // null: from the first to the latest time

export function shownSpan() {
  const first = firstTime(), last = latestTime();
  const from = span.from === null ? (first || 0) : span.from;
  return { from, to: Math.max(span.to === null ? (last || 1) : span.to, from + 0.1) };
}

function narrow(from, to) {
  const first = firstTime(), last = latestTime();
  if (!(last > first)) return;
  const whole = from <= first && to >= last;
  span.from = whole ? null : Math.max(from, first);
  span.to = whole ? null : Math.min(to, last);
  span.changes += 1;
}

// A canvas in its place: a click or drag moves the cursor, the wheel the span, a double click shows all.
export function overTime(place, words) {
  const canvas = document.createElement("canvas");
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", `${words}; click to go to a time, wheel to zoom in time`);
  place.replaceChildren(canvas);
  const timeAt = (event) => {
    const { from, to } = shownSpan(), left = leftOf(canvas.clientWidth), wide = canvas.clientWidth - left - 12;
    return from + (to - from) * Math.min(Math.max((event.offsetX - left) / wide, 0), 1);
  };
  canvas.addEventListener("pointerdown", (event) => { canvas.setPointerCapture(event.pointerId); go(timeAt(event)); });
  canvas.addEventListener("pointermove", (event) => { if (event.buttons) go(timeAt(event)); });
  canvas.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.shiftKey && document.activeElement !== canvas) return; // the page scrolls
    event.preventDefault();
    const { from, to } = shownSpan(), middle = timeAt(event), by = (event.deltaY || event.deltaX) > 0 ? 1.25 : 0.8;
    narrow(middle - (middle - from) * by, middle + (to - middle) * by);
  }, { passive: false });
  canvas.addEventListener("dblclick", () => narrow(-Infinity, Infinity));
  canvas.addEventListener("keydown", (event) => {
    const { from, to } = shownSpan(), step = (to - from) / 200, at = fleet.at === null ? latestTime() : fleet.at;
    if (event.key === "ArrowLeft") go(Math.max(at - step, firstTime()));
    else if (event.key === "ArrowRight") go(Math.min(at + step, latestTime()));
    else if (event.key === "+" || event.key === "-") {
      const by = event.key === "-" ? 1.25 : 0.8;
      narrow(at - (at - from) * by, at + (to - at) * by);
    } else return;
    event.preventDefault();
  });
  return canvas;
}

// The pen of a canvas of a height in dots, and where times lie; null while it has no place.
export function begin(canvas, height) {
  const width = canvas.parentElement.clientWidth, dots = window.devicePixelRatio || 1;
  if (!(width > 150)) return null;
  if (canvas.width !== Math.round(width * dots) || canvas.height !== Math.round(height * dots)) {
    canvas.width = Math.round(width * dots);
    canvas.height = Math.round(height * dots);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const pen = canvas.getContext("2d"), { from, to } = shownSpan();
  pen.setTransform(dots, 0, 0, dots, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.font = "11px system-ui, sans-serif";
  const box = { left: leftOf(width), right: width - 12, top: 4, bottom: height - BELOW };
  const x = (t) => box.left + (t - from) / (to - from) * (box.right - box.left);
  return { pen, box, x, from, to };
}

export function timeAxis({ pen, box, x, from, to }) {
  const step = every(to - from, box.right - box.left);
  pen.lineWidth = 1;
  pen.strokeStyle = css("--line");
  pen.fillStyle = css("--soft");
  pen.textAlign = "center";
  pen.beginPath();
  for (let k = Math.ceil(from / step); k * step <= to; k++) {
    const p = Math.round(x(k * step)) + 0.5;
    pen.moveTo(p, box.top);
    pen.lineTo(p, box.bottom);
    const text = clock(k * step, step);
    if (p + pen.measureText(text).width / 2 < box.right + 10) pen.fillText(text, p, box.bottom + 14);
  }
  pen.stroke();
}

export function cursor({ pen, box, x, from, to }) {
  const at = fleet.at;
  if (at === null || at < from || at > to) return;
  pen.strokeStyle = css("--bad");
  pen.lineWidth = 1.4;
  pen.beginPath();
  pen.moveTo(x(at), box.top);
  pen.lineTo(x(at), box.bottom);
  pen.stroke();
}

export function inside({ pen, box }, does) { // drawn within the span alone
  pen.save();
  pen.beginPath();
  pen.rect(box.left, 0, box.right - box.left, box.bottom + 2);
  pen.clip();
  does();
  pen.restore();
}

export function lane({ pen, box }, row, name) {
  const middle = box.top + (row + 0.5) * ROW;
  pen.fillStyle = css("--ink");
  pen.textAlign = "right";
  let text = name;
  while (text.length > 3 && pen.measureText(text).width > box.left - 12) text = `${text.replace("…", "").slice(0, -1)}…`;
  pen.fillText(text, box.left - 7, middle + 4);
  return middle;
}

// Bars of what held from when on, with their words where there is room.
export function bars(frame, middle, changes, end, colourOf) {
  const { pen, x, box } = frame;
  changes.forEach(([time, text], k) => {
    const until = k + 1 < changes.length ? changes[k + 1][0] : Math.max(end, time);
    if (!text) return;
    const left = Math.max(x(time), box.left), wide = Math.min(x(until), box.right) - left;
    if (wide <= 0) return;
    pen.fillStyle = colourOf(text);
    pen.globalAlpha = 0.55;
    pen.fillRect(left, middle - 8, wide, 16);
    pen.globalAlpha = 1;
    pen.strokeStyle = css("--card");
    pen.lineWidth = 1;
    pen.strokeRect(left, middle - 8, wide, 16);
    pen.fillStyle = css("--ink");
    pen.textAlign = "left";
    const short = pen.measureText(text).width < wide - 6 ? text : text.slice(text.lastIndexOf(":") + 1);
    if (pen.measureText(short).width < wide - 6) pen.fillText(short, left + 4, middle + 4);
  });
}

export function colourFor(words) { // one for each word, in order of their first use
  const known = new Map();
  return (word) => {
    if (!known.has(word)) known.set(word, palette()[(known.size + 2) % palette().length]);
    return known.get(word);
  };
}

export const stateColour = (text) => ({ DRIVE: "#4caf7a", PARK: "#9aa5b1" }[text] || "#d8755a");

// The value of a curve [times, values] that holds at a time.
export function valueAt([times, values], at) {
  let low = 0, high = times.length;
  while (low < high) { const middle = (low + high) >> 1; if (times[middle] <= at) low = middle + 1; else high = middle; }
  return low ? values[low - 1] : null;
}

// What a panel holds of a log: asked for when it is opened, when the vehicle changes, and while the log grows.
export class Asked {
  constructor(what, note) { Object.assign(this, { what, note, key: "", data: null, changes: 0, busy: false, looked: 0, latest: 0, wait: 0 }); }

  look(now, question = "") {
    const one = fleet.one;
    if (!one || this.busy || now < this.wait || document.body.classList.contains("stale")) return;
    const key = `${this.what}?vehicle=${encodeURIComponent(one.name)}${question}`;
    const grown = this.latest !== latestTime() && now - this.looked > 4000;
    if (key === this.key && !grown) return;
    this.latest = latestTime();
    this.ask(key, now);
  }

  async ask(key, now) {
    this.busy = true;
    this.key = key;
    this.looked = now;
    if (this.note && !this.data) this.note.textContent = "reading the log …";
    try {
      const found = await ask(key);
      this.data = found.refused && !("next" in found) ? null : found;
      if (this.note) this.note.textContent = found.refused || "";
    } catch { this.key = ""; this.wait = now + 4000; } // the server may have gone: not with every picture
    this.changes += 1;
    this.busy = false;
  }
}
