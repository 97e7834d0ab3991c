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
  attitude();
  document.title = `${values.title} · usim watch`;
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
