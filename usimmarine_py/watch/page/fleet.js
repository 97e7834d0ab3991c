// What the page knows of the vehicles, and where each of them is at this moment.
import { dark, isColour } from "./colours.js";

export const COLUMNS = ["t", "x", "y", "heading", "speed", "ground", "depth", "thrust", "rudder", "elevator", "left", "right",
  "want_heading", "want_speed", "want_depth"];
const LINES = {
  light: ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#B07D00", "#6A3D9A", "#7F3B08", "#1B7837"],
  dark: ["#56B4E9", "#E69F00", "#00B383", "#E08FBD", "#F0E442", "#B39DDB", "#FFAB91", "#A5D6A7"],
};
const DELAY = 250; // ms by which the picture follows the mail, so that it can be even

export const fleet = {
  vehicles: new Map(), shapes: [], chosen: "", at: null, // at: the time that the slider shows, null: now
  changes: 0, live: true, // live: mail comes, else a log is read
  runs: [], // of logs side by side, in the order of their colours
  get one() { return this.vehicles.get(this.chosen) || this.vehicles.values().next().value; },
};

// What a vehicle is drawn as: by what its mission says of its hull, and by the kind in its reports.
export function formOf({ kind = "", hulls = 1, form = "", hull = "" }) {
  const words = `${kind} ${hull} ${form}`.toLowerCase();
  if (hulls === 2 || /cat|heron|kingfisher|wam|otter|blueboat/.test(kind.toLowerCase())) return "catamaran";
  if (/\bbox\b|rov/.test(words)) return "box";
  if (/ship|cargo/.test(words)) return "ship";
  if (/buoy|swimmer/.test(words)) return "buoy";
  if (/glider/.test(words)) return "glider";
  return /auv|uuv|torpedo/.test(words) ? "torpedo" : "boat";
}

export function palette() { return LINES[dark.matches ? "dark" : "light"]; }

export function colourOf(vehicle) {
  const given = vehicle.facts.colour, run = fleet.runs.indexOf(vehicle.facts.run);
  if (run >= 0) return palette()[run % palette().length];
  if (given && given !== "off" && isColour(given)) return given;
  const all = palette();
  return all[vehicle.number % all.length];
}

// The time that a vehicle is shown at: even, a little behind its mail, whatever the pace of the simulation is.
class Clock {
  constructor() { this.seen = []; this.shown = NaN; this.looked = 0; }

  hear(time, now) {
    const last = this.seen[this.seen.length - 1];
    if (last && time < last[1]) { this.seen = []; this.shown = NaN; }
    if (last && time === last[1]) return;
    this.seen.push([now, time]);
    while (this.seen.length > 2 && now - this.seen[0][0] > 2000) this.seen.shift();
  }

  now(now) {
    const n = this.seen.length;
    if (!n) return NaN;
    const [heard, latest] = this.seen[n - 1];
    if (n < 2) { this.shown = latest; this.looked = now; return latest; }
    const [first, start] = this.seen[0];
    const rate = (latest - start) / Math.max(heard - first, 1); // s for each ms
    const wanted = Math.min(latest, latest + rate * (now - heard - DELAY));
    const ahead = this.shown + rate * Math.min(now - this.looked, 100);
    const far = !(Math.abs(wanted - ahead) < 1500 * rate);
    // even first, right soon
    this.shown = far ? wanted : Math.min(latest, Math.max(this.shown, ahead + 0.08 * (wanted - ahead)));
    this.looked = now;
    return this.shown;
  }
}

export function take(news, now) {
  for (const [name, given] of Object.entries(news)) {
    if (given === null) { fleet.vehicles.delete(name); continue; }
    let vehicle = fleet.vehicles.get(name);
    if (!vehicle) {
      const used = new Set([...fleet.vehicles.values()].map((v) => v.number));
      let number = 0;
      while (used.has(number)) number += 1;
      vehicle = { name, number, rows: [], head: null, facts: {}, clock: new Clock(), whole: 0 };
      fleet.vehicles.set(name, vehicle);
    }
    if (given.whole) { vehicle.rows = given.rows; vehicle.whole += 1; }
    else for (const row of given.rows) vehicle.rows.push(row);
    vehicle.head = given.head;
    if (given.facts) vehicle.facts = given.facts;
    if (vehicle.facts.run && !fleet.runs.includes(vehicle.facts.run)) fleet.runs.push(vehicle.facts.run);
    const latest = vehicle.head || vehicle.rows[vehicle.rows.length - 1];
    if (latest) vehicle.clock.hear(latest[0], now);
  }
  fleet.changes += 1;
}

export function latestTime() {
  let found = NaN;
  for (const { rows, head } of fleet.vehicles.values()) {
    const row = head || rows[rows.length - 1];
    if (row && !(row[0] <= found)) found = row[0];
  }
  return found;
}

export function firstTime() {
  let found = NaN;
  for (const { rows } of fleet.vehicles.values()) if (rows.length && !(rows[0][0] >= found)) found = rows[0][0];
  return found;
}

const SILENT = 10000; // ms without mail after which a vehicle fades
export function isSilent(vehicle, now) {
  const { seen } = vehicle.clock;
  return fleet.at === null && fleet.live && seen.length > 0 && now - seen[seen.length - 1][0] > SILENT;
}

export function timeOf(vehicle, now) { return fleet.at === null ? vehicle.clock.now(now) : fleet.at; }

// The number of rows up to a time.
export function upTo(rows, time) {
  let low = 0, high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle][0] <= time) low = middle + 1; else high = middle;
  }
  return low;
}

// A row at any time, on the line between its neighbours; null before the first.
export function rowAt(vehicle, time) {
  const { rows, head } = vehicle;
  const n = upTo(rows, time);
  if (!n) return null;
  const before = rows[n - 1], after = n < rows.length ? rows[n] : head;
  if (!after || after[0] <= before[0]) return before;
  if (time >= after[0]) return after;
  if (isJump(before, after)) return before;
  const share = (time - before[0]) / (after[0] - before[0]);
  return before.map((a, k) => (a === null || after[k] === null ? a : a + share * (after[k] - a)));
}

// A reset puts a vehicle elsewhere: no line leads there.
export function isJump(a, b) {
  const far = Math.hypot(b[1] - a[1], b[2] - a[2]);
  return far > 15 && far > 40 * (b[0] - a[0]);
}
