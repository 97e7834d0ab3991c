// Three dimensions, off until they are asked for: only then are their modules loaded, and the plan never waits for them.
import { fleet } from "./fleet.js";

const get = (name) => document.getElementById(name), kept = [];
let view = null, motion = null, open = false, loading = false, failed = false;

export const scene = { get view() { return view; }, get motion() { return motion; } }; // to look at, for tests

function say(text) { if (get("scene-note").textContent !== text) get("scene-note").textContent = text; }

export function wantsMotion() { return open && !failed; }

export function startScene() {
  get("scene-from").addEventListener("change", () => { if (view) view.eye.view(get("scene-from").value); });
  for (const part of ["arrows", "beams"]) {
    const button = get(`scene-${part}`);
    button.addEventListener("click", () => {
      const on = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", String(on));
      if (view) view.shown[part] = on;
    });
  }
}

export async function showScene(is) {
  open = is;
  if (!is || view || loading || failed) return;
  if (!document.createElement("canvas").getContext("webgl2")) {
    say("Three dimensions need WebGL 2, which this browser does not offer here; the map works without it.");
    get("scene-plot").hidden = failed = true;
    return;
  }
  loading = true;
  say("loading");
  try {
    const [{ View }, poses] = await Promise.all([import("./scene/view.js"), import("./scene/motion.js")]);
    motion = poses;
    for (const news of kept.splice(0)) motion.takeMotion(news);
    view = new View(get("scene-canvas"), get("scene-names"), say);
    view.eye.view(get("scene-from").value);
    for (const part of ["arrows", "beams"]) view.shown[part] = get(`scene-${part}`).getAttribute("aria-pressed") === "true";
    say("");
  } catch (error) {
    say(`Three dimensions could not be shown (${error.message}); the map works without them.`);
    get("scene-plot").hidden = failed = true;
  }
  loading = false;
}

export function takeMotion(news) { if (motion) motion.takeMotion(news); else if (loading) kept.push(news); }

export function clearScene() { // the server knows us anew
  kept.length = 0;
  if (motion) motion.clearMotion();
  if (view) view.forget();
}

export function drawScene(now) {
  if (!open || !view) return;
  view.draw(now, fleet.live ? 1 : Number(get("pace").value));
}
