"use strict";
// The page's own part: texts into their places, the view that follows the track, colours by the reader's scheme.
// BokehJS, served from this machine beside the page, moves the data and draws.
const usimWatch = (() => {
  const SERVER_SILENT = 3000; // ms without news from our own server
  const MARGIN = 0.12, SMALLEST = 20; // share of the span left free; least span in m
  const LINES = {
    light: ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00"],
    dark: ["#56B4E9", "#E69F00", "#00B383", "#E08FBD", "#F0E442"],
  };
  let models = null, follow = true, heard = 0, fitting = false, asking = false;

  // what a reader's window decides stays in that window
  const put = (model, values) => model.setv(values, { sync: false });
  const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const each = (selector, what) => document.querySelectorAll(selector).forEach(what);

  function text(values) {
    each("[data-value]", (place) => {
      const value = values[place.dataset.value];
      if (value !== undefined && place.textContent !== value[0]) place.textContent = value[0];
      if (place.className === "value" && value !== undefined) place.title = value[0];
    });
    each("[data-level]", (place) => { place.className = "chip " + values[place.dataset.level][0]; });
    each("[data-turn]", (arrow) => {
      const turn = values[arrow.dataset.turn][0];
      arrow.classList.toggle("none", turn === "");
      if (turn !== "") arrow.style.transform = `rotate(${turn}deg)`;
    });
    attitude(values);
    document.title = `${values.title[0]} · usim watch`;
  }

  function attitude(values) { // shown from the first roll, or pitch that is not nought, on
    const [roll, pitch, up, wave] = ["roll_turn", "pitch_turn", "heave_up", "wave_up"].map((key) => parseFloat(values[key][0]));
    const view = document.getElementById("attitude");
    if (!isNaN(roll) || Math.abs(pitch) > 0.05) view.hidden = false;
    if (view.hidden) return;
    const horizon = document.getElementById("horizon");
    horizon.setAttribute("transform", `rotate(${-(roll || 0)}) translate(0 ${(pitch || 0) * horizon.dataset.scale})`);
    for (const [name, turn] of [["section", roll || 0], ["side", -(pitch || 0)]]) {
      const picture = document.getElementById(name), scale = parseFloat(picture.dataset.scale);
      // a hull that goes deep stays in view, and the surface leaves it
      const rise = (up || 0) * scale, drawn = Math.max(-18, Math.min(18, rise)), still = Math.max(-100, rise - drawn);
      picture.querySelector(".hull").setAttribute("transform", `translate(0 ${-drawn}) rotate(${turn})`);
      picture.querySelector(".still").setAttribute("transform", `translate(0 ${still})`);
      picture.querySelector(".water").setAttribute("transform", `translate(0 ${still - (wave || 0) * scale})`);
    }
  }

  function server() { // the terminal may have ended us: say so instead of showing old values as new
    const gone = heard > 0 && performance.now() - heard > SERVER_SILENT;
    document.body.classList.toggle("stale", gone);
    if (!gone) return;
    const chip = document.getElementById("source");
    chip.className = "chip bad";
    chip.querySelector("[data-value]").textContent = "usim watch has ended; this page comes back when it is started again";
    if (asking) return;
    asking = true;
    fetch("static/js/bokeh.min.js", { method: "HEAD", cache: "no-store" })
      .then((answer) => { if (answer.ok) location.reload(); }, () => {})
      .finally(() => setTimeout(() => { asking = false; }, 2000));
  }

  function nice(span) { // a round step that divides the view into about seven
    const raw = span / 7, power = 10 ** Math.floor(Math.log10(raw));
    return power * [1, 2, 5, 10].find((m) => m * power >= raw);
  }

  function grid() { // square cells: both axes step alike
    const { x, y, steps } = models;
    const step = nice(Math.max(x.end - x.start, y.end - y.start));
    for (const ticker of steps) if (ticker.interval !== step) put(ticker, { interval: step });
  }

  function show(cx, cy, scale) { // scale in m for each pixel
    const { x, y, figure } = models;
    const w = figure.inner_width * scale / 2, h = figure.inner_height * scale / 2;
    fitting = true;
    put(x, { start: cx - w, end: cx + w });
    put(y, { start: cy - h, end: cy + h });
    fitting = false;
    grid();
  }

  function fit(always) {
    const { x, y, figure, track } = models;
    if (!follow || !(figure.inner_width > 0) || !(figure.inner_height > 0)) return;
    let x0 = Infinity, x1 = -Infinity, y0 = Infinity, y1 = -Infinity;
    const xs = track.data.x, ys = track.data.y;
    for (let i = 0; i < xs.length; i++) {
      if (xs[i] < x0) x0 = xs[i];
      if (xs[i] > x1) x1 = xs[i];
      if (ys[i] < y0) y0 = ys[i];
      if (ys[i] > y1) y1 = ys[i];
    }
    if (!(x1 >= x0)) { x0 = x1 = y0 = y1 = 0; }
    const need = Math.max((x1 - x0) / figure.inner_width, (y1 - y0) / figure.inner_height,
      SMALLEST / Math.min(figure.inner_width, figure.inner_height));
    const has = (x.end - x.start) / figure.inner_width;
    const edge = 0.02 * (x.end - x.start);
    const inside = x0 >= x.start + edge && x1 <= x.end - edge && y0 >= y.start + edge && y1 <= y.end - edge;
    // moved only when the track leaves the view or fills little of it: axes that creep are hard to read
    if (always || !inside || need < 0.35 * has) show((x0 + x1) / 2, (y0 + y1) / 2, need * (1 + 2 * MARGIN) + 1e-9);
  }

  function resize() { // keep metres square when the window changes
    const { x, y, figure } = models;
    if (follow) return fit(true);
    const scale = (x.end - x.start) / figure.inner_width;
    if (scale > 0) show((x.start + x.end) / 2, (y.start + y.end) / 2, scale);
  }

  function setFollow(on) {
    follow = on;
    document.getElementById("fit").setAttribute("aria-pressed", String(on));
    if (on) fit(true);
  }

  function colours() {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const lines = LINES[dark ? "dark" : "light"], ink = css("--ink"), soft = css("--soft"), line = css("--line"), card = css("--card");
    for (const figure of models.figures) {
      put(figure, { outline_line_color: line });
      put(figure.title, { text_color: soft });
      for (const part of [...figure.below, ...figure.left, ...figure.center]) {
        if (part.type === "Grid") put(part, { grid_line_color: line });
        else if (part.type === "Legend") {
          put(part, { background_fill_color: card, background_fill_alpha: 0.75, border_line_color: null,
            label_text_color: ink });
        } else {
          put(part, { axis_line_color: line, major_tick_line_color: line, minor_tick_line_color: null,
            major_label_text_color: soft, axis_label_text_color: soft });
        }
      }
      for (const renderer of figure.renderers) {
        const place = renderer.glyph.tags[0];
        if (place === undefined) continue;
        const colour = place === "ink" ? ink : lines[place];
        put(renderer.glyph, "fill_color" in renderer.glyph.properties
          ? { line_color: colour, fill_color: colour } : { line_color: colour });
      }
    }
  }

  return {
    start(given) {
      models = given;
      colours();
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", colours);
      document.getElementById("fit").addEventListener("click", () => setFollow(!follow));
      models.figure.properties.inner_width.change.connect(resize);
      models.figure.properties.inner_height.change.connect(resize);
      models.x.change.connect(() => { if (!fitting) grid(); });
      setInterval(server, 500);
      text(models.now.data);
      fit(true);
    },
    update() {
      heard = performance.now();
      if (models === null) return;
      text(models.now.data);
      fit(false);
    },
    moved() { setFollow(false); },
  };
})();
