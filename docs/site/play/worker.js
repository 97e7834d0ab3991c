// Python in a thread of its own, so that the page stays alive. Every file comes from this folder.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const START = `
import asyncio, importlib, os, sys
sys.path.insert(0, "/site")
importlib.invalidate_caches()
os.makedirs("/work")
os.chdir("/work")
from pyodide.ffi import can_run_sync, run_sync
from usimmarine_py.cli.live.browser import Playground

def pause():  # lets this worker hear "stop" while Python plays; without it (no JSPI) the page ends the worker
    if can_run_sync():
        run_sync(asyncio.sleep(0))

lambda send: Playground(send, pause)
`;
let view = null, playing = false, playground = null, started = null;

function send(text) { // frames for the live page; progress for ours
  if (text.startsWith('{"progress"')) postMessage({ progress: JSON.parse(text).progress });
  else if (view) view.postMessage(text);
}

async function start() {
  const began = performance.now();
  const [pyodide, archive] = await Promise.all([
    loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href, stdout: () => {}, stderr: (text) => console.warn(text) }),
    fetch(new URL("python.zip", import.meta.url)).then((reply) => {
      if (!reply.ok) throw new Error(`python.zip: ${reply.status}`);
      return reply.arrayBuffer();
    }),
  ]);
  pyodide.unpackArchive(archive, "zip", { extractDir: "/site" });
  const make = pyodide.runPython(START);
  playground = make(send);
  setInterval(() => { if (!playing) playground.poll(); }, 500);
  return { python: pyodide.runPython("sys.version.split()[0]"), seconds: (performance.now() - began) / 1000 };
}

function listen(port) {
  view = port;
  port.onmessage = ({ data }) => {
    if (!playground) return;
    if (data.anew) playground.anew();
    else if (data.look !== undefined) playground.look(data.look.vehicle, data.look.appcasts);
    else if (data.ask !== undefined) port.postMessage({ id: data.id, answer: playground.do(JSON.stringify({ do: "ask", path: data.ask })) });
  };
  if (playground) playground.anew();
}

async function answer({ id, wish, file }) {
  try {
    await (started ||= start());
    if (file !== undefined) {
      const proxy = playground.file(file), bytes = proxy.toJs();
      proxy.destroy();
      postMessage({ id, bytes });
      return;
    }
    playing = wish.do === "play";
    postMessage({ id, answer: JSON.parse(await playground.do.callPromising(JSON.stringify(wish))) });
  } catch (error) {
    postMessage({ id, answer: { refused: String(error.message || error).trim().split("\n").pop() } });
  } finally {
    playing = false;
  }
}

onmessage = ({ data, ports }) => {
  if (data.view) listen(ports[0]);
  else if (data.stop) { if (playground) playground.stop(); }
  else if (data.load) (started ||= start()).then((found) => postMessage({ ready: found }), (error) => postMessage({ broken: String(error.message || error).slice(0, 300) }));
  else answer(data);
};
