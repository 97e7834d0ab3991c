// Texts into their places, the list of vehicles, the attitude view.
import { colourOf, fleet } from "./fleet.js";

const values = {};
const each = (selector, what) => document.querySelectorAll(selector).forEach(what);

export function showValues(news) {
  Object.assign(values, news);
  each("[data-value]", (place) => {
    const value = values[place.dataset.value];
    if (value === undefined || place.textContent === value) return;
    place.textContent = value;
    if (place.className === "value") place.title = value;
  });
  each("[data-level]", (place) => { place.className = `chip ${values[place.dataset.level]}`; });
  each("[data-turn]", (arrow) => {
    const turn = values[arrow.dataset.turn];
    arrow.classList.toggle("none", !turn);
    if (turn) arrow.style.transform = `rotate(${parseFloat(turn)}deg)`;
  });
  document.querySelectorAll(".tile").forEach(fill);
  document.getElementById("pace-of-time").hidden = values.factor === "\u2013";
  attitude();
  document.title = `${values.title} · usim watch`;
}

// A tile without a value takes no room; one that has had something to say stays, so that nothing jumps.
function fill(tile) {
  const value = tile.querySelector(".value").textContent, note = tile.querySelector(".note").textContent;
  tile.querySelector(".value").classList.toggle("long", value.length > 8 && tile.id !== "tile-position");
  const still = { "tile-depth": "0.0 m", "tile-drift": "0.00 m/s" }[tile.id];
  const empty = value === "\u2013" || value === still;
  if (!empty || note) tile.hidden = false;
  else if (!tile.dataset.spoke) tile.hidden = true;
  if (!tile.hidden) tile.dataset.spoke = "1";
}

export function emptyTiles() { for (const tile of document.querySelectorAll(".tile")) delete tile.dataset.spoke; }

// The map in words, for a reader who does not see it.
export function mapInWords() {
  const words = [...fleet.vehicles.values()].filter(({ place }) => place).slice(0, 20).map(({ name, place, facts }) => {
    const [, x, y, heading, speed] = place;
    return [`${name} at ${x.toFixed(0)} m east, ${y.toFixed(0)} m north`, heading === null ? "" : `heading ${((heading % 360) + 360).toFixed(0) % 360} degrees`,
      speed === null ? "" : `${speed.toFixed(1)} metres a second`, facts.mode || ""].filter(Boolean).join(", ");
  });
  const text = `${words.join("; ")}; ${fleet.shapes.length} shapes`, place = document.getElementById("map-words");
  if (place.textContent !== text) place.textContent = text;
}

export function showHull(hull) {
  for (const name of ["section", "side"]) {
    const picture = document.getElementById(name);
    picture.dataset.scale = hull[name].scale;
    picture.querySelector(".hull").setAttribute("d", hull[name].path);
    picture.parentElement.title = `${picture.getAttribute("aria-label")}; ${hull.words}`;
  }
  document.getElementById("height").textContent = hull.height;
  attitude();
}

function attitude() { // shown from the first roll, or pitch that is not nought, on
  const [roll, pitch, up, wave] = ["roll_turn", "pitch_turn", "heave_up", "wave_up"].map((key) => parseFloat(values[key]));
  const view = document.getElementById("attitude");
  if (!isNaN(roll) || Math.abs(pitch) > 0.05) view.hidden = false;
  if (view.hidden) return;
  const horizon = document.getElementById("horizon");
  horizon.setAttribute("transform", `rotate(${-(roll || 0)}) translate(0 ${(pitch || 0) * horizon.dataset.scale})`);
  for (const [name, turn] of [["section", roll || 0], ["side", -(pitch || 0)]]) {
    const picture = document.getElementById(name), scale = parseFloat(picture.dataset.scale);
    // a hull that goes deep stays in view, and the surface leaves it
    const rise = (up || 0) * scale, drawn = Math.max(-18, Math.min(18, rise)), still = Math.max(-100, rise - drawn);
    picture.querySelector(".hull").setAttribute("transform", `translate(0 ${-drawn}) rotate(${turn})`);
    picture.querySelector(".still").setAttribute("transform", `translate(0 ${still})`);
    picture.querySelector(".water").setAttribute("transform", `translate(0 ${still - (wave || 0) * scale})`);
  }
}

let listed = "";

export function showVehicles(choose) {
  const all = [...fleet.vehicles.values()], one = fleet.one;
  const key = JSON.stringify([all.map((v) => [v.name, v.facts.mode, colourOf(v)]), one && one.name]);
  if (key === listed) return;
  listed = key;
  const list = document.getElementById("vehicles");
  list.hidden = all.length < 2;
  list.replaceChildren(...all.map((vehicle) => {
    const button = document.createElement("button"), dot = document.createElement("span");
    button.type = "button";
    button.setAttribute("aria-pressed", String(vehicle === one));
    button.title = [vehicle.facts.kind, vehicle.facts.mode].filter(Boolean).join(", ");
    dot.className = "dot";
    dot.style.background = colourOf(vehicle);
    button.append(dot, vehicle.name);
    button.addEventListener("click", () => choose(vehicle.name));
    return button;
  }));
}
