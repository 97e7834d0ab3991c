// The connection of the live page to the worker that plays the mission: in place of the one to `usim watch`.
const waiting = new Map();
let hear = null, count = 0;

const port = new Promise((done) => {
  addEventListener("message", ({ source, origin, data, ports }) => {
    if (source !== parent || origin !== location.origin || data !== "port" || !ports.length) return;
    ports[0].onmessage = ({ data: given }) => {
      if (typeof given === "string") { if (hear) hear(JSON.parse(given)); return; }
      const answer = waiting.get(given.id);
      waiting.delete(given.id);
      if (answer) answer(JSON.parse(given.answer));
    };
    done(ports[0]);
  });
  parent.postMessage("view", location.origin);
});

export async function frames(chosen, receive) {
  hear = receive;
  (await port).postMessage({ anew: true });
}

export async function ask(path) {
  const id = (count += 1), to = await port;
  return new Promise((done) => { waiting.set(id, done); to.postMessage({ id, ask: path }); });
}

export async function tell(path, body) {
  if (path !== "look") return { ok: false, said: { refused: "a finished run cannot be commanded" } };
  (await port).postMessage({ look: { vehicle: String(body.vehicle), appcasts: body.appcasts === true } });
  return { ok: true, said: {} };
}
