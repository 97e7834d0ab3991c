// Lines and areas of a chart that the user gives: land, depths, coasts, and anything else; drawn once for each view.
import { css, write } from "./colours.js";
import { Boxes } from "./shapes.js";
import { ask } from "./source.js";

const DEEP = 30, layer = { canvas: document.createElement("canvas"), key: "" }; // m, from where water has its darkest blue
const ORDER = { depth: 0, land: 1, "": 2, contour: 3, coast: 4 };
let features = [], count = 0;

export async function startLines(are, onLoad) {
  const number = ++count;
  features = [];
  if (!are) return;
  try {
    const found = await ask("lines");
    if (number !== count) return;
    for (const one of found) one.at = one.kind === "area" ? middle(one.rings[0]) : one.rings[0][Math.floor(one.rings[0].length / 2)];
    features = found.sort((a, b) => ORDER[a.of] - ORDER[b.of]);
    layer.key = "";
    onLoad();
  } catch { /* the map works without them */ }
}

export function linesOn(pen, view, across, down, ground) {
  if (!features.length) return;
  const dots = window.devicePixelRatio || 1, { canvas } = layer;
  const key = [view.x, view.y, view.scale, view.width, view.height, view.labels, dots, css("--card"), css("--shallow")].join();
  if (key !== layer.key) {
    layer.key = key;
    canvas.width = ground.width;
    canvas.height = ground.height;
    const own = canvas.getContext("2d");
    own.setTransform(dots, 0, 0, dots, 0, 0);
    own.lineJoin = "round";
    for (const feature of features) draw(own, feature, across, down);
    if (view.labels) names(own, view, across, down);
  }
  pen.drawImage(canvas, 0, 0, view.width, view.height);
}

function draw(pen, { kind, rings, of, depth }, across, down) {
  pen.beginPath();
  for (const ring of rings) {
    if (kind === "spot") { pen.moveTo(across(ring[0][0]) + 2, down(ring[0][1])); pen.arc(across(ring[0][0]), down(ring[0][1]), 2, 0, 7); continue; }
    ring.forEach(([x, y], k) => (k ? pen.lineTo(across(x), down(y)) : pen.moveTo(across(x), down(y))));
    if (kind === "area") pen.closePath();
  }
  if (kind === "area" && of) {
    pen.fillStyle = css(of === "land" ? "--land" : "--shallow");
    pen.globalAlpha = of === "land" ? 1 : Math.max(0.1, 0.75 * (1 - (depth || 0) / DEEP));
    pen.fill("evenodd");
    pen.globalAlpha = 1;
  } else if (kind === "area") {
    pen.fillStyle = css("--soft");
    pen.globalAlpha = 0.12;
    pen.fill("evenodd");
    pen.globalAlpha = 1;
  }
  if (of === "depth") return;
  pen.strokeStyle = css(of === "contour" ? "--accent" : of === "" ? "--soft" : "--ink");
  pen.globalAlpha = of === "contour" ? 0.55 : 0.8;
  pen.lineWidth = of === "coast" ? 1.6 : 1;
  pen.stroke();
  pen.globalAlpha = 1;
}

function names(pen, view, across, down) {
  const taken = new Boxes();
  pen.font = "10.5px system-ui, sans-serif";
  pen.textAlign = "left";
  for (const { kind, at: [x, y], of, name, depth } of features) {
    const sounding = kind === "spot" || of === "contour" ? depth : null;
    const text = name || (sounding === null ? "" : String(Number(sounding.toFixed(1))));
    if (!text) continue;
    const px = across(x) + 4, py = down(y) - 3;
    if (!(px > 0 && px < view.width && py > 10 && py < view.height)) continue;
    if (taken.claim(px, py - 9, pen.measureText(text).width + 6, 13)) write(pen, text, px, py, css("--soft"));
  }
}

function middle(ring) { // of the box around it
  const [xs, ys] = [0, 1].map((k) => ring.map((place) => place[k]));
  const half = (all) => (all.reduce((a, b) => Math.min(a, b)) + all.reduce((a, b) => Math.max(a, b))) / 2;
  return [half(xs), half(ys)];
}
