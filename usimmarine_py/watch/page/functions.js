// The objective functions at the slider's time, of a live helm those of now: over course and speed as roses, others as curves; the decision marked.
import { css } from "./colours.js";
import { fleet, latestTime, palette } from "./fleet.js";
import { go } from "./timeline.js";
import { ask as askServer } from "./source.js";

const LIVE = 500; // ms between two looks at a live helm
const ROSE = 190, SUM = 260, SHADES = shades();
let asking = false, shown = null, drawn = "", wanted = "";
const get = (name) => document.getElementById(name);

function shades() { // viridis, in 256 steps
  const stops = ["440154", "482878", "3e4a89", "31688e", "26828e", "1f9e89", "35b779", "6dcd59", "b4de2c", "fde725"]
    .map((hex) => [0, 2, 4].map((k) => parseInt(hex.slice(k, k + 2), 16)));
  return Array.from({ length: 256 }, (_, k) => {
    const place = k / 255 * (stops.length - 1), low = Math.min(Math.floor(place), stops.length - 2), share = place - low;
    return stops[low].map((v, c) => Math.round(v + share * (stops[low + 1][c] - v)));
  });
}

export function startFunctions() {
  get("earlier").addEventListener("click", () => step("previous"));
  get("later").addEventListener("click", () => step("next"));
}

function step(which) { if (shown && typeof shown[which] === "number") go(shown[which]); }

export function drawFunctions() {
  const one = fleet.one, at = fleet.live ? Math.floor(performance.now() / LIVE) : fleet.at === null ? latestTime() : fleet.at;
  if (!one || !(at === at)) return;
  wanted = `functions?vehicle=${encodeURIComponent(one.name)}&t=${at}`;
  if (!asking && (!shown || shown.key !== wanted) && !document.body.classList.contains("stale")) ask();
  const key = `${shown && shown.key} ${css("--ink")} ${get("functions").clientWidth > 500}`;
  if (!shown || key === drawn) return;
  drawn = key;
  draw(shown);
}

async function ask() {
  asking = true;
  const key = wanted;
  try {
    const found = await askServer(key);
    shown = { ...found, key };
  } catch { /* the next picture asks again */ }
  await new Promise((done) => setTimeout(done, 60));
  asking = false;
}

function draw(found) {
  get("earlier").disabled = typeof found.previous !== "number";
  get("later").disabled = typeof found.next !== "number";
  const place = get("functions"), note = get("functions-note");
  if (found.refused) { note.textContent = found.refused; place.replaceChildren(); return; }
  const chosen = Object.entries(found.decision).map(([name, value]) => `${name} ${Number(value.toPrecision(5))}`).join(", ");
  note.textContent = [`iteration ${found.iteration} at ${found.time.toFixed(2)} s: ${chosen || "no decision"}`,
    found.replayed ? "functions of a replay of the log's mail" : "", ...found.notes].filter(Boolean).join("; ");
  const flat = found.functions.filter(({ plane }) => plane), parts = [];
  if (flat.length) {
    const sum = new Float64Array(flat[0].plane.length);
    for (const { weight, plane } of flat) plane.forEach((value, k) => { sum[k] += weight * value; });
    parts.push(rose(SUM, found, sum, "Weighted sum", true));
    for (const { name, weight, plane } of flat) parts.push(rose(ROSE, found, plane, `${name}, weight ${Number(weight.toPrecision(4))}`, false));
  }
  for (const axis of found.axes) {
    const held = found.functions.filter(({ lines }) => axis[0] in lines);
    if (held.length) parts.push(lines(found, axis, held));
  }
  place.replaceChildren(...parts);
}

function picture(title, width, height) {
  const figure = document.createElement("figure"), words = document.createElement("figcaption"), canvas = document.createElement("canvas");
  const dots = window.devicePixelRatio || 1;
  words.textContent = title;
  canvas.width = Math.round(width * dots);
  canvas.height = Math.round(height * dots);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", title);
  const pen = canvas.getContext("2d");
  pen.setTransform(dots, 0, 0, dots, 0, 0);
  pen.font = "11px system-ui, sans-serif";
  figure.append(words, canvas);
  return { figure, canvas, pen, dots };
}

// North up, the speed outwards.
function rose(size, { plane: [course, speed], decision }, values, title, whole) {
  const { figure, canvas, pen, dots } = picture(title, size + 46, size);
  const middle = size / 2, centre = middle + 23, radius = middle - (whole ? 18 : 16), least = Math.min(speed[1], 0), most = speed[2] > least ? speed[2] : least + 1;
  let low = whole ? Infinity : 0, high = whole ? -Infinity : 100;
  for (const value of values) { if (value < low) low = value; if (value > high) high = value; }
  const image = pen.createImageData(canvas.width, canvas.height), turn = (course[2] - course[1]) / Math.max(course[3] - 1, 1);
  const rise = (speed[2] - speed[1]) / Math.max(speed[3] - 1, 1) || 1;
  for (let py = 0; py < canvas.height; py++) {
    for (let px = 0; px < canvas.width; px++) {
      const dx = (px + 0.5) / dots - centre, dy = (py + 0.5) / dots - middle, far = Math.hypot(dx, dy) / radius;
      if (far > 1) continue;
      const angle = (Math.atan2(dx, -dy) * 180 / Math.PI + 360) % 360, fast = least + far * (most - least);
      let i = Math.round((angle - course[1]) / (turn || 1));
      if (i >= course[3]) i = course[1] + 360 - angle < turn ? 0 : course[3] - 1;
      const j = Math.min(Math.max(Math.round((fast - speed[1]) / rise), 0), speed[3] - 1);
      const value = values[Math.max(i, 0) * speed[3] + j];
      const [r, g, b] = SHADES[Math.round(255 * Math.min(Math.max((value - low) / (high - low || 1), 0), 1))];
      const at = 4 * (py * canvas.width + px);
      image.data[at] = r; image.data[at + 1] = g; image.data[at + 2] = b; image.data[at + 3] = 255;
    }
  }
  pen.putImageData(image, 0, 0);
  pen.strokeStyle = "rgba(255, 255, 255, 0.4)";
  for (let ring = 1; ring < most; ring += most > 6 ? Math.ceil(most / 5) : 1) {
    pen.beginPath();
    pen.arc(centre, middle, (ring - least) / (most - least) * radius, 0, 7);
    pen.stroke();
  }
  pen.fillStyle = css("--soft");
  pen.textAlign = "center";
  for (const [name, x, y] of [["0°", 0, -1], ["90°", 1, 0], ["180°", 0, 1], ["270°", -1, 0]]) pen.fillText(name, centre + x * (radius + 18), middle + y * (radius + 9) + 4);
  if (whole) { pen.textAlign = "right"; pen.fillText(`to ${most} m/s`, size + 44, size - 3); }
  if ("course" in decision && "speed" in decision) {
    const angle = decision.course * Math.PI / 180, far = (decision.speed - least) / (most - least) * radius;
    star(pen, centre + far * Math.sin(angle), middle - far * Math.cos(angle), whole ? 9 : 7);
  }
  return figure;
}

function star(pen, x, y, size) {
  pen.beginPath();
  for (let k = 0; k < 10; k++) {
    const angle = k * Math.PI / 5, r = k % 2 ? size * 0.42 : size;
    pen.lineTo(x + r * Math.sin(angle), y - r * Math.cos(angle));
  }
  pen.closePath();
  pen.fillStyle = "#fff";
  pen.fill();
  pen.strokeStyle = "#000";
  pen.lineWidth = 1.2;
  pen.stroke();
}

// Weighted functions of one axis, such as depth, their sum, and the decision.
function lines(found, [name, low, high, count], held) {
  const width = Math.min(420, Math.max(get("functions").clientWidth - 20, 240)), height = 200;
  const { figure, pen } = picture(`${name === "depth" ? "Depth (m)" : name}: weighted utility`, width, height);
  const curves = held.map(({ name: label, weight, lines: own }) => ({ label, values: own[name].map((value) => weight * value) }));
  if (curves.length > 1) curves.unshift({ label: "sum", values: curves[0].values.map((_, k) => curves.reduce((sum, { values }) => sum + values[k], 0)) });
  const most = Math.max(...curves.flatMap(({ values }) => values), 1), box = { left: 44, right: width - 8, top: 14 + 14 * curves.length, bottom: height - 18 };
  const x = (v) => box.left + (v - low) / (high - low || 1) * (box.right - box.left), y = (v) => box.bottom - v / most * (box.bottom - box.top);
  pen.strokeStyle = css("--line");
  pen.fillStyle = css("--soft");
  for (const share of [0, 0.5, 1]) {
    pen.beginPath(); pen.moveTo(box.left, y(share * most)); pen.lineTo(box.right, y(share * most)); pen.stroke();
    pen.textAlign = "right";
    pen.fillText(String(Number((share * most).toPrecision(3))), box.left - 4, y(share * most) + 4);
    pen.textAlign = share === 0 ? "left" : share === 1 ? "right" : "center";
    pen.fillText(String(Number((low + share * (high - low)).toPrecision(4))), x(low + share * (high - low)), height - 4);
  }
  curves.forEach(({ label, values }, k) => {
    const sum = label === "sum" && k === 0 && curves.length > 1, colour = sum ? css("--soft") : palette()[k % palette().length];
    pen.strokeStyle = colour;
    pen.lineWidth = sum ? 4 : 1.8;
    pen.globalAlpha = sum ? 0.6 : 1;
    pen.beginPath();
    values.forEach((value, i) => pen.lineTo(x(low + i * (high - low) / Math.max(count - 1, 1)), y(value)));
    pen.stroke();
    pen.globalAlpha = 1;
    pen.textAlign = "left";
    pen.fillStyle = css("--ink");
    pen.fillText(label, box.left + 26, 11 + 14 * k);
    pen.beginPath(); pen.moveTo(box.left, 7 + 14 * k); pen.lineTo(box.left + 20, 7 + 14 * k); pen.stroke();
  });
  if (name in found.decision) {
    const place = Math.round((found.decision[name] - low) / (high - low || 1) * (count - 1));
    star(pen, x(found.decision[name]), y(curves[0].values[Math.min(Math.max(place, 0), count - 1)]), 8);
  }
  return figure;
}
