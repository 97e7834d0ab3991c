// Buttons and sliders, where usim watch --control allows them and the address holds its word.
import { fleet } from "./fleet.js";

const SENDING = 100; // ms between two values of a slider that is moved
const token = location.hash.slice(1);
const waiting = new Map();
const get = (name) => document.getElementById(name);

async function send(wish) {
  const one = fleet.one, answer = get("answer");
  let text = "no answer from usim watch";
  try {
    const reply = await fetch("control", {
      method: "POST", headers: { "Content-Type": "application/json", "X-Token": token },
      body: JSON.stringify({ ...wish, vehicle: one ? one.name : "" }),
    });
    const said = await reply.json();
    text = reply.ok ? `posted ${said.posted}` : said.refused;
    answer.className = reply.ok ? "note" : "note bad";
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

export function startControl() {
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
  get("middle").addEventListener("click", () => {
    get("rudder").value = 0;
    get("rudder-shown").textContent = "0 %";
    send(rudder());
  });
}

export function commanded() { // whom the sliders command
  const one = fleet.one, text = one ? (one.facts.takes ? `of ${one.name}` : `of the mission; ${one.name} only reports`) : "";
  if (get("commanded").textContent !== text) get("commanded").textContent = text;
  for (const input of document.querySelectorAll("#control input, #pause, #resume, #reset, #middle")) {
    input.disabled = !one || !one.facts.takes;
  }
}
