// States and commands of the chosen vehicle over time.
import { css } from "./colours.js";
import { COLUMNS, colourOf, firstTime, fleet, latestTime, palette, rowAt, upTo } from "./fleet.js";
import { nice } from "./map.js";
import { go } from "./timeline.js";

const SPAN = 600, DASHES = [[], [7, 4], [2, 3], [7, 3, 2, 3], [10, 4, 2, 4, 2, 4]]; // s that live charts show
const TURNS = [1, 2, 5, 10, 15, 30, 45, 90]; // deg between two marks
const CLOCK = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14400, 28800, 86400];
const CHARTS = {
  speed: { title: "Speed (m/s)", curves: [["speed", "through water"], ["ground", "over ground"], ["want_speed", "desired"]], low: 0 },
  heading: { title: "Heading (deg)", curves: [["heading", "heading"], ["want_heading", "desired"]], low: 0, high: 360, ticks: [0, 90, 180, 270, 360] },
  depth: { title: "Depth (m)", curves: [["depth", "depth"], ["want_depth", "desired"]], down: true },
  actuators: {
    title: "Actuators, desired (%)", least: 20,
    curves: [["thrust", "thrust"], ["rudder", "rudder"], ["elevator", "elevator"], ["left", "left"], ["right", "right"]],
  },
};
let charts = [], last = "", log = false, shownTimes = null;
const shownOf = new Set(); // charts that have had something to say, by vehicle

export function startCharts() {
  charts = [...document.querySelectorAll("canvas[data-chart]")].map((canvas) => ({ canvas, ...CHARTS[canvas.dataset.chart] }));
  const watch = new ResizeObserver(() => { last = ""; });
  for (const { canvas } of charts) {
    watch.observe(canvas.parentElement);
    const move = (event) => { if (event.buttons) goTo(canvas, event.offsetX); };
    canvas.addEventListener("pointerdown", (event) => { canvas.setPointerCapture(event.pointerId); move(event); });
    canvas.addEventListener("pointermove", move);
  }
}

function goTo(canvas, px) { // the time below a pointer
  const first = firstTime(), end = latestTime();
  if (!(end > first) || !shownTimes) return;
  const [from, to] = shownTimes, time = from + (to - from) * Math.min(Math.max((px - 40) / (canvas.clientWidth - 50), 0), 1);
  go(time >= end ? null : time);
}

export function chartsOfLog(is) { log = is; }

export function every(span, width) { // s between two marks on an axis of time
  const least = span / Math.max(2, width / 70);
  return CLOCK.find((step) => step >= least) || nice(least);
}

export function drawCharts(now) {
  const one = fleet.one;
  if (!one) return;
  const key = `${one.name} ${fleet.changes} ${fleet.at} ${Math.floor(now / 100)} ${css("--ink")}`;
  if (key === last) return;
  last = key;
  const first = one.rows.length ? one.rows[0][0] : 0;
  const latest = one.head || one.rows[one.rows.length - 1];
  const present = one.time || first; // of live mail the span follows the cursor
  const end = log ? (latest ? latest[0] : 1) : fleet.at === null ? present : Math.min(latest ? latest[0] : present, Math.max(fleet.at + SPAN / 2, first + SPAN));
  const start = log ? first : Math.max(first, end - SPAN);
  const rows = one.rows.slice(Math.max(upTo(one.rows, start) - 1, 0), log ? undefined : upTo(one.rows, end));
  const tip = log ? one.head : rowAt(one, end);
  if (tip) rows.push(tip);
  shownTimes = [start, Math.max(end, start + 1)];
  for (const chart of charts) draw(chart, rows, ...shownTimes);
}

function draw(chart, rows, start, end) {
  const { canvas, curves } = chart, dots = window.devicePixelRatio || 1;
  const present = curves.map(([name, label]) => ({ place: COLUMNS.indexOf(name), label }))
    .filter(({ place }) => rows.some((row) => row[place] !== null));
  // a chart without a value takes no room, nor the depth of a vehicle that stays at the surface
  const own = present.filter(({ label }) => label !== "desired");
  const said = own.length > 0 && (!chart.down || present.some(({ place }) => rows.some((row) => Math.abs(row[place]) > 0.05)));
  if (said) shownOf.add(`${chart.title} ${fleet.one.name}`);
  canvas.closest(".card").hidden = !shownOf.has(`${chart.title} ${fleet.one.name}`);
  const { width, height } = canvas.parentElement.getBoundingClientRect();
  if (!(width > 80) || !(height > 50)) return;
  if (canvas.width !== Math.round(width * dots) || canvas.height !== Math.round(height * dots)) {
    canvas.width = Math.round(width * dots);
    canvas.height = Math.round(height * dots);
  }
  const pen = canvas.getContext("2d");
  pen.setTransform(dots, 0, 0, dots, 0, 0);
  pen.clearRect(0, 0, width, height);
  const box = { left: 40, right: width - 10, top: 20, bottom: height - 17 };
  canvas.setAttribute("aria-label", `${chart.title} over time, ${inWords(rows, present)}`);
  const others = besides();
  const narrow = chart.high === 360 && !others.length ? beside(rows, present) : null; // a steady course, in a scale that fits
  if (narrow) rows = narrow;
  const north = chart.high === 360 && !narrow && present.length > 0 && aroundNorth(rows, present[0].place);
  const [low, high] = narrow ? fitting(rows, present) : north ? [-180, 180] : limits(chart, others.reduce((all, other) => all.concat(other.rows), rows), present);
  const x = (t) => box.left + (t - start) / (end - start) * (box.right - box.left);
  const y = (v) => box.bottom - (v - low) / (high - low) * (box.bottom - box.top);
  axes(pen, narrow ? { ...chart, ticks: null, turns: true } : north ? { ...chart, ticks: [-180, -90, 0, 90, 180], turns: true } : chart, box, { x, y, start, end, low, high });
  pen.save();
  pen.beginPath();
  pen.rect(box.left, box.top - 2, box.right - box.left, box.bottom - box.top + 4);
  pen.clip();
  for (const other of others) { // the same vehicle in other runs: the first curve, thin
    pen.beginPath();
    const { place } = present[0] || {};
    if (place === undefined) break;
    if (chart.high === 360) turns(pen, other.rows, place, x, y, low);
    else plot(pen, other.rows, place, x, y, 0);
    pen.strokeStyle = colourOf(other);
    pen.lineWidth = 1.1;
    pen.stroke();
  }
  for (const curve of present) {
    const number = curves.findIndex(([name]) => COLUMNS.indexOf(name) === curve.place);
    pen.beginPath();
    if (chart.high === 360 && !narrow) turns(pen, rows, curve.place, x, y, low);
    else plot(pen, rows, curve.place, x, y, 0);
    pen.strokeStyle = colourOfCurve(number);
    pen.setLineDash(DASHES[number]);
    pen.lineWidth = 1.8;
    pen.stroke();
  }
  pen.setLineDash([]);
  if (fleet.at !== null) {
    pen.strokeStyle = css("--ink");
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(x(fleet.at), box.top);
    pen.lineTo(x(fleet.at), box.bottom);
    pen.stroke();
  }
  pen.restore();
  title(pen, chart, present, box, curves);
}

const colourOfCurve = (number) => (number === 0 && fleet.runs.length ? colourOf(fleet.one) : palette()[number]);

function besides() {
  const one = fleet.one, { run, alone } = one.facts;
  const same = [...fleet.vehicles.values()].filter((vehicle) => vehicle !== one && run && vehicle.facts.run !== run);
  const named = same.filter(({ facts }) => facts.alone === alone);
  return named.length ? named : same.length < 4 ? same : []; // of other names where there are few
}

function inWords(rows, present) {
  const last = rows[rows.length - 1] || [];
  return present.map(({ place, label }) => `${label} ${last[place] === null ? "unknown" : Number(last[place]).toFixed(2)}`.trim()).join(", ");
}

// Rows whose headings lie within half a turn of each other, the desired ones beside the actual ones; null: they do not.
function beside(rows, present) {
  const places = present.map(({ place }) => place), own = places[0];
  let last = null, low = Infinity, high = -Infinity;
  const found = rows.map((row) => {
    const near = row.slice();
    for (const place of places) {
      const to = place === own ? last : near[own];
      if (near[place] === null || near[place] === undefined) continue;
      if (to !== null) near[place] -= 360 * Math.round((near[place] - to) / 360);
      if (place === own) last = near[place];
      low = Math.min(low, near[place]);
      high = Math.max(high, near[place]);
    }
    return near;
  });
  return high - low < 180 ? found : null;
}

function fitting(rows, present) { // at least 10 degrees
  const [low, high] = limits({}, rows, present), spare = Math.max(10 - (high - low), 0) / 2;
  return [low - spare, high + spare];
}

function limits(chart, rows, present) {
  if (chart.high !== undefined) return [chart.low, chart.high];
  let low = chart.low === undefined ? Infinity : chart.low, high = -Infinity;
  for (const row of rows) {
    for (const { place } of present) {
      const value = row[place];
      if (value === null) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  if (!(high >= low)) return chart.down ? [1, -0.05] : [0, 1];
  if (chart.down) { const deep = Math.max(high, 1); return [1.1 * deep, Math.min(low, 0) - 0.05 * deep]; }
  const least = chart.least || 0.5, spare = Math.max(least - (high - low), 0) / 2;
  const margin = 0.06 * (high - low + 2 * spare);
  return [chart.low === undefined ? low - spare - margin : low, high + (chart.low === undefined ? spare : 2 * spare) + margin];
}

function axes(pen, chart, box, { x, y, start, end, low, high }) {
  pen.strokeStyle = css("--line");
  pen.fillStyle = css("--soft");
  pen.font = "10.5px system-ui, sans-serif";
  pen.lineWidth = 1;
  const span = Math.abs(high - low), least = span / Math.max(3, (box.bottom - box.top) / 24);
  const step = (chart.turns && TURNS.find((each) => each >= least)) || nice(least);
  const digits = step < 1 ? Math.ceil(-Math.log10(step)) : 0;
  const ticks = chart.ticks && box.bottom - box.top > 40 ? chart.ticks : [];
  const round = (v) => (chart.turns ? ((v % 360) + 360) % 360 : v);
  if (!ticks.length) for (let k = Math.ceil(Math.min(low, high) / step); k * step <= Math.max(low, high); k++) ticks.push(k * step);
  const marks = every(end - start, box.right - box.left);
  pen.beginPath();
  for (const v of ticks) { const p = Math.round(y(v)) + 0.5; pen.moveTo(box.left, p); pen.lineTo(box.right, p); }
  for (let k = Math.ceil(start / marks); k * marks <= end; k++) {
    const p = Math.round(x(k * marks)) + 0.5;
    pen.moveTo(p, box.top);
    pen.lineTo(p, box.bottom);
  }
  pen.stroke();
  pen.textAlign = "right";
  for (const v of ticks) pen.fillText(round(v) === 0 ? "0" : round(v).toFixed(digits).replace("-", "\u2212"), box.left - 5, y(v) + 3.5);
  pen.textAlign = "center";
  for (let k = Math.ceil(start / marks); k * marks <= end; k++) {
    const text = clock(k * marks, marks), half = pen.measureText(text).width / 2, p = x(k * marks);
    if (p - half > 2 && p + half < box.right + 8) pen.fillText(text, p, box.bottom + 13);
  }
}

export function clock(t, step) { // seconds, or minutes and seconds
  if (step < 1) return t.toFixed(1);
  const s = Math.round(Math.abs(t)), sign = t < 0 ? "\u2212" : "";
  if (s < 60 && step < 60) return `${sign}${s} s`;
  const two = (n) => String(n).padStart(2, "0");
  return s < 3600 ? `${sign}${Math.floor(s / 60)}:${two(s % 60)}` : `${sign}${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
}

function plot(pen, rows, place, x, y, less) {
  let broken = true;
  for (const row of rows) {
    const value = row[place];
    if (value === null) { broken = true; continue; }
    if (broken) pen.moveTo(x(row[0]), y(value - less));
    else pen.lineTo(x(row[0]), y(value - less));
    broken = false;
  }
}

// Whether an axis with north in its middle breaks the line less often than one that begins at north.
function aroundNorth(rows, place) {
  const breaks = (low) => rows.reduce(([count, last], row) => {
    const turn = row[place] === null ? last : Math.floor((row[place] - low) / 360);
    return [count + (last !== null && turn !== last), turn];
  }, [0, null])[0];
  return breaks(-180) < breaks(0);
}

function turns(pen, rows, place, x, y, low) { // headings go on beyond a turn: the line leaves at one side and comes back at the other
  let least = Infinity, most = -Infinity;
  for (const row of rows) {
    if (row[place] === null) continue;
    least = Math.min(least, row[place]);
    most = Math.max(most, row[place]);
  }
  const first = Math.floor((least - low) / 360), last = Math.floor((most - low) / 360);
  for (let k = first; k <= last && k < first + 50; k++) plot(pen, rows, place, x, y, 360 * k);
}

function title(pen, chart, present, box, curves) {
  pen.textAlign = "left";
  pen.font = "600 12px system-ui, sans-serif";
  pen.fillStyle = css("--soft");
  pen.fillText(chart.title, 6, 13);
  let at = 14 + pen.measureText(chart.title).width;
  pen.font = "11px system-ui, sans-serif";
  if (present.length < 2 && !chart.title.startsWith("Actuators")) return;
  const shown = present.filter(({ label }) => label), end = box.right + 8;
  const whole = shown.reduce((sum, { label }) => sum + 40 + pen.measureText(label).width, at - 12);
  const [dash, gap] = whole > end ? [13, 8] : [24, 12]; // all of them on a phone, too
  for (const { place, label } of shown) {
    const number = curves.findIndex(([name]) => COLUMNS.indexOf(name) === place);
    const wide = pen.measureText(label).width;
    if (at + dash + 4 + wide > end) return;
    pen.strokeStyle = colourOfCurve(number);
    pen.setLineDash(DASHES[number]);
    pen.lineWidth = 2;
    pen.beginPath();
    pen.moveTo(at, 9);
    pen.lineTo(at + dash, 9);
    pen.stroke();
    pen.setLineDash([]);
    pen.fillStyle = css("--ink");
    pen.fillText(label, at + dash + 4, 13);
    at += dash + 4 + gap + wide;
  }
}
