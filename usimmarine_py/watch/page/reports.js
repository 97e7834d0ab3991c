// What applications report of themselves (appcasts), one chosen at a time.
const casts = new Map();
let chosen = "";

export function takeReports(news) {
  for (const cast of news) casts.set(`${cast.node} ${cast.app}`, cast);
  show();
}

export function clearReports() { casts.clear(); show(); }

function show() {
  const keys = [...casts.keys()].sort(), list = document.getElementById("applications");
  if (!casts.has(chosen)) chosen = keys[0] || "";
  document.getElementById("reports-note").textContent = keys.length ? "" : "none so far; asking for them";
  const nodes = new Set([...casts.values()].map((cast) => cast.node));
  const present = [...list.children].map((item) => item.dataset.key).join("\n");
  if (present !== keys.join("\n")) {
    list.replaceChildren(...keys.map((key) => {
      const item = document.createElement("button");
      item.type = "button";
      item.setAttribute("role", "option");
      item.dataset.key = key;
      item.addEventListener("click", () => { chosen = key; show(); });
      return item;
    }));
  }
  for (const item of list.children) {
    const cast = casts.get(item.dataset.key), warnings = cast.config.length + cast.run.length;
    item.setAttribute("aria-selected", String(item.dataset.key === chosen));
    item.textContent = (nodes.size > 1 ? `${cast.node}: ` : "") + cast.app + (warnings ? ` (${warnings})` : "");
    item.className = cast.run.length ? "bad" : cast.config.length ? "wait" : "";
    item.title = warnings ? `${cast.config.length} configuration and ${cast.run.length} run warnings` : "";
  }
  const cast = casts.get(chosen), report = document.getElementById("report");
  if (!cast) { report.textContent = ""; return; }
  const part = (title, lines) => (lines.length ? ["", `${title}:`, ...lines.map((line) => `  ${line}`)] : []);
  const text = [
    `${cast.app} ${cast.node} (${cast.iteration})`,
    ...part("Configuration warnings", cast.config), ...part("Run warnings", cast.run),
    "", ...cast.lines, ...part("Events", cast.events),
  ].join("\n");
  if (report.textContent !== text) report.textContent = text;
}
