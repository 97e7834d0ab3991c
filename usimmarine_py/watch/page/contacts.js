// All vehicles as seen from the chosen one: range, bearing, and the closest approach if both keep course and speed.
import { css } from "./colours.js";
import { colourOf, fleet } from "./fleet.js";
import { ask as askServer } from "./source.js";

const get = (name) => document.getElementById(name);
const NEAR = 600; // s ahead: later approaches are not shown on the map
const HEARD_EVERY = 1000, HEARD_MOVING = 200; // ms between two questions who hears whom, and while the slider moves
let written = 0, listening = false, heardAt = -Infinity, heardOf, hears = {};

async function listen(now) { // who hears whom now, or at the slider's time
  if (listening || now - heardAt < (heardOf === fleet.at ? HEARD_EVERY : HEARD_MOVING)) return;
  listening = true;
  heardAt = now;
  heardOf = fleet.at;
  try { hears = (await askServer(fleet.at === null ? "hears" : `hears?t=${fleet.at}`)).hears || {}; } catch { hears = {}; }
  listening = false;
}

// Of two rows [t, x, y, heading, speed, ...]: range (m), bearing (deg), least distance (m) and the time to it (s).
export function approach(own, other) {
  const east = other[1] - own[1], north = other[2] - own[2], range = Math.hypot(east, north);
  const bearing = (Math.atan2(east, north) * 180 / Math.PI + 360) % 360;
  if ([own[3], own[4], other[3], other[4]].some((value) => value === null)) return { range, bearing, least: null, time: null };
  const part = (row, turn) => row[4] * turn(row[3] * Math.PI / 180);
  const ve = part(other, Math.sin) - part(own, Math.sin), vn = part(other, Math.cos) - part(own, Math.cos);
  const square = ve * ve + vn * vn, time = square > 1e-9 ? Math.max(-(east * ve + north * vn) / square, 0) : 0;
  return { range, bearing, least: Math.hypot(east + ve * time, north + vn * time), time };
}

export function ahead(row, time) { // where straight on leads
  const turn = (row[3] || 0) * Math.PI / 180, way = (row[4] || 0) * time;
  return [row[1] + way * Math.sin(turn), row[2] + way * Math.cos(turn)];
}

const metres = (value) => (value === null ? "\u2013" : value < 1000 ? `${value.toFixed(value < 100 ? 1 : 0)} m` : `${(value / 1000).toFixed(2)} km`);
const seconds = (value) => (value === null ? "\u2013" : value < 600 ? `${value.toFixed(0)} s` : `${(value / 60).toFixed(0)} min`);
const angle = (value) => (value === null ? "\u2013" : `${String(Math.round(((value % 360) + 360) % 360) % 360).padStart(3, "0")}\u00b0`);

export function showContacts(now, choose) {
  listen(now);
  if (now - written < 400) return;
  written = now;
  const own = fleet.one, all = [...fleet.vehicles.values()].filter(({ place, facts }) => place && (!own || facts.run === own.facts.run)).slice(0, 200);
  const rows = all.map((vehicle) => {
    const { place, facts } = vehicle, of = own && own.place && vehicle !== own ? approach(own.place, place) : null;
    return { vehicle, near: of && of.least !== null && of.time > 0 && of.time < NEAR ? of.least : Infinity, cells: [
      facts.kind || "", modeOf(vehicle), angle(place[3]), place[4] === null ? "\u2013" : `${place[4].toFixed(2)} m/s`,
      place[6] === null ? "\u2013" : metres(place[6]), of ? metres(of.range) : "", of ? angle(of.bearing) : "",
      of ? (of.time > 0 ? metres(of.least) : "going away") : "", of && of.time > 0 ? seconds(of.time) : "", (hears[vehicle.name] || []).join(", "),
    ] };
  });
  get("contacts-note").textContent = own ? `range, bearing and closest approach on straight courses, seen from ${own.name}` : "";
  const body = get("contact-rows");
  while (body.rows.length > rows.length) body.deleteRow(-1);
  rows.forEach(({ vehicle, cells, near }, k) => {
    const row = body.rows[k] || build(body, choose);
    row.toggleAttribute("aria-current", vehicle === own);
    row.dataset.name = vehicle.name;
    row.querySelector(".dot").style.background = colourOf(vehicle);
    set(row.querySelector("button").lastChild, vehicle.name);
    cells.forEach((text, n) => set(row.cells[n + 1], text));
    row.cells[8].className = near < 30 ? "bad" : "";
  });
}

function set(place, text) { if (place.textContent !== text) place.textContent = text; }

function build(body, choose) {
  const row = body.insertRow(), button = document.createElement("button"), dot = document.createElement("span");
  button.type = "button";
  dot.className = "dot";
  dot.style.display = "inline-block";
  button.append(dot, " ", document.createElement("span"));
  button.addEventListener("click", () => choose(row.dataset.name));
  row.insertCell().append(button);
  for (let k = 0; k < 10; k++) row.insertCell();
  return row;
}

export function saidOf({ facts, then }) { return fleet.at !== null && then ? then : facts; } // of the helm, at the slider's time

export function modeOf(vehicle) {
  const { helm, mode } = saidOf(vehicle);
  return (helm ? (helm.state === "DRIVE" && helm.mode) || helm.state : mode) || "";
}

// A thin line from each vehicle to those that it hears, with a dot at the end that hears.
export function drawHearing(pen, across, down) {
  pen.setLineDash([1, 3]);
  pen.lineWidth = 1;
  for (const [name, others] of Object.entries(hears)) {
    const one = fleet.vehicles.get(name);
    if (!one || !one.place) continue;
    for (const other of others.map((called) => fleet.vehicles.get(called))) {
      if (!other || !other.place) continue;
      const x = across(one.place[1]), y = down(one.place[2]), p = across(other.place[1]), q = down(other.place[2]);
      const far = Math.hypot(p - x, q - y);
      if (far < 24) continue;
      pen.strokeStyle = pen.fillStyle = css("--soft");
      pen.beginPath();
      pen.moveTo(x, y);
      pen.lineTo(p, q);
      pen.stroke();
      pen.beginPath();
      pen.arc(x + (p - x) * 14 / far, y + (q - y) * 14 / far, 2.5, 0, 2 * Math.PI);
      pen.fill();
    }
  }
  pen.setLineDash([]);
}

// Lines from the chosen vehicle to where it and each other one will be closest.
export function drawApproaches(pen, across, down) {
  const own = fleet.one;
  if (!own || !own.place) return;
  pen.font = "11px system-ui, sans-serif";
  for (const vehicle of fleet.vehicles.values()) {
    if (vehicle === own || !vehicle.place || vehicle.facts.run !== own.facts.run) continue;
    const { least, time } = approach(own.place, vehicle.place);
    if (least === null || !(time > 0) || time > NEAR) continue;
    const a = ahead(own.place, time), b = ahead(vehicle.place, time);
    pen.setLineDash([3, 4]);
    for (const [from, to, of] of [[own.place, a, own], [vehicle.place, b, vehicle]]) {
      pen.beginPath();
      pen.moveTo(across(from[1]), down(from[2]));
      pen.lineTo(across(to[0]), down(to[1]));
      pen.strokeStyle = colourOf(of);
      pen.lineWidth = 1.2;
      pen.stroke();
    }
    pen.setLineDash([]);
    pen.beginPath();
    pen.moveTo(across(a[0]), down(a[1]));
    pen.lineTo(across(b[0]), down(b[1]));
    pen.strokeStyle = css(least < 30 ? "--bad" : "--soft");
    pen.lineWidth = 2;
    pen.stroke();
    pen.fillStyle = css(least < 30 ? "--bad" : "--soft");
    pen.fillText(`${metres(least)} in ${seconds(time)}`, across((a[0] + b[0]) / 2) + 6, down((a[1] + b[1]) / 2) - 4);
  }
}
