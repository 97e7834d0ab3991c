// Poses of vehicles over time: those that came lately, or a part of a log around the time that the slider shows.
import { fleet } from "../fleet.js";

const KEPT = 400, ANGLES = [4, 5]; // poses kept of a live vehicle; columns that are angles, rad
const streams = new Map(), windows = new Map();

export function clearMotion() { streams.clear(); windows.clear(); }

export function takeMotion(news) {
  for (const [name, { poses, pushes }] of Object.entries(news)) {
    let stream = streams.get(name);
    if (!stream) streams.set(name, stream = { poses: [], pushes: [] });
    for (const pose of poses || []) {
      const last = stream.poses[stream.poses.length - 1];
      if (last && pose[0] <= last[0]) stream.poses.length = 0; // another run
      stream.poses.push(pose);
    }
    if (stream.poses.length > KEPT) stream.poses.splice(0, stream.poses.length - KEPT);
    if (pushes) stream.pushes = [[-Infinity, pushes]];
  }
}

const covers = (found, time) => found && time >= found.from && time <= found.to;

async function fetchWindow(name, time, pace) {
  const known = windows.get(name) || { from: 0, to: -1, poses: [], pushes: [] };
  known.asking = true;
  windows.set(name, known);
  const from = time - 2, to = time + Math.min(20 * pace, 7000);
  try {
    const reply = await fetch(`motion?vehicle=${encodeURIComponent(name)}&from=${from}&to=${to}`);
    const found = await reply.json();
    if (!found.poses) throw new Error(found.refused);
    windows.set(name, { from, to, ...found });
  } catch { known.asking = false; known.failed = performance.now(); }
}

function sourceOf(vehicle, time, pace) {
  const { name } = vehicle;
  if (fleet.at === null) return streams.get(name);
  if (!vehicle.facts.form) return null; // known by its reports alone
  const found = windows.get(name), soon = found && time > found.to - 5 * pace && time + 5 * pace < lastOf(vehicle);
  if ((!covers(found, time) || soon) && !(found && found.asking) && !(found && performance.now() - found.failed < 3000)) fetchWindow(name, time, pace);
  return covers(found, time) ? found : null;
}

const lastOf = ({ rows, head }) => (head || rows[rows.length - 1] || [0])[0];

function placeOf(list, time) { // how many begin up to a time
  let low = 0, high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle][0] <= time) low = middle + 1; else high = middle;
  }
  return low;
}

const turned = (a, b, share, full) => a + share * ((((b - a) % full) + 1.5 * full) % full - 0.5 * full);

// Time, x, y, z, roll, pitch, heading, elevation at a time, between its neighbours; null where nothing is known.
export function poseOf(vehicle, time, pace = 1) {
  const source = sourceOf(vehicle, time, pace);
  if (!source || !source.poses.length) return fromPlan(vehicle);
  const { poses } = source, n = placeOf(poses, time), before = poses[Math.max(n - 1, 0)], after = poses[n];
  if (!n || !after || time === before[0]) return before;
  const share = (time - before[0]) / (after[0] - before[0]);
  if (Math.hypot(after[1] - before[1], after[2] - before[2]) > 15 + 40 * (after[0] - before[0])) return before; // a reset
  return before.map((a, k) => {
    const b = after[k];
    if (a === null || b === null) return a;
    return k === 6 ? turned(a, b, share, 360) : ANGLES.includes(k) ? turned(a, b, share, 2 * Math.PI) : a + share * (b - a);
  });
}

export function pushesOf(vehicle, time, pace = 1) {
  const source = sourceOf(vehicle, time, pace), n = source ? placeOf(source.pushes, time) : 0;
  return n ? source.pushes[n - 1][1] : [];
}

// Poses as they were posted, the latest last, to compare the sea with.
export function postedOf(vehicle) {
  const source = fleet.at === null ? streams.get(vehicle.name) : windows.get(vehicle.name);
  return source ? source.poses : [];
}

function fromPlan({ place }) { // where only the plan knows it: level
  if (!place) return null;
  const [t, x, y, heading, , , depth] = place;
  return [t, x, y, depth === null ? 0 : -depth, null, null, heading, null];
}
