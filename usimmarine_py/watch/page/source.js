// The page's only connection. Another one takes its place where a page has no server (docs/site/play).

// Frames of the vehicle that is chosen when the connection is made, and again whenever it was lost.
export function frames(chosen, receive, lost) {
  const events = new EventSource(`events?vehicle=${encodeURIComponent(chosen())}`);
  events.addEventListener("message", (event) => receive(JSON.parse(event.data)));
  events.addEventListener("error", () => {
    lost();
    if (events.readyState === EventSource.CLOSED) setTimeout(() => frames(chosen, receive, lost), 2000);
  });
}

// What is known of a log, or of another time.
export async function ask(path) { return (await fetch(path)).json(); }

// What the page shows now, and what a reader commands; the answer's status and its words.
export async function tell(path, body, headers = {}) {
  const reply = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) });
  return { ok: reply.ok, said: await reply.json() };
}
