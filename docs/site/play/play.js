// Edits a mission and lets a worker play it. Texts of missions and of runs are set as text, never as markup.
const get = (id) => document.getElementById(id);
const PATIENCE = 2500; // ms in which a stopped run ends by itself
const MOST_SHOWN = 100;
let worker = null, count = 0, files = new Map(), shown = "", running = false, stopping = 0, ready = null;
const waiting = new Map();

function state(level, text) {
  get("state").className = `chip ${level}`;
  get("state-text").textContent = text;
}

function enable() {
  const idle = ready !== null && !running;
  for (const id of ["run", "check"]) get(id).disabled = !idle || !files.size;
  get("stop").disabled = !running;
}

// --- the worker ---------------------------------------------------------------------------------------

function begin() { // also in place of one that did not end its run
  ready = null;
  state("wait", "loading Python and the simulator (about 16 MB)");
  enable();
  worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.progress) { progress(...data.progress); return; }
    if (data.ready) {
      ready = data.ready;
      state("good", `ready: Python ${ready.python}, loaded in ${ready.seconds.toFixed(1)} s`);
      connect();
      if (!files.size) shipped(get("mission").value);
      enable();
      return;
    }
    if (data.broken) { state("bad", `Python could not be loaded: ${data.broken}`); return; }
    const done = waiting.get(data.id);
    waiting.delete(data.id);
    if (done) done(data);
  };
  worker.onerror = (event) => { event.preventDefault(); state("bad", `the worker failed: ${event.message || "its script could not be read"}`); };
  worker.postMessage({ load: true });
}

function ask(what) {
  const id = (count += 1);
  return new Promise((done) => { waiting.set(id, done); worker.postMessage({ id, ...what }); });
}
const wish = async (what) => (await ask({ wish: what })).answer;

let viewed = false;
function connect() { // the live page and the worker speak with each other
  if (!viewed || !ready) return;
  const { port1, port2 } = new MessageChannel();
  worker.postMessage({ view: true }, [port1]);
  get("view").contentWindow.postMessage("port", location.origin, [port2]);
}
addEventListener("message", ({ source, origin, data }) => {
  if (source !== get("view").contentWindow || origin !== location.origin || data !== "view") return;
  viewed = true;
  connect();
});

// --- files --------------------------------------------------------------------------------------------

function keep() { if (shown) files.set(shown, get("text").value); }

function show(name, line = 0) {
  keep();
  shown = name;
  const text = get("text");
  text.value = files.get(name) ?? "";
  for (const tab of get("files").children) tab.setAttribute("aria-selected", String(tab.textContent === name));
  if (line > 0) {
    const lines = text.value.split("\n"), start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    text.focus();
    text.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
    text.scrollTop = (line - 4) * (text.scrollHeight / lines.length);
  } else { text.setSelectionRange(0, 0); text.scrollTop = 0; }
  place();
}

function place() {
  const { value, selectionStart } = get("text");
  get("place").textContent = shown ? `${shown}, line ${value.slice(0, selectionStart).split("\n").length}` : "";
}

function take(found) {
  shown = "";
  files = new Map(Object.entries(found).filter(([name]) => !name.endsWith(".md")));
  get("files").replaceChildren(...[...files.keys()].map((name) => {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.setAttribute("role", "tab");
    tab.textContent = name;
    tab.addEventListener("click", () => show(name));
    return tab;
  }));
  get("findings").replaceChildren();
  show([...files.keys()].find((name) => name.endsWith(".moos")) ?? [...files.keys()][0] ?? "");
  enable();
}

async function shipped(name) {
  const found = await wish({ do: "shipped", name });
  if (found.refused) refuse(found.refused); else take(found.files);
}

async function own(list) {
  const found = {};
  for (const file of list) {
    if (file.size > 1_000_000) { refuse(`${file.name} has ${file.size} bytes; the files may have 1,000,000 here`); return; }
    found[file.name] = await file.text();
  }
  if (Object.keys(found).length) take(found);
}

// --- check and run ------------------------------------------------------------------------------------

function refuse(text) { // with the file and line where it has them
  const at = /^(?:mission\/)?([\w.-]+):(\d+): (.*)$/s.exec(text);
  findings([{ file: at ? at[1] : "", line: at ? Number(at[2]) : 0, severity: "error", message: at ? at[3] : text }]);
}

function findings(found) {
  const rows = found.slice(0, MOST_SHOWN).map(({ file, line, severity, message }) => {
    const row = document.createElement("li"), button = document.createElement("button");
    button.type = "button";
    button.className = severity;
    const where = file ? `${file}${line ? `:${line}` : ""}: ` : "";
    button.textContent = `${where}${severity}: ${message}`;
    button.addEventListener("click", () => { if (files.has(file)) show(file, line); });
    row.append(button);
    return row;
  });
  if (found.length > MOST_SHOWN) {
    rows.push(document.createElement("li"));
    rows.at(-1).textContent = `and ${found.length - MOST_SHOWN} more`;
  }
  get("findings").replaceChildren(...rows);
}

async function check() {
  keep();
  const found = await wish({ do: "check", files: Object.fromEntries(files) });
  if (found.refused) { refuse(found.refused); return false; }
  findings(found.findings);
  const errors = found.findings.filter(({ severity }) => severity === "error").length;
  state(errors ? "bad" : "good", found.findings.length ? `${found.findings.length} findings, ${errors} errors` : "no findings");
  return true;
}

function progress(simulated, part) {
  get("progress").value = part;
  if (!stopping) state("wait", `playing: ${simulated.toFixed(0)} s simulated`);
}

const number = (id) => (get(id).value === "" ? null : Number(get(id).value));

async function run() {
  running = true;
  enable();
  get("verdict").hidden = true;
  get("results").replaceChildren();
  get("progress").value = 0;
  state("wait", "checking the files");
  if (await check()) {
    state("wait", "setting the mission up");
    const done = await wish({ do: "play", files: Object.fromEntries(files), duration: number("duration"), seed: number("seed") });
    if (done.refused) { refuse(done.refused); state("bad", "not played"); } else ended(done);
  } else { state("bad", "not played"); }
  finished();
}

function finished() {
  running = false;
  clearTimeout(stopping);
  stopping = 0;
  enable();
}

function ended(done) {
  get("progress").value = 1;
  get("verdict").hidden = false;
  get("verdict").textContent = [...done.failures.map((why) => `failed       ${why}`), done.text].join("\n");
  state(done.failures.length ? "bad" : "good", `ended: ${done.ended}`);
  get("results").replaceChildren(...done.files.map(({ name, bytes }) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = `${name} (${(bytes / 1000).toFixed(0)} kB)`;
    button.addEventListener("click", () => save(name));
    return button;
  }));
}

async function file(name) { return (await ask({ file: name })).bytes; }

async function save(name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([await file(name)]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function stop() {
  worker.postMessage({ stop: true });
  state("wait", "stopping");
  stopping = setTimeout(() => { // this browser cannot interrupt Python, or a step takes too long
    worker.terminate();
    waiting.clear();
    finished();
    get("view").contentWindow.location.reload();
    viewed = false;
    begin();
    findings([{ file: "", line: 0, severity: "warning", message: "the run was ended with its worker; its log is lost, and Python is loaded again" }]);
  }, PATIENCE);
}

get("mission").addEventListener("change", () => shipped(get("mission").value));
get("open").addEventListener("click", () => get("chosen").click());
get("chosen").addEventListener("change", () => { own(get("chosen").files); });
get("run").addEventListener("click", run);
get("stop").addEventListener("click", stop);
get("check").addEventListener("click", check);
get("text").addEventListener("input", place);
get("text").addEventListener("keyup", place);
get("text").addEventListener("click", place);

const built = await (await fetch("built.json")).json();
if (built.pyodide) begin();
else state("bad", "this copy of the site was built without Pyodide: run scripts/docs site where npm is on PATH");
window.usimPlay = { file, take, get ready() { return ready; } }; // to look at, for tests
