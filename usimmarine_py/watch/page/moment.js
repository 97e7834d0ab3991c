// The address of what is shown of a log: time, vehicle, open panels, variables, span. Opened again it shows the same.
import { fleet } from "./fleet.js";
import { span } from "./overtime.js";
import { go } from "./timeline.js";
import { setVariables, wanted } from "./variables.js";

const PANELS = ["scene", "contacts", "helm", "encounters", "variables", "mail", "reports"];
let written = "", seen = "", changed = 0, live = true, open = null, choose = null; // seen: the address as it was last read or written

const number = (text) => (text !== null && text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : null);

export function startMoment(opens, chooses) {
  open = opens;
  choose = chooses;
  read();
  addEventListener("hashchange", () => { if (!live && location.hash !== seen) { apply(); choose(fleet.chosen); } });
}

function read() { // before the server is asked
  seen = location.hash;
  const given = new URLSearchParams(location.hash.slice(1).replace(/\+/g, "%2B")); // a plus is one
  if (given.get("vehicle")) fleet.chosen = given.get("vehicle");
  return given;
}

export function momentOfLog(is) { // the first news: of a log or not
  const first = live && is;
  live = !is;
  if (first) apply();
}

function apply() {
  const given = read(), show = (given.get("show") || "").split(",");
  for (const name of PANELS) if (show.includes(name)) open(name);
  if (given.get("vars") !== null) setVariables(given.get("vars"));
  span.from = number(given.get("from"));
  span.to = number(given.get("to"));
  span.changes += 1;
  const time = number(given.get("t"));
  if (time !== null) go(time);
}

export function writeMoment(now) {
  if (live || now - changed < 300 || location.hash !== seen) return; // another address: its event is on the way
  changed = now;
  const parts = [];
  const put = (name, value) => { if (value !== null && value !== "") parts.push(`${name}=${encodeURIComponent(value).replace(/%2C/g, ",")}`); };
  put("t", fleet.at === null ? null : Number(fleet.at.toFixed(6)));
  put("vehicle", fleet.chosen);
  put("show", PANELS.filter((name) => !document.getElementById(name).hidden).join());
  put("vars", wanted.text);
  put("from", span.from === null ? null : Number(span.from.toFixed(3)));
  put("to", span.to === null ? null : Number(span.to.toFixed(3)));
  const text = parts.join("&");
  if (text === written) return;
  written = text;
  history.replaceState(null, "", text ? `#${text}` : location.pathname + location.search);
  seen = location.hash;
}
