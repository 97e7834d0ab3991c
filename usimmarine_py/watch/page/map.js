// The map: what lies behind, tracks and shapes on one canvas, drawn when they change; vehicles on another, always.
import { css, stroke, write } from "./colours.js";
import { COLUMNS, colourOf, fleet, formOf, isJump, isSilent, rowAt, timeOf, upTo } from "./fleet.js";
import { clicked, send } from "./control.js";
import { drawHandles, dropped, grab, letGo, moveTo, moving } from "./drag.js";
import { drawApproaches, drawHearing, modeOf, saidOf } from "./contacts.js";
import { degrees, drawMeasure, drawScale, measure, place as mark } from "./measure.js";
import { drawContours, drawTiles, startTiles } from "./ground.js";
import { linesOn, startLines } from "./lines.js";
import { legs } from "./plan.js";
import { Boxes, drawPulses, drawShapes } from "./shapes.js";

const WANT = COLUMNS.indexOf("want_heading");
const MARGIN = 0.12, SMALLEST = 20; // share of the span left free; least span in m
const view = { x: 0, y: 0, scale: 0.1, width: 0, height: 0, fit: true, follow: false, labels: true, stale: true, trail: 0, approaches: false, datum: null, globe: false };
const images = { chart: null, bed: null };
let ground, top, choose, drawnAt = 0, drawnChanges = -1, wholes = "", ink = "";

export const seen = view; // for tests

const across = (x) => (x - view.x) / view.scale + view.width / 2;
const down = (y) => view.height / 2 - (y - view.y) / view.scale;

export function startMap(onChoose) {
  choose = onChoose;
  ground = document.getElementById("ground");
  top = document.getElementById("top");
  new ResizeObserver(resize).observe(document.getElementById("map"));
  resize();
  button("fit", () => { view.fit = !view.fit; view.follow = false; fit(true); });
  button("follow", () => { view.follow = !view.follow; if (view.follow) view.fit = false; });
  button("labels", () => { view.labels = !view.labels; view.stale = true; });
  button("measure", () => { measure.on = !measure.on; measure.from = measure.to = null; });
  button("globe", () => { view.globe = !view.globe; view.stale = true; });
  document.getElementById("trail").addEventListener("change", (event) => { view.trail = Number(event.target.value); view.stale = true; });
  pointer();
}

function button(name, does) {
  document.getElementById(name).addEventListener("click", () => { does(); pressed(); });
}

function pressed() {
  for (const [name, on] of [["fit", view.fit], ["follow", view.follow], ["labels", view.labels], ["measure", measure.on], ["globe", view.globe]]) {
    document.getElementById(name).setAttribute("aria-pressed", String(on));
  }
}

export function setTiles(url) { startTiles(url, () => { view.stale = true; }); }

export function setLines(are) { startLines(are, () => { view.stale = true; }); }

export function setDatum(datum) { // of the geographic grid; null: the mission has none
  view.datum = datum;
  document.getElementById("globe").hidden = !datum;
}

export function setImage(which, corners) {
  if (!corners) { images[which] = null; return; }
  const picture = new Image();
  picture.addEventListener("load", () => { images[which] = { ...corners, picture }; view.stale = true; });
  picture.src = `${which}?n=${corners.number}`;
}

function resize() {
  const box = document.getElementById("map").getBoundingClientRect(), dots = window.devicePixelRatio || 1;
  view.width = box.width;
  view.height = box.height;
  for (const canvas of [ground, top]) {
    canvas.width = Math.round(box.width * dots);
    canvas.height = Math.round(box.height * dots);
    canvas.getContext("2d").setTransform(dots, 0, 0, dots, 0, 0);
  }
  view.stale = true;
  fit(true);
}

function moved() { view.fit = false; view.stale = true; pressed(); }

function zoom(factor, px, py) {
  const x = view.x + (px - view.width / 2) * view.scale, y = view.y + (view.height / 2 - py) * view.scale;
  view.scale = Math.min(Math.max(view.scale * factor, 1e-3), 1e4);
  view.x = x - (px - view.width / 2) * view.scale;
  view.y = y - (view.height / 2 - py) * view.scale;
  moved();
}

function pointer() {
  const held = new Map();
  let path = 0;
  top.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(Math.exp(Math.sign(event.deltaY) * Math.min(Math.abs(event.deltaY), 120) / 500), event.offsetX, event.offsetY);
  }, { passive: false });
  top.addEventListener("pointerdown", (event) => {
    if (event.button > 0) return;
    top.setPointerCapture(event.pointerId);
    held.set(event.pointerId, [event.offsetX, event.offsetY]);
    path = 0;
    if (held.size > 1 || measure.on || !grab(event.offsetX, event.offsetY, across, down)) letGo();
  });
  top.addEventListener("pointermove", (event) => {
    const before = held.get(event.pointerId);
    if (measure.on && measure.from && !measure.fixed) measure.to = placeOf(event.offsetX, event.offsetY);
    if (!before) return;
    const here = [event.offsetX, event.offsetY];
    if (held.size === 2) { // two fingers
      const other = [...held.entries()].find(([id]) => id !== event.pointerId)[1];
      const was = Math.hypot(before[0] - other[0], before[1] - other[1]);
      const is = Math.hypot(here[0] - other[0], here[1] - other[1]);
      if (was > 10 && is > 10) zoom(was / is, (here[0] + other[0]) / 2, (here[1] + other[1]) / 2);
    } else {
      path += Math.abs(here[0] - before[0]) + Math.abs(here[1] - before[1]);
      if (path > 4 && moving.shape) moveTo(placeOf(...here));
      else if (path > 4) {
        view.x -= (here[0] - before[0]) * view.scale;
        view.y += (here[1] - before[1]) * view.scale;
        view.follow = false;
        moved();
      }
    }
    held.set(event.pointerId, here);
  });
  for (const kind of ["pointerup", "pointercancel"]) {
    top.addEventListener(kind, (event) => {
      if (kind === "pointerup" && held.size === 1 && path <= 4) tap(event.offsetX, event.offsetY);
      else if (kind === "pointerup" && moving.shape) { const wish = dropped(); if (wish) send(wish); }
      letGo();
      held.delete(event.pointerId);
    });
  }
  top.addEventListener("contextmenu", (event) => {
    if (clicked("right", placeOf(event.offsetX, event.offsetY))) event.preventDefault();
  });
  top.addEventListener("keydown", (event) => {
    if (event.key === "Escape") letGo();
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (steps) {
      view.x += steps[0] * 40 * view.scale;
      view.y += steps[1] * 40 * view.scale;
      view.follow = false;
      moved();
    } else if (event.key === "+" || event.key === "-") zoom(event.key === "+" ? 0.8 : 1.25, view.width / 2, view.height / 2);
    else return;
    event.preventDefault();
  });
}

function placeOf(px, py) { return [view.x + (px - view.width / 2) * view.scale, view.y + (view.height / 2 - py) * view.scale]; }

function tap(px, py) {
  if (measure.on) mark(...placeOf(px, py));
  else if (!clicked("left", placeOf(px, py))) pick(px, py);
}

function pick(px, py) { // a vehicle near the place
  let best = 20, found = null;
  for (const vehicle of fleet.vehicles.values()) {
    const row = vehicle.place;
    const far = row ? Math.hypot(across(row[1]) - px, down(row[2]) - py) : Infinity;
    if (far < best) { best = far; found = vehicle; }
  }
  if (found) choose(found.name);
}

function cornersOf(vehicle) { // of its track, as rows; only what is new is looked at
  const { rows, whole } = vehicle;
  if (!vehicle.box || vehicle.box.whole !== whole) vehicle.box = { whole, count: 0, low: [0, Infinity, Infinity], high: [0, -Infinity, -Infinity] };
  const { box } = vehicle, { low, high } = box;
  for (; box.count < rows.length; box.count++) {
    for (const k of [1, 2]) {
      low[k] = Math.min(low[k], rows[box.count][k]);
      high[k] = Math.max(high[k], rows[box.count][k]);
    }
  }
  return box.count ? [low, high] : [];
}

function fit(always) {
  if (!view.fit || !(view.width > 0)) return;
  let x0 = Infinity, x1 = -Infinity, y0 = Infinity, y1 = -Infinity;
  const reach = (row) => {
    if (row[1] < x0) x0 = row[1];
    if (row[1] > x1) x1 = row[1];
    if (row[2] < y0) y0 = row[2];
    if (row[2] > y1) y1 = row[2];
  };
  for (const vehicle of fleet.vehicles.values()) {
    for (const corner of cornersOf(vehicle)) reach(corner);
    if (vehicle.head) reach(vehicle.head);
  }
  const tracks = x1 >= x0, far = 3 * Math.max(x1 - x0, y1 - y0, 100), middle = [(x0 + x1) / 2, (y0 + y1) / 2];
  for (const { points, radius = 0 } of fleet.shapes) { // what lies there, if it is not far away
    for (const [x, y] of points) {
      if (tracks && !(Math.hypot(x - middle[0], y - middle[1]) + radius < far)) continue;
      reach([0, x - radius, y - radius]);
      reach([0, x + radius, y + radius]);
    }
  }
  if (!(x1 >= x0)) x0 = x1 = y0 = y1 = 0;
  const need = Math.max((x1 - x0) / view.width, (y1 - y0) / view.height, SMALLEST / Math.min(view.width, view.height));
  const halfX = view.width * view.scale * 0.48, halfY = view.height * view.scale * 0.48;
  const inside = x0 >= view.x - halfX && x1 <= view.x + halfX && y0 >= view.y - halfY && y1 <= view.y + halfY;
  // moved only when a track leaves the view or fills little of it: axes that creep are hard to read
  if (!always && inside && need > 0.35 * view.scale) return;
  view.x = (x0 + x1) / 2;
  view.y = (y0 + y1) / 2;
  view.scale = need * (1 + 2 * MARGIN);
  view.stale = true;
}

export function nice(raw) {
  const power = 10 ** Math.floor(Math.log10(raw));
  return power * [1, 2, 5, 10].find((m) => m * power >= raw * 0.999);
}

export function drawMap(now) {
  if (css("--ink") !== ink) { ink = css("--ink"); view.stale = true; }
  if (fleet.changes !== drawnChanges) {
    const state = [...fleet.vehicles.values()].map((v) => v.whole).join();
    if (fleet.changes && (now - drawnAt > 90 || state !== wholes)) {
      drawnChanges = fleet.changes;
      wholes = state;
      fit(false);
      view.stale = true;
    }
  }
  for (const vehicle of fleet.vehicles.values()) {
    vehicle.time = timeOf(vehicle, now);
    vehicle.place = rowAt(vehicle, vehicle.time);
  }
  const one = fleet.one;
  if (view.follow && one && one.place && (one.place[1] !== view.x || one.place[2] !== view.y)) {
    [, view.x, view.y] = one.place;
    view.stale = true;
  }
  if (view.late && now > layer.due) { view.late = false; view.stale = true; }
  if (view.stale) {
    view.stale = false;
    drawnAt = now;
    drawGround();
  }
  drawTop(now);
}

export function redraw() { view.stale = true; }

function drawGround() {
  const pen = ground.getContext("2d"), { width, height } = view;
  pen.clearRect(0, 0, width, height);
  drawTiles(pen, view, across, down);
  for (const which of ["chart", "bed"]) {
    const image = images[which];
    if (!image) continue;
    pen.imageSmoothingEnabled = which === "chart";
    pen.drawImage(image.picture, across(image.x0), down(image.y1), (image.x1 - image.x0) / view.scale,
      (image.y1 - image.y0) / view.scale);
  }
  linesOn(pen, view, across, down, ground);
  grid(pen);
  if (images.bed) drawContours(pen, images.bed.contours, across, down, view);
  drawScale(pen, nice, view.scale, width, height);
  shapesOn(pen);
  pen.lineJoin = "round";
  if (fleet.at === null && view.trail === 0) { tracksOn(pen); return; }
  for (const vehicle of fleet.vehicles.values()) {
    const shown = upTo(vehicle.rows, vehicle.time), from = trailFrom(vehicle);
    if (fleet.at !== null && shown < vehicle.rows.length) { // what is still to come
      const rest = vehicle.rows.slice(Math.max(shown - 1, 0));
      if (vehicle.head) rest.push(vehicle.head);
      line(pen, rest, rest.length, colourOf(vehicle), 1, 0.35);
    }
    vehicle.drawn = shown;
    line(pen, vehicle.rows, shown, colourOf(vehicle), 2.2, 1, from);
  }
}

// Shapes change seldom, tracks ten times a second: they are drawn on a canvas of their own, and copied.
const layer = { canvas: document.createElement("canvas"), key: "", shapes: null, due: 0 };

// Where names of vehicles stand in the last picture.
const MOST_MOVED = 8, MOST_BESIDE = 200;
const plates = { taken: new Boxes(), boxes: [], key: "" };

function shapesOn(pen) {
  const dots = window.devicePixelRatio || 1, key = [view.x, view.y, view.scale, view.width, view.height, view.labels, dots, css("--ink"), plates.key].join();
  const now = performance.now();
  if (key !== layer.key || (fleet.shapes !== layer.shapes && now > layer.due)) { // many that change often: vehicles come first
    layer.key = key;
    layer.shapes = fleet.shapes;
    layer.canvas.width = ground.width;
    layer.canvas.height = ground.height;
    const own = layer.canvas.getContext("2d");
    own.setTransform(dots, 0, 0, dots, 0, 0);
    drawShapes(own, fleet.shapes, across, down, view.scale, view.labels, plates.key ? plates.boxes : []);
    layer.due = performance.now() + Math.min(8 * (performance.now() - now), 2000);
  } else if (fleet.shapes !== layer.shapes) view.late = true;
  if (fleet.shapes.length) pen.drawImage(layer.canvas, 0, 0, view.width, view.height);
}

// Tracks of live mail only grow: what is new is added to a canvas of their own, which is copied.
const inked = { canvas: document.createElement("canvas"), key: "" };

function tracksOn(pen) {
  const all = [...fleet.vehicles.values()], { canvas } = inked, own = canvas.getContext("2d"), dots = window.devicePixelRatio || 1;
  const shown = all.map((vehicle) => upTo(vehicle.rows, vehicle.time));
  const key = [view.x, view.y, view.scale, view.width, view.height, dots, css("--ink"), ...all.map((vehicle) => `${vehicle.number} ${vehicle.whole} ${colourOf(vehicle)}`)].join();
  if (key !== inked.key || all.some(({ inked: count = 0 }, k) => count > shown[k])) {
    inked.key = key;
    canvas.width = ground.width;
    canvas.height = ground.height;
    own.setTransform(dots, 0, 0, dots, 0, 0);
    own.lineJoin = "round";
    for (const vehicle of all) vehicle.inked = 0;
  }
  all.forEach((vehicle, k) => {
    vehicle.drawn = shown[k];
    line(own, vehicle.rows, shown[k], colourOf(vehicle), 2.2, 1, Math.max(vehicle.inked - 1, 0));
    vehicle.inked = shown[k];
  });
  pen.drawImage(canvas, 0, 0, view.width, view.height);
}

function trailFrom({ rows, time }) { // the first row of a trail that is limited in time
  return view.trail ? (view.trail < 0 ? rows.length : Math.max(upTo(rows, time - view.trail) - 1, 0)) : 0;
}

function line(pen, rows, count, colour, width, alpha, from = 0) {
  if (count - from < 2) return;
  pen.beginPath();
  for (let k = from; k < count; k++) {
    const row = rows[k];
    if (k === from || isJump(rows[k - 1], row)) pen.moveTo(across(row[1]), down(row[2]));
    else pen.lineTo(across(row[1]), down(row[2]));
  }
  stroke(pen, colour, width, alpha);
}

function grid(pen) {
  const { width, height, scale } = view;
  if (view.globe && view.datum) { graticule(pen); return; }
  const step = nice(Math.max(width, height) * scale / 8), digits = step < 1 ? Math.ceil(-Math.log10(step)) : 0;
  pen.strokeStyle = css("--line");
  pen.fillStyle = css("--soft");
  pen.font = "11px system-ui, sans-serif";
  pen.lineWidth = 1;
  pen.globalAlpha = images.chart ? 0.5 : 1;
  const shown = (value) => (value === 0 ? "0" : value.toFixed(digits).replace("-", "\u2212"));
  const left = view.x - width * scale / 2, low = view.y - height * scale / 2;
  const verticals = [], horizontals = [];
  for (let k = Math.ceil(left / step); k * step < left + width * scale; k++) verticals.push(k * step);
  for (let k = Math.ceil(low / step); k * step < low + height * scale; k++) horizontals.push(k * step);
  pen.beginPath();
  for (const x of verticals) { const p = Math.round(across(x)) + 0.5; pen.moveTo(p, 0); pen.lineTo(p, height); }
  for (const y of horizontals) { const p = Math.round(down(y)) + 0.5; pen.moveTo(0, p); pen.lineTo(width, p); }
  pen.stroke();
  pen.globalAlpha = 1;
  const every = Math.ceil((pen.measureText(shown(verticals[0] || 0)).width + 14) / (step / scale));
  const put = (text, x, y) => write(pen, text, x, y, css("--soft"));
  pen.textAlign = "center";
  for (const x of verticals) {
    const p = across(x);
    if (Math.round(x / step) % every === 0 && p > 52 && p < width - 24) put(shown(x), p, height - 5);
  }
  pen.textAlign = "left";
  for (const y of horizontals) { const p = down(y); if (p > 26 && p < height - 22) put(shown(y), 4, p - 3); }
  put("y, north (m)", 4, 13);
  pen.textAlign = "right";
  put("x, east (m)", width - 5, height - 19);
}

// Meridians and parallels at round minutes; straight lines, as over a few km they are.
function graticule(pen) {
  const { width, height, scale, datum } = view;
  pen.strokeStyle = css("--line");
  pen.fillStyle = css("--soft");
  pen.font = "11px system-ui, sans-serif";
  pen.lineWidth = 1;
  const texts = [];
  for (const [zero, each, middle, size, upright] of [[datum.lon, datum.east, view.x, width, true], [datum.lat, datum.north, view.y, height, false]]) {
    const low = zero + (middle - size * scale / 2) * each, high = zero + (middle + size * scale / 2) * each;
    const step = nice((high - low) * 60 / Math.max(2, size / 150)) / 60, digits = Math.min(Math.max(0, Math.ceil(-Math.log10(step * 60) - 1e-9)), 5);
    for (let k = Math.ceil(low / step); k * step <= high; k++) {
      const at = (k * step - zero) / each, p = Math.round(upright ? across(at) : down(at)) + 0.5;
      pen.beginPath();
      if (upright) { pen.moveTo(p, 0); pen.lineTo(p, height); } else { pen.moveTo(0, p); pen.lineTo(width, p); }
      pen.stroke();
      if (upright ? p > 60 && p < width - 40 : p > 26 && p < height - 22) texts.push([degrees(k * step, upright ? "EW" : "NS", digits), upright ? p : 4, upright ? height - 5 : p - 3, upright]);
    }
  }
  for (const [text, x, y, upright] of texts) {
    pen.textAlign = upright ? "center" : "left";
    write(pen, text, x, y, css("--soft"));
  }
  pen.textAlign = "left";
}

function drawTop(now) {
  const pen = top.getContext("2d");
  pen.clearRect(0, 0, view.width, view.height);
  pen.lineJoin = "round";
  drawLegs(pen);
  if (view.approaches) { drawHearing(pen, across, down); drawApproaches(pen, across, down); }
  for (const vehicle of fleet.vehicles.values()) {
    const { rows, place, drawn = 0 } = vehicle;
    if (!place || view.trail < 0) continue;
    const tail = rows.slice(Math.max(drawn - 1, 0), upTo(rows, vehicle.time));
    tail.push(place);
    line(pen, tail, tail.length, colourOf(vehicle), 2.2, 1);
  }
  drawHandles(pen, across, down);
  drawMeasure(pen, across, down);
  const one = fleet.one;
  if (one) drawPulses(pen, fleet.shapes, across, down, view.scale, one.time);
  plates.taken = new Boxes();
  plates.boxes = [];
  for (const vehicle of [...fleet.vehicles.values()].filter((v) => v !== one).concat(one || [])) {
    if (!vehicle.place) continue;
    pen.globalAlpha = isSilent(vehicle, now) ? 0.4 : 1;
    hull(pen, vehicle, vehicle === one && fleet.vehicles.size > 1);
    pen.globalAlpha = 1;
  }
  // names of shapes stand beside those of vehicles; of many shapes or vehicles this would be drawn too often
  const few = fleet.vehicles.size <= MOST_MOVED && fleet.shapes.length <= MOST_BESIDE;
  const key = few ? plates.boxes.map((box) => box.map((size) => Math.round(size / 12)).join()).join() : "";
  if (key !== plates.key) {
    plates.key = key;
    view.stale = true;
  }
}

// The current leg as a broad line in the vehicle's colour, and a dashed one from the vehicle to the next waypoint.
function drawLegs(pen) {
  const led = new Set(), key = (name, run = "") => `${run}\n${name.toLowerCase()}`; // each run has its own
  const named = new Map([...fleet.vehicles.values()].map((vehicle) => [key(vehicle.facts.alone || vehicle.name, vehicle.facts.run), vehicle]));
  for (const { name, run, from, to } of legs(fleet.shapes)) {
    const vehicle = named.get(key(name, run));
    if (!vehicle || !vehicle.place) continue;
    led.add(vehicle);
    const end = [across(to[0]), down(to[1])];
    if (from) {
      pen.beginPath();
      pen.moveTo(across(from[0]), down(from[1]));
      pen.lineTo(...end);
      stroke(pen, colourOf(vehicle), 5, 0.45);
    }
    pen.beginPath();
    pen.moveTo(across(vehicle.place[1]), down(vehicle.place[2]));
    pen.lineTo(...end);
    pen.setLineDash([5, 5]);
    stroke(pen, colourOf(vehicle), 1.4);
    const { capture, slip } = saidOf(vehicle).helm || {};
    for (const [radius, dashes] of [[capture, []], [slip, [3, 4]]]) {
      if (!radius || radius / view.scale < 4) continue;
      pen.setLineDash(dashes);
      pen.beginPath();
      pen.arc(...end, radius / view.scale, 0, 7);
      stroke(pen, colourOf(vehicle), 1, 0.8);
    }
    pen.setLineDash([]);
  }
  for (const vehicle of fleet.vehicles.values()) { // a position to hold
    const { hold } = vehicle.facts;
    if (!hold || !vehicle.place || led.has(vehicle)) continue;
    const x = across(hold[0]), y = down(hold[1]);
    pen.beginPath();
    pen.moveTo(x - 7, y); pen.lineTo(x + 7, y); pen.moveTo(x, y - 7); pen.lineTo(x, y + 7);
    pen.moveTo(x + 5, y); pen.arc(x, y, 5, 0, 7);
    stroke(pen, colourOf(vehicle), 1.4);
  }
}

// A vehicle's name and mode on a plate, so that they are read over whatever lies there: to starboard on the map, or to
// the left, below or above, where the picture ends or another name stands.
function plate(pen, vehicle, mode, long) {
  const { name } = vehicle, x = across(vehicle.place[1]), y = down(vehicle.place[2]);
  pen.font = "600 12px system-ui, sans-serif";
  let wide = pen.measureText(name).width;
  pen.font = "11px system-ui, sans-serif";
  wide = Math.max(wide, mode ? pen.measureText(mode).width : 0) + 6;
  const high = mode ? 28 : 15, half = long / 2 + 3;
  const places = [[half, -19], [-half - wide, -19], [-wide / 2, half], [-wide / 2, -half - high]];
  const fits = ([left, top]) => x + left >= 0 && x + left + wide <= view.width && y + top >= 0 && y + top + high <= view.height;
  const free = (at) => at && fits(at) && plates.taken.claim(x + at[0], y + at[1], wide, high);
  let at = free(places[vehicle.side]) ? places[vehicle.side] : places.find(free); // where it was, lest it jumps
  if (!at) {
    [at] = places;
    plates.taken.claim(x + at[0], y + at[1], wide, high);
  }
  vehicle.side = places.indexOf(at);
  plates.boxes.push([x + at[0], y + at[1], wide, high], [x - 10, y - 10, 20, 20]);
  pen.globalAlpha *= 0.78;
  pen.fillStyle = css("--card");
  pen.fillRect(at[0], at[1], wide, high);
  pen.globalAlpha /= 0.78;
  const left = vehicle.side !== 1, begin = at[0] + (left ? 3 : wide - 3); // towards the vehicle
  pen.textAlign = left ? "left" : "right";
  pen.font = "600 12px system-ui, sans-serif";
  write(pen, name, begin, at[1] + 11, css("--ink"));
  pen.font = "11px system-ui, sans-serif";
  if (mode) write(pen, mode, begin, at[1] + 24, css("--soft"));
  pen.textAlign = "left";
}

function hull(pen, vehicle, ringed) {
  const [, x, y, heading] = vehicle.place, { length = 0, beam = 0 } = vehicle.facts, form = formOf(vehicle.facts);
  const long = Math.max(20, length / view.scale);
  const wide = Math.max(9, beam > 0 && length > 0 ? long * beam / length : long * 0.36);
  pen.save();
  pen.translate(across(x), down(y));
  if (ringed) {
    pen.beginPath();
    pen.arc(0, 0, long / 2 + 7, 0, 7);
    pen.strokeStyle = css("--soft");
    pen.lineWidth = 1.2;
    pen.stroke();
  }
  pen.save();
  pen.beginPath();
  if (heading === null) pen.arc(0, 0, 6, 0, 7);
  else {
    pen.rotate(heading * Math.PI / 180);
    const a = long / 2, b = wide / 2, want = vehicle.place[WANT];
    if (want !== null && want !== undefined) { // the desired heading, a thin line
      pen.save();
      pen.rotate((want - heading) * Math.PI / 180);
      pen.beginPath(); pen.moveTo(0, 0); pen.lineTo(0, -a - 26); pen.strokeStyle = css("--soft"); pen.lineWidth = 1.4; pen.stroke();
      pen.restore();
      pen.beginPath();
    }
    if (form === "catamaran") { // two hulls and a deck between them
      const w = Math.max(b, a * 0.42), h = Math.max(w * 0.28, 2);
      for (const side of [-1, 1]) {
        const m = side * (w - h);
        pen.moveTo(m, -a); pen.quadraticCurveTo(m + h, -a * 0.7, m + h, -a * 0.3); pen.lineTo(m + h, a); pen.lineTo(m - h, a);
        pen.lineTo(m - h, -a * 0.3); pen.quadraticCurveTo(m - h, -a * 0.7, m, -a); pen.closePath();
      }
      pen.rect(-w + h, -a * 0.25, 2 * (w - h), a * 0.8);
    } else if (form === "box") {
      pen.rect(-Math.max(b, a * 0.6), -a, 2 * Math.max(b, a * 0.6), 2 * a);
      pen.moveTo(0, -a); pen.lineTo(0, -a * 1.5);
    } else if (form === "ship") {
      pen.moveTo(0, -a); pen.lineTo(b, -a * 0.6); pen.lineTo(b, a); pen.lineTo(-b, a); pen.lineTo(-b, -a * 0.6);
    } else if (form === "buoy") pen.arc(0, 0, b, 0, 7);
    else if (form === "glider") {
      pen.moveTo(0, -a); pen.quadraticCurveTo(b * 0.6, -a * 0.7, b * 0.5, -a * 0.2); pen.lineTo(a * 0.9, a * 0.35);
      pen.lineTo(b * 0.5, a * 0.2); pen.lineTo(b * 0.3, a); pen.lineTo(-b * 0.3, a); pen.lineTo(-b * 0.5, a * 0.2);
      pen.lineTo(-a * 0.9, a * 0.35); pen.lineTo(-b * 0.5, -a * 0.2); pen.quadraticCurveTo(-b * 0.6, -a * 0.7, 0, -a);
    } else if (form === "torpedo") {
      pen.moveTo(0, -a); pen.quadraticCurveTo(b * 0.9, -a * 0.8, b * 0.7, -a * 0.4); pen.lineTo(b * 0.7, a * 0.55);
      pen.lineTo(b, a); pen.lineTo(-b, a); pen.lineTo(-b * 0.7, a * 0.55); pen.lineTo(-b * 0.7, -a * 0.4);
      pen.quadraticCurveTo(-b * 0.9, -a * 0.8, 0, -a);
    } else {
      pen.moveTo(0, -a); pen.quadraticCurveTo(b, -a * 0.45, b, a * 0.1); pen.lineTo(b * 0.8, a);
      pen.lineTo(-b * 0.8, a); pen.lineTo(-b, a * 0.1); pen.quadraticCurveTo(-b, -a * 0.45, 0, -a);
    }
    pen.closePath();
  }
  pen.fillStyle = colourOf(vehicle);
  pen.fill();
  pen.strokeStyle = css("--ink");
  pen.lineWidth = 1.4;
  pen.stroke();
  pen.restore();
  const mode = modeOf(vehicle);
  if (view.labels && vehicle.name) plate(pen, vehicle, mode, long);
  pen.restore();
}
