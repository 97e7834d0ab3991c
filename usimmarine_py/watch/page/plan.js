// The current leg of each vehicle: from the waypoint behind it to the one that its helm shows as the next.

// Legs as { name, run, from, to }: `to` is the next waypoint, `from` the vertex before it in a line that was shown, null
// where there is none: the first waypoint, or a helm that shows no line.
export function legs(shapes) {
  const lines = shapes.filter(({ kind }) => kind === "seglist");
  return shapes.filter(({ leads }) => leads).map(({ leads, run, points: [to] }) => {
    const own = lines.filter(({ label = "" }) => label.toLowerCase().startsWith(`${leads.toLowerCase()}_`));
    for (const { points } of own.concat(lines)) {
      const place = points.findIndex(([x, y]) => Math.hypot(x - to[0], y - to[1]) < 0.01);
      if (place > 0) return { name: leads, run, from: points[place - 1], to };
    }
    return { name: leads, run, from: null, to };
  });
}
