// The latest mail of every variable as a table, and what came of numbers, to be plotted live.
import { fleet, latestTime } from "./fleet.js";
import { clock } from "./charts.js";
import { ask as askServer } from "./source.js";

const KEPT = 3000, MOST = 1500; // values of a variable; variables whose values are kept
const latest = new Map(), past = new Map(), rows = new Map();
const get = (name) => document.getElementById(name);
let changed = true, plot = null, asked = "", asking = false, of = "", written = 0;

export function startMail(onPlot) {
  plot = onPlot;
  get("mail-filter").addEventListener("input", () => { changed = true; });
}

export function takeMail(news, title) {
  if (title !== undefined) { latest.clear(); past.clear(); of = title; }
  for (const [name, value, time, source] of news || []) {
    latest.set(name, [value, time, source]);
    if (typeof value !== "number" || (!past.has(name) && past.size >= MOST)) continue;
    if (!past.has(name)) past.set(name, [[], []]);
    const [times, values] = past.get(name);
    if (times.length && time <= times[times.length - 1]) continue;
    times.push(time);
    values.push(value);
    if (times.length > KEPT) { times.splice(0, KEPT / 10); values.splice(0, KEPT / 10); }
  }
  changed = true;
}

export const liveSeries = (name) => past.get(name);
export const liveNames = () => [...past.keys()].sort();

async function ask() { // of a log: at the slider's time
  const one = fleet.one, time = fleet.at === null ? latestTime() : fleet.at, key = `mail?vehicle=${encodeURIComponent(one ? one.name : "")}&t=${time}`;
  if (asking || key === asked || !one || !(time === time) || document.body.classList.contains("stale")) return;
  asking = true;
  asked = key;
  try {
    const found = await askServer(key);
    get("mail-note").textContent = found.refused || `numbers, and texts of the helm; ${found.absent} variables with other texts are in the log`;
    latest.clear();
    for (const [name, value, at, source] of found.mail || []) latest.set(name, [value, at, source]);
    changed = true;
  } catch { asked = ""; }
  await new Promise((done) => setTimeout(done, 200));
  asking = false;
}

export function showMail(now) {
  if (!fleet.live) ask();
  if (!changed || now - written < 250) return;
  changed = false;
  written = now;
  get("mail-of").textContent = of ? `of ${of}` : "";
  const wanted = get("mail-filter").value.toLowerCase(), body = get("mail-rows");
  const names = [...latest.keys()].sort().filter((name) => {
    const [value, , source] = latest.get(name);
    return !wanted || `${name} ${value} ${source}`.toLowerCase().includes(wanted);
  });
  // what is named so first: reports of programs name every variable in their texts
  if (wanted) names.sort((a, b) => Number(b.toLowerCase().includes(wanted)) - Number(a.toLowerCase().includes(wanted)));
  const shown = names.slice(0, 600);
  if (fleet.live) get("mail-note").textContent = `${names.length} of ${latest.size} variables${names.length > shown.length ? ", 600 shown" : ""}`;
  for (const [name, row] of rows) if (!shown.includes(name)) { row.remove(); rows.delete(name); }
  shown.forEach((name, k) => {
    const row = rows.get(name) || build(name), [value, time, source] = latest.get(name);
    if (body.rows[k] !== row) body.insertBefore(row, body.rows[k] || null);
    [typeof value === "number" ? String(Number(value.toPrecision(9))) : value, clock(time, 1), source].forEach((text, n) => {
      if (row.cells[n + 1].textContent !== text) { row.cells[n + 1].textContent = text; row.cells[n + 1].title = n === 0 ? text : ""; }
    });
    row.cells[0].firstChild.disabled = typeof value !== "number";
  });
}

function build(name) {
  const row = document.createElement("tr"), button = document.createElement("button");
  button.type = "button";
  button.textContent = name;
  button.title = "plot it";
  button.addEventListener("click", () => plot(name));
  row.insertCell().append(button);
  for (let k = 0; k < 3; k++) row.insertCell();
  rows.set(name, row);
  return row;
}
