// Events of a log or a live helm (states, modes, waypoints, approaches, errors), to jump to; marked along the slider.
import { fleet } from "./fleet.js";
import { Asked } from "./overtime.js";
import { go } from "./timeline.js";
import { clock } from "./charts.js";

const get = (name) => document.getElementById(name);
const asked = new Asked("happened", null);
let shown = -1;

export function startEvents() {
  get("events").addEventListener("change", () => {
    const time = get("events").value;
    if (time !== "") go(Number(time));
  });
}

export function showEvents(now) {
  asked.look(now);
  if (asked.changes === shown) return;
  shown = asked.changes;
  const events = (asked.data && asked.data.events) || [], list = get("events"), first = document.createElement("option");
  list.hidden = !events.length;
  first.value = "";
  first.textContent = `${events.length} events`;
  list.replaceChildren(first, ...events.map(([time, text]) => {
    const option = document.createElement("option");
    option.value = String(time);
    option.textContent = `${clock(time, 60)} ${text}`;
    return option;
  }));
}
