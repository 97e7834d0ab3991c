// Keys of the whole page; those of the map and of curves are with them.
import { fleet, latestTime } from "./fleet.js";
import { go } from "./timeline.js";

const BUTTONS = { f: "follow", w: "fit", n: "labels", m: "measure", g: "globe", s: "picture", v: "open-contacts", h: "open-helm", d: "open-scene" };

export function startKeys(choose) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, pre")) return;
    const id = BUTTONS[event.key.toLowerCase()];
    if (id) document.getElementById(id).click();
    else if (event.key === "?") { const keys = document.getElementById("keys"); keys.hidden = !keys.hidden; }
    else if (event.key === "Escape") { if (document.getElementById("measure").getAttribute("aria-pressed") === "true") document.getElementById("measure").click(); }
    else if (event.key === "[" || event.key === "]") next(event.key === "]" ? 1 : -1, choose);
    else if (event.key === " " && !event.target.closest("button")) document.getElementById("play").click();
    else if ((event.key === "," || event.key === ".")) step(event.key === "." ? 1 : -1);
    else return;
    event.preventDefault();
  });
}

function next(by, choose) {
  const names = [...fleet.vehicles.keys()], at = names.indexOf(fleet.one ? fleet.one.name : "");
  if (names.length > 1) choose(names[(at + by + names.length) % names.length]);
}

function step(by) {
  const end = latestTime(), at = (fleet.at === null ? end : fleet.at) + by;
  go(at >= end ? null : Math.max(at, 0));
}
