// The chosen vehicle and each other one: distance, closest approach ahead, and how their helms avoided each other.
import { css } from "./colours.js";
import { drawCurves } from "./curves.js";
import { fleet } from "./fleet.js";
import { Asked, bars, begin, colourFor, cursor, inside, lane, overTime, ROW, span, timeAxis } from "./overtime.js";
import { go } from "./timeline.js";

const HIGH = 130;
let asked = null, drawn = "", shown = -1, canvases = [];

export function startEncounters() { asked = new Asked("encounters", document.getElementById("encounters-note")); }

export function drawEncounters(now) {
  asked.look(now);
  const place = document.getElementById("met");
  if (asked.changes !== shown) { shown = asked.changes; build(place); drawn = ""; }
  const key = [fleet.at, span.changes, fleet.changes, place.clientWidth, css("--ink")].join();
  if (key === drawn || !asked.data) return;
  drawn = key;
  const colour = colourFor();
  asked.data.met.forEach((met, k) => draw(canvases[k], met, colour));
}

function build(place) {
  canvases = [];
  place.replaceChildren();
  if (!asked.data) return;
  const { met, left } = asked.data;
  for (const { vehicles, time, least, ways } of met) {
    const head = document.createElement("div"), words = document.createElement("h2"), button = document.createElement("button");
    words.textContent = vehicles.join(" and ");
    button.type = "button";
    button.textContent = `closest: ${least.toFixed(1)} m at ${time.toFixed(1)} s`;
    button.title = "go to this time";
    button.addEventListener("click", () => go(time));
    head.className = "bar";
    head.append(words, button);
    const lane = document.createElement("div");
    lane.style.height = `${HIGH + ROW * ways.filter((one) => one.length).length}px`;
    place.append(head, lane);
    canvases.push(overTime(lane, `distance of ${words.textContent} over time`));
  }
  if (left) document.getElementById("encounters-note").textContent = `and ${left} more`;
}

function draw(canvas, met, colour) {
  const lanes = met.vehicles.map((name, k) => [name, met.ways[k]]).filter(([, ways]) => ways.length);
  const frame = begin(canvas, HIGH + ROW * lanes.length);
  if (!frame) return;
  timeAxis(frame);
  const { pen, box, x } = frame, bottom = box.bottom, end = met.distance[0][met.distance[0].length - 1];
  lanes.forEach(([name, ways], k) => {
    const middle = lane(frame, k, `${name} avoids`);
    inside(frame, () => bars(frame, middle, ways, end, colour));
  });
  box.top += ROW * lanes.length;
  const curves = [{ name: "distance (m)", data: met.distance }, { name: "closest approach ahead, on straight courses", data: met.ahead }];
  const y = drawCurves(frame, curves, { low: 0, at: fleet.at });
  pen.fillStyle = css("--ink");
  inside(frame, () => { pen.beginPath(); pen.arc(x(met.time), y(met.least), 4, 0, 7); pen.fill(); });
  box.top -= ROW * lanes.length;
  box.bottom = bottom;
  cursor(frame);
}

