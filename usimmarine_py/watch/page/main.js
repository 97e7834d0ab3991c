// Takes what the server sends, and draws with every picture of the browser. Texts that came by mail are set as text,
// never as markup.
import { chartsOfLog, drawCharts, startCharts } from "./charts.js";
import { showContacts } from "./contacts.js";
import { lookAgain } from "./colours.js";
import { commanded, drive, offer, startControl } from "./control.js";
import { drawEncounters, startEncounters } from "./encounters.js";
import { fleet, take } from "./fleet.js";
import { drawFunctions, startFunctions } from "./functions.js";
import { drawHelm, startHelm } from "./helm.js";
import { showEvents, startEvents } from "./happened.js";
import { startKeys } from "./keys.js";
import { showMail, startMail, takeMail } from "./mail.js";
import { measure } from "./measure.js";
import { drawMap, redraw, seen, setDatum, setImage, setTiles, startMap } from "./map.js";
import { momentOfLog, startMoment, writeMoment } from "./moment.js";
import { drawFilm, startPictures } from "./picture.js";
import { emptyTiles, mapInWords, showHull, showValues, showVehicles } from "./panel.js";
import { shownSpan } from "./overtime.js";
import { clearScene, drawScene, scene, showScene, startScene, takeMotion, wantsMotion } from "./scene.js";
import { clearReports, takeReports } from "./reports.js";
import { frames, tell } from "./source.js";
import { again, keep, moveTimeline, showTimeline, startTimeline } from "./timeline.js";
import { addVariable, drawVariables, startVariables } from "./variables.js";

const SERVER_SILENT = 15000; // ms without news from our own server; the end of a connection is told at once
const LOGS = ["encounters"]; // panels of logs alone
const isOpen = (name) => !document.getElementById(name).hidden;
let heard = 0, broken = false, reader = "", reports = false;

function receive(frame) {
  const now = performance.now();
  heard = now;
  broken = false;
  if (frame.hello) begin(frame.hello);
  if ("bed" in frame) setImage("bed", frame.bed);
  if (frame.vehicles) { take(frame.vehicles, now); showVehicles(choose); }
  if (frame.hull) showHull(frame.hull);
  const earlier = keep(frame.values, frame.shapes);
  if (frame.shapes && (!earlier || fleet.live)) { fleet.shapes = frame.shapes; redraw(); fleet.changes += 1; }
  if (!earlier && frame.values) showValues(frame.values);
  if (frame.appcasts) takeReports(frame.appcasts);
  if (frame.motion) takeMotion(frame.motion);
  if (frame.mail || "mailOf" in frame) takeMail(frame.mail, frame.mailOf);
  commanded();
}

function begin(hello) { // the server knows us now, for the first time or again
  reader = hello.reader;
  fleet.vehicles.clear();
  fleet.runs.length = 0;
  clearReports();
  clearScene();
  setImage("chart", hello.chart);
  setImage("bed", hello.bed);
  setDatum(hello.datum);
  setTiles(hello.tiles);
  offer(hello);
  fleet.live = !hello.log;
  chartsOfLog(hello.log);
  showTimeline(hello.earlier);
  for (const name of LOGS) {
    document.getElementById(`open-${name}`).hidden = !hello.log;
    if (!hello.log) document.getElementById(name).hidden = true;
  }
  document.getElementById("open-helm").hidden = !hello.helm;
  document.getElementById("helm-lanes").hidden = !hello.log;
  document.getElementById("open-scene").hidden = !hello.scene;
  momentOfLog(hello.log);
  if (reports || isOpen("mail") || isOpen("variables") || isOpen("scene")) look();
}

function look() {
  const mail = fleet.live && (isOpen("mail") || isOpen("variables"));
  tell("look", { reader, vehicle: fleet.chosen, appcasts: reports, mail, scene: wantsMotion() }).catch(() => {});
}

setInterval(() => { if (reader) look(); }, 30000); // the place is kept for a page that asks

function choose(name) {
  fleet.chosen = name;
  fleet.changes += 1;
  emptyTiles();
  showVehicles(choose);
  look();
  again();
}

function panel(name, changed) {
  const button = document.getElementById(`open-${name}`), section = document.getElementById(name);
  button.addEventListener("click", () => {
    section.hidden = !section.hidden;
    button.setAttribute("aria-expanded", String(!section.hidden));
    changed(!section.hidden);
  });
}

function server() { // the terminal may have ended us: say so instead of showing old values as new
  const gone = heard > 0 && (broken || performance.now() - heard > SERVER_SILENT);
  document.body.classList.toggle("stale", gone);
  if (!gone) return;
  const chip = document.getElementById("source");
  chip.className = "chip bad";
  chip.querySelector("[data-value]").textContent = "usim watch has ended; this page comes back when it is started again";
}

function draw(now) {
  lookAgain();
  drive(now);
  moveTimeline(now);
  showEvents(now);
  drawMap(now);
  drawFilm(now);
  drawCharts(now);
  document.getElementById("open-encounters").hidden = fleet.live || fleet.vehicles.size < 2;
  if (isOpen("helm")) { if (!fleet.live) drawHelm(now); drawFunctions(); }
  if (isOpen("contacts")) showContacts(now, choose);
  if (isOpen("encounters")) drawEncounters(now);
  if (isOpen("mail")) showMail(now);
  if (isOpen("variables")) drawVariables(now);
  if (isOpen("scene")) drawScene(now);
  writeMoment(now);
  requestAnimationFrame(draw);
}

startMap(choose);
startPictures();
startCharts();
startKeys(choose);
startControl();
startTimeline();
startEvents();
startHelm();
startFunctions();
startEncounters();
startVariables();
startScene();
const into = (name) => document.getElementById(name).scrollIntoView({ block: "nearest" });
panel("reports", (open) => { reports = open; look(); if (open) into("reports"); });
panel("control", () => {});
panel("scene", (open) => { showScene(open); look(); if (open) into("scene"); });
panel("contacts", (open) => { seen.approaches = open; if (open) into("contacts"); });
for (const name of ["mail", "variables"]) panel(name, (open) => { look(); if (open) into(name); });
startMail((name) => {
  addVariable(name);
  if (!isOpen("variables")) document.getElementById("open-variables").click();
});
for (const name of ["helm", ...LOGS]) panel(name, (open) => { if (open) into(name); });
startMoment((name) => { if (!isOpen(name)) document.getElementById(`open-${name}`).click(); }, choose);
setInterval(server, 500);
setInterval(mapInWords, 3000);
frames(() => fleet.chosen, receive, () => { broken = true; });
requestAnimationFrame(draw);
window.usimWatch = { fleet, view: seen, span: shownSpan, measure, scene }; // to look at, for tests
