// Any variables of the chosen vehicle's log, on one axis of time: A,B+C as usim plot --vars takes them.
import { css } from "./colours.js";
import { drawCurves } from "./curves.js";
import { fleet } from "./fleet.js";
import { liveNames, liveSeries } from "./mail.js";
import { Asked, begin, cursor, overTime, span, timeAxis } from "./overtime.js";

const HIGH = 120;
let names = null, series = null, drawn = "", built = "", canvases = [], offered = null;
const get = (name) => document.getElementById(name);

export const wanted = { text: "" };

export function startVariables() {
  names = new Asked("variables", null);
  series = new Asked("series", get("variables-note"));
  get("vars").addEventListener("change", () => { wanted.text = get("vars").value.trim(); });
  get("add").addEventListener("change", () => {
    const name = get("add").value;
    if (name) addVariable(name);
    get("add").value = "";
  });
}

export function addVariable(name) { setVariables(wanted.text ? `${wanted.text},${name}` : name); }

export function setVariables(text) { wanted.text = text; get("vars").value = text; }

const panels = () => wanted.text.split(",").map((part) => part.split("+").map((name) => name.trim()).filter(Boolean)).filter((part) => part.length);

export function drawVariables(now) {
  if (fleet.live) drawLive(now);
  else names.look(now);
  if (!fleet.live && names.data && names.data !== offered) offer(names.data);
  const all = [...new Set(panels().flat())];
  if (!all.length) {
    get("variables-note").textContent = "choose a variable; A,B+C has a panel for A, and one for B and C";
    if (built) { built = ""; get("curves").replaceChildren(); canvases = []; }
    return;
  }
  if (fleet.live) series.data = { series: Object.fromEntries(all.map((name) => [name, liveSeries(name)]).filter(([, data]) => data)), absent: all.filter((name) => !liveSeries(name)).map((name) => `no number of ${name} so far`) };
  else series.look(now, `&names=${encodeURIComponent(all.join())}`);
  if (series.data && series.data.absent && !series.data.refused) get("variables-note").textContent = series.data.absent.join("; ");
  if (wanted.text !== built) build();
  const key = [fleet.live ? Math.floor(now / 250) : series.changes, fleet.at, span.changes, fleet.changes, wanted.text, get("curves").clientWidth, css("--ink")].join();
  if (key === drawn || !series.data) return;
  drawn = key;
  panels().forEach((part, k) => {
    const frame = begin(canvases[k], HIGH);
    if (!frame) return;
    timeAxis(frame);
    const curves = part.filter((name) => series.data.series[name]).map((name) => ({ name, data: series.data.series[name] }));
    drawCurves(frame, curves, { at: fleet.at });
    cursor(frame);
  });
}

let counted = 0;

function drawLive() {
  const found = liveNames();
  if (found.length === counted || document.activeElement === get("add")) return;
  counted = found.length;
  offer({ names: found });
}

function offer(found) {
  offered = found;
  const list = get("add"), first = document.createElement("option");
  first.value = "";
  first.textContent = `add one of ${found.names.length} variables`;
  list.replaceChildren(first, ...found.names.map((name) => {
    const option = document.createElement("option");
    option.value = option.textContent = name;
    return option;
  }));
}

function build() {
  built = wanted.text;
  canvases = [];
  get("curves").replaceChildren(...panels().map((part) => {
    const place = document.createElement("div");
    place.style.height = `${HIGH}px`;
    canvases.push(overTime(place, `${part.join(" and ")} over time`));
    return place;
  }));
}
