// The map as a picture (PNG), and as a short film (WebM) of what it shows meanwhile.
import { css } from "./colours.js";
import { fleet, firstTime, latestTime } from "./fleet.js";

// VP8 first: it costs least, and a slow machine loses fewer pictures.
const LONGEST = 120, RATE = 25, BITS = 5e6; // s, pictures and bits a second
const KINDS = ["video/webm;codecs=vp8", "video/webm;codecs=vp9", "video/webm", "video/mp4"];
const get = (name) => document.getElementById(name);
const film = { recorder: null, canvas: null, begun: 0, drawn: 0 };

export function startPictures() {
  get("picture").addEventListener("click", () => {
    const whole = document.createElement("canvas");
    whole.width = get("ground").width;
    whole.height = get("ground").height;
    paint(whole);
    whole.toBlob((blob) => offer(blob, "png"), "image/png");
  });
  get("film").hidden = typeof MediaRecorder === "undefined" || !kind();
  get("film").addEventListener("click", () => (film.recorder ? stop() : begin()));
}

const kind = () => KINDS.find((one) => MediaRecorder.isTypeSupported(one));

function paint(whole) { // both canvases of the map on the card's colour
  const pen = whole.getContext("2d");
  pen.fillStyle = css("--card");
  pen.fillRect(0, 0, whole.width, whole.height);
  for (const name of ["ground", "top"]) pen.drawImage(get(name), 0, 0, whole.width, whole.height);
}

function offer(blob, ending) {
  const link = document.createElement("a"), one = fleet.one;
  link.href = URL.createObjectURL(blob);
  link.download = `${document.title.split(" \u00b7 ")[0]}_${((one && one.time) || 0).toFixed(1)}s.${ending}`.replace(/[^\w.-]+/g, "_");
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function begin() {
  const canvas = film.canvas = document.createElement("canvas"), parts = [];
  canvas.width = get("ground").width & ~1; // of some encoders an odd size is none
  canvas.height = get("ground").height & ~1;
  paint(canvas);
  const recorder = film.recorder = new MediaRecorder(canvas.captureStream(RATE), { mimeType: kind(), videoBitsPerSecond: BITS });
  recorder.addEventListener("dataavailable", ({ data }) => { if (data.size) parts.push(data); });
  recorder.addEventListener("stop", () => {
    if (parts.length) offer(new Blob(parts, { type: recorder.mimeType }), recorder.mimeType.startsWith("video/mp4") ? "mp4" : "webm");
    else get("film").textContent = "Film (too short)"; // the encoder had not begun
  });
  recorder.start(1000);
  film.begun = performance.now();
  // a log that stands still would make a film of one picture
  const play = get("play");
  if (!fleet.live && play.getAttribute("aria-pressed") !== "true" && latestTime() > firstTime()) play.click();
  said();
}

function stop() {
  film.recorder.stop();
  film.recorder = null;
  said();
}

function said() {
  get("film").setAttribute("aria-pressed", String(film.recorder !== null));
  get("film").textContent = film.recorder ? "Stop film" : "Film";
}

export function drawFilm(now) {
  if (!film.recorder || now - film.drawn < 1000 / RATE - 4) return;
  film.drawn = now;
  paint(film.canvas);
  const ended = !fleet.live && fleet.at === null; // the log has played to its end
  if (now - film.begun > LONGEST * 1000 || (ended && now - film.begun > 1000)) stop();
}
