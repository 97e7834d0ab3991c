// Buttons and sliders, where usim watch --control allows them and the address holds its word.
import { offerMoves } from "./drag.js";
import { fleet } from "./fleet.js";
import { tell } from "./source.js";

const SENDING = 100; // ms between two values of a slider that is moved
const token = location.hash.slice(1);
const waiting = new Map();
const get = (name) => document.getElementById(name);

export async function send(wish) {
  const one = fleet.one, answer = get("answer");
  let text = "no answer from usim watch";
  try {
    const { ok, said } = await tell("control", { ...wish, vehicle: one ? one.name : "" }, { "X-Token": token });
    text = ok ? `posted ${said.posted}` : said.refused;
    answer.className = ok ? "note" : "note bad";
  } catch { answer.className = "note bad"; }
  answer.textContent = text;
}

function later(key, wish) { // the last of many
  const idle = !waiting.has(key);
  waiting.set(key, wish);
  if (idle) setTimeout(() => { const last = waiting.get(key); waiting.delete(key); send(last()); }, SENDING);
}

export function offer(hello) { // what the server allows
  get("open-control").hidden = !hello.control || !token;
  offerMoves(hello.control && token ? hello.movable : []);
  const keys = new Set(["any"]);
  sides.clear();
  for (const [side, key] of hello.contexts) { sides.add(`${side} ${key}`); if (key) keys.add(key); }
  get("clicks-label").hidden = !hello.contexts.length;
  get("clicks").replaceChildren(...["", ...keys].map((key) => {
    const option = document.createElement("option");
    option.value = key;
    option.textContent = key === "" ? "nothing" : key === "any" ? "its place" : key;
    return option;
  }));
  get("buttons").replaceChildren(...hello.buttons.map(({ label, title }, number) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "strong";
    button.textContent = label;
    button.title = title;
    button.addEventListener("click", () => send({ do: "button", button: number }));
    return button;
  }));
}

// A click on the map while a context of clicks is chosen; whether it was taken.
export function clicked(side, [x, y]) {
  const key = get("clicks").value;
  if (!key || get("control").hidden || (side === "right" && !sides.has(`right ${key}`) && !sides.has("right "))) return false;
  send({ do: "click", side, context: key === "any" ? "" : key, x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 });
  return true;
}

const sides = new Set(), held = new Set();
let offered = ""; // faults of the chosen vehicle
let driving = false, sent = "", looked = 0;

// Arrow keys and the first gamepad as sticks: thrust and rudder, in per cent.
export function drive(now) {
  if (!driving || now - looked < SENDING) return;
  looked = now;
  const pad = [...navigator.getGamepads()].find((one) => one && one.connected);
  const dead = (value) => (Math.abs(value || 0) < 0.08 ? 0 : value);
  const up = (held.has("ArrowUp") ? 0.6 : 0) - (held.has("ArrowDown") ? 0.6 : 0), right = (held.has("ArrowRight") ? 0.5 : 0) - (held.has("ArrowLeft") ? 0.5 : 0);
  const thrust = Math.round(100 * (pad && dead(pad.axes[1]) ? -pad.axes[1] : up));
  const rudder = Math.round(100 * (pad && dead(pad.axes[2]) ? pad.axes[2] : right));
  if (`${thrust} ${rudder}` === sent) return;
  sent = `${thrust} ${rudder}`;
  get("thrust").value = thrust;
  get("rudder").value = rudder;
  get("thrust-shown").textContent = `${thrust} %`.replace("-", "\u2212");
  get("rudder-shown").textContent = `${rudder} %`.replace("-", "\u2212");
  send({ do: "sticks", thrust, rudder });
}

function toggle(name, does) {
  get(name).addEventListener("click", () => {
    const on = get(name).getAttribute("aria-pressed") !== "true";
    get(name).setAttribute("aria-pressed", String(on));
    does(on);
  });
}

export function startControl() {
  toggle("override", (on) => send({ do: "override", value: on }));
  toggle("by-keys", (on) => { driving = on; sent = "0 0"; held.clear(); });
  addEventListener("keydown", (event) => {
    if (!driving || !event.key.startsWith("Arrow") || event.target.closest("input, select")) return;
    held.add(event.key);
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  addEventListener("keyup", (event) => held.delete(event.key), true);
  addEventListener("blur", () => held.clear()); // a key that is let go elsewhere is not heard of
  const angle = () => `${get("direction").value}°`;
  const slider = (name, shown, wish) => get(name).addEventListener("input", () => {
    get(`${name}-shown`).textContent = shown();
    later(wish.name, wish);
  });
  const thrust = () => ({ do: "thrust", value: Number(get("thrust").value) });
  const rudder = () => ({ do: "rudder", value: Number(get("rudder").value) });
  const drift = () => ({ do: "drift", direction: Number(get("direction").value), speed: Number(get("drift").value) });
  const percent = (name) => () => `${get(name).value.replace("-", "\u2212")} %`;
  slider("thrust", percent("thrust"), thrust);
  slider("rudder", percent("rudder"), rudder);
  slider("direction", angle, drift);
  slider("drift", () => `${Number(get("drift").value).toFixed(2)} m/s`, drift);
  get("pause").addEventListener("click", () => send({ do: "pause", value: true }));
  get("resume").addEventListener("click", () => send({ do: "pause", value: false }));
  get("reset").addEventListener("click", () => send({ do: "reset", x: 0, y: 0, heading: 0 }));
  get("fault-post").addEventListener("click", () => send({ do: "fault", value: get("fault").value }));
  get("middle").addEventListener("click", () => {
    get("rudder").value = 0;
    get("rudder-shown").textContent = "0 %";
    send(rudder());
  });
}

export function commanded() { // whom the sliders command
  const one = fleet.one, text = one ? (one.facts.takes ? `of ${one.name}` : `of the mission; ${one.name} only reports`) : "";
  if (get("commanded").textContent !== text) get("commanded").textContent = text;
  const faults = one && one.facts.faults || [];
  if (faults.join() !== offered) {
    offered = faults.join();
    get("fault").replaceChildren(...faults.map((fault) => {
      const option = document.createElement("option");
      option.value = fault;
      option.textContent = fault === "clear" ? "none: clear all" : fault.replace(":", " ");
      return option;
    }));
  }
  for (const input of document.querySelectorAll("#control input, #fault, #fault-post, #pause, #resume, #reset, #middle, #override, #by-keys")) {
    input.disabled = !one || !one.facts.takes;
  }
}
