// The slider under the map: any time since the first position, or the end: of a log, or what is now.
import { firstTime, fleet, latestTime } from "./fleet.js";
import { redraw } from "./map.js";
import { showValues } from "./panel.js";
import { ask as askServer } from "./source.js";

const get = (name) => document.getElementById(name);
let asked = null, asking = false, playing = 0, live = null;

export function startTimeline() {
  get("time").addEventListener("input", () => {
    play(false);
    const end = latestTime(), time = Number(get("time").value);
    go(time >= end ? null : time);
  });
  get("play").addEventListener("click", () => {
    if (!playing && (fleet.at === null || fleet.at >= latestTime())) go(firstTime());
    play(!playing);
  });
}

export function showTimeline(is) { get("timeline").hidden = !is; }

function play(on) {
  playing = on ? performance.now() : 0;
  get("play").setAttribute("aria-pressed", String(on));
  get("play").textContent = on ? "Stop" : "Play";
}

export function go(time) { // null: the end
  fleet.at = time;
  redraw();
  if (time === null) { // back at the end
    if (live) { fleet.changes += 1; fleet.shapes = live.shapes; showValues(live.values); }
    return;
  }
  asked = time;
  if (!asking) ask();
}

async function ask() {
  asking = true;
  while (asked !== null) {
    const time = asked;
    asked = null;
    try {
      const one = fleet.one, end = latestTime(); // an address may name a time behind it
      const then = await askServer(`then?t=${time > end ? end : time}&vehicle=${encodeURIComponent(one ? one.name : "")}`);
      if (fleet.at !== null && then.values) {
        for (const [name, said] of Object.entries(then.modes || {})) { const vehicle = fleet.vehicles.get(name); if (vehicle) vehicle.then = said; }
        if (then.shapes) fleet.shapes = then.shapes; // of live mail only the present ones are known
        showValues({ ...then.values, title: live ? live.values.title : then.values.title });
        redraw();
      }
    } catch { break; }
    await new Promise((done) => setTimeout(done, 80));
  }
  asking = false;
}

export function again() { if (fleet.at !== null) go(fleet.at); }

// What the end of the log is, kept while an earlier time is shown.
export function keep(values, shapes) {
  live = live || { values: {}, shapes: [] };
  if (values) Object.assign(live.values, values);
  if (values && values.source) again(); // a log that was still read may say more of this time now
  if (shapes) live.shapes = shapes;
  return fleet.at !== null;
}

export function moveTimeline(now) {
  if (get("timeline").hidden) return;
  const first = firstTime(), end = latestTime();
  if (!(end > first)) return;
  if (playing) {
    const time = fleet.at + (now - playing) / 1000 * Number(get("pace").value);
    playing = now;
    if (time >= end) { play(false); go(null); } else go(time);
  }
  const slider = get("time"), at = fleet.at === null ? end : Math.min(fleet.at, end);
  if (Number(slider.min) !== first) slider.min = first;
  if (Number(slider.max) !== end) slider.max = end;
  if (document.activeElement !== slider || playing || fleet.at === null) slider.value = at;
  const text = fleet.live && fleet.at === null ? `now, ${end.toFixed(1)} s` : `${at.toFixed(1)} of ${end.toFixed(1)} s`;
  if (get("time-shown").textContent !== text) get("time-shown").textContent = text;
}
