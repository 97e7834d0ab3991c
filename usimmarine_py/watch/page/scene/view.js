// The picture in three dimensions: x east, y north, z up, in m from a place near the chosen vehicle (32-bit numbers).
import { Color, DirectionalLight, Fog, HemisphereLight, Scene, Vector3, WebGLRenderer } from "../vendor/three.js";
import { css, dark } from "../colours.js";
import { fleet, timeOf } from "../fleet.js";
import { ask } from "../source.js";
import { bedMesh } from "./bed.js";
import { Eye } from "./camera.js";
import { Craft, dispose } from "./craft.js";
import { poseOf, postedOf, pushesOf } from "./motion.js";
import { elevation, heightOf, Water } from "./water.js";

const NO_SEA = [[], [], [], [], []], MOST_CRAFT = 40, AGAIN = 5000; // ms between two looks at a live mission's sea
const SKY = { light: [0xcfe3f2, 0x2f7ea3, 0x0d4058], dark: [0x18232e, 0x1d5570, 0x06202e] }; // air, water, under water

export class View {
  constructor(canvas, labels, say) {
    this.canvas = canvas;
    this.labels = labels;
    this.say = say;
    this.renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: "low-power" });
    this.scene = new Scene();
    this.scene.fog = new Fog(0, 1, 2);
    this.scene.background = new Color();
    this.light = new HemisphereLight(0xffffff, 0x47606c, 1.9);
    this.sun = new DirectionalLight(0xfff4e0, 1.6);
    this.sun.position.set(-0.5, -0.7, 0.9);
    this.water = new Water();
    this.scene.add(this.light, this.sun, this.water.mesh);
    this.eye = new Eye(canvas);
    this.crafts = new Map();
    this.facts = new Map(); // of each vehicle's mission: sea, beams, hull
    this.shown = { arrows: true, beams: true, names: true };
    this.origin = [0, 0];
    this.cost = 0;
    this.next = 0;
    this.problems = new Set();
    canvas.addEventListener("webglcontextlost", () => { this.lost = true; this.tell(); });
    canvas.addEventListener("webglcontextrestored", () => { this.lost = false; this.tell(); });
  }

  // --- what the server says of the missions ---

  async ask(vehicle) {
    const known = this.facts.get(vehicle.name) || {}, now = performance.now();
    const key = `${vehicle.facts.seas}`, again = fleet.live || known.clock === null ? now - known.asked > AGAIN : false;
    if (known.asking || (known.key === key && !again)) return;
    this.facts.set(vehicle.name, { ...known, asking: true });
    const found = { ...known, asking: false, key, asked: now };
    try { Object.assign(found, await ask(`scene?vehicle=${encodeURIComponent(vehicle.name)}`)); } catch { /* asked again */ }
    this.facts.set(vehicle.name, found);
  }

  async askBed(vehicle) {
    if (this.asking) return;
    this.asking = true;
    try {
      const found = await ask(`depths?vehicle=${encodeURIComponent(vehicle.name)}`);
      if (this.bed) dispose(this.bed);
      this.bed = found.depths ? bedMesh(found) : null;
      if (this.bed) this.scene.add(this.bed);
    } catch { /* asked again */ }
    this.bedOf = vehicle.name;
    this.bedAsked = performance.now();
    this.asking = false;
  }

  followBed(vehicle, [, x, y]) {
    const inside = (value, [low, high]) => value > low + 0.08 * (high - low) && value < high - 0.08 * (high - low);
    const edges = this.bed && this.bed.userData.edges, wanted = (this.facts.get(vehicle.name) || {}).bed;
    const outside = edges && !(inside(x, edges[0]) && inside(y, edges[1]));
    if (this.bedOf !== vehicle.name || ((outside || (wanted && !this.bed)) && performance.now() - this.bedAsked > AGAIN)) this.askBed(vehicle);
  }

  seaAt(name, time) { // rows and MOOS time of the sea in force at a time of the page
    const { seas = [], clock = null } = this.facts.get(name) || {};
    const sea = seas.filter(([since]) => since === null || since <= time).pop();
    return sea && clock !== null && sea[1][0].length ? [sea[1], clock + time] : [NO_SEA, 0];
  }

  // --- the picture ---

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas, ratio = this.cost > 60 ? 1 : Math.min(devicePixelRatio, 2), key = `${width} ${height} ${ratio}`;
    if (!width || !height || key === this.sized) return width > 0;
    this.sized = key;
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    this.eye.size(width, height);
    return true;
  }

  draw(now, pace) {
    const one = fleet.one;
    if (this.lost || now < this.next || !one || !this.resize()) return;
    const begun = performance.now(), time = timeOf(one, now), pose = poseOf(one, time, pace);
    if (!pose) return;
    if (Math.hypot(pose[1] - this.origin[0], pose[2] - this.origin[1]) > 500) this.origin = [Math.round(pose[1]), Math.round(pose[2])];
    this.time = time;
    this.ask(one);
    this.followBed(one, pose);
    this.placeCrafts(one, pose, now, pace);
    const craft = this.crafts.get(one.name), [rows, clock] = this.seaAt(one.name, time);
    this.eye.stand(craft.group.position, craft.size.length, pose[6]);
    const half = 2 ** Math.ceil(Math.log2(Math.min(Math.max(2.2 * this.eye.far, 8 * craft.size.length, 16), 8000)));
    this.water.update(rows, clock, [pose[1], pose[2]], half, this.origin);
    if (this.bed) this.bed.position.set(this.bed.userData.middle[0] - this.origin[0], this.bed.userData.middle[1] - this.origin[1], 0);
    this.colour(rows, clock, half);
    this.renderer.render(this.scene, this.eye.camera);
    this.name();
    this.compare(one, rows);
    const took = performance.now() - begun;
    this.cost = this.cost ? 0.8 * this.cost + 0.2 * took : took;
    this.next = now + Math.max(30, 3 * this.cost); // the plan comes first
    this.frames = (this.frames || 0) + 1;
  }

  placeCrafts(one, pose, now, pace) {
    const near = [...fleet.vehicles.values()].filter(({ place }) => place)
      .sort((a, b) => (b === one) - (a === one) || Math.hypot(a.place[1] - pose[1], a.place[2] - pose[2]) - Math.hypot(b.place[1] - pose[1], b.place[2] - pose[2])).slice(0, MOST_CRAFT);
    if (!near.includes(one)) near.unshift(one);
    const names = new Set(near.map(({ name }) => name));
    for (const [name, craft] of this.crafts) if (!names.has(name)) { craft.remove(); this.crafts.delete(name); }
    for (const vehicle of near) {
      const time = timeOf(vehicle, now), at = vehicle === one ? pose : poseOf(vehicle, time, pace);
      if (!at) continue;
      let craft = this.crafts.get(vehicle.name);
      if (!craft) this.crafts.set(vehicle.name, craft = new Craft(this.scene, (text) => { this.problems.add(text); this.tell(); }));
      craft.place(vehicle, at, this.origin);
      const own = Boolean(vehicle.facts.form);
      if (own && vehicle !== one) this.ask(vehicle);
      const { beams = [], model } = this.facts.get(vehicle.name) || {};
      if (model && !craft.tried) { craft.tried = true; craft.wear(vehicle.name); }
      craft.push(own ? pushesOf(vehicle, time, pace) : [], this.shown.arrows);
      craft.look(beams, this.shown.beams);
      const [rows, clock] = this.seaAt(one.name, time);
      craft.trace(vehicle, fleet.at === null ? NaN : time, elevation(rows, clock, at[1], at[2]), this.origin);
    }
  }

  colour(rows, clock, half) {
    const [air, water, below] = SKY[dark.matches ? "dark" : "light"], { camera } = this.eye, { x, y, z } = camera.position;
    this.under = z < elevation(rows, clock, x + this.origin[0], y + this.origin[1]);
    const back = this.under ? below : air;
    this.scene.background.set(back);
    this.scene.fog.color.set(back);
    this.scene.fog.near = this.under ? 0.5 * this.eye.far : 1.5 * half;
    this.scene.fog.far = this.under ? 14 * this.eye.far + 60 : 14 * half;
    this.water.material.color.set(water);
    this.water.material.opacity = this.under ? 0.45 : 0.82;
  }

  name() { // names as texts over the picture
    const all = this.shown.names ? [...this.crafts] : [], at = new Vector3(), { clientWidth, clientHeight } = this.canvas;
    while (this.labels.children.length > all.length) this.labels.lastChild.remove();
    while (this.labels.children.length < all.length) this.labels.append(document.createElement("span"));
    all.forEach(([name, craft], k) => {
      const label = this.labels.children[k];
      at.copy(craft.group.position);
      at.z += 0.35 * craft.size.length;
      at.project(this.eye.camera);
      label.hidden = !(Math.abs(at.z) < 1 && Math.abs(at.x) < 1 && Math.abs(at.y) < 1);
      if (label.textContent !== name) label.textContent = name;
      label.style.color = css("--ink");
      label.style.transform = `translate(${((at.x + 1) / 2 * clientWidth).toFixed(1)}px, ${((1 - at.y) / 2 * clientHeight).toFixed(1)}px) translate(-50%, -100%)`;
    });
  }

  // Whether the mail has the elevations that are drawn: a seed of the command line is not in the mission.
  compare(one, rows) {
    const posted = postedOf(one).slice(-30).filter((pose) => pose[7] !== null);
    const { clock = null } = this.facts.get(one.name) || {}, high = heightOf(rows);
    let sum = 0, size = 0;
    for (const pose of posted) {
      const [now, time] = this.seaAt(one.name, pose[0]);
      sum += (elevation(now, time, pose[1], pose[2]) - pose[7]) ** 2;
      size = Math.max(size, Math.abs(pose[7]));
    }
    const off = posted.length > 4 ? Math.sqrt(sum / posted.length) : 0;
    let said = high ? `significant wave height ${high.toFixed(2)} m` : "";
    if (!high && size > 0.01) said = "the mail tells of waves, but their mission is not known here: the surface is drawn level";
    else if (off > 0.1 * high + 0.03) said = "the waves drawn are not those of the run: the mail has other elevations (another seed?)";
    if (clock === null && high) said = "";
    if (said !== this.said) { this.said = said; this.tell(); }
  }

  tell() {
    this.say(this.lost ? "The browser has taken the picture away (WebGL context lost); the map goes on." : [this.said, ...this.problems].filter(Boolean).join(" · "));
  }

  forget() { // another run, another server
    for (const craft of this.crafts.values()) craft.remove();
    this.crafts.clear();
    this.facts.clear();
    this.problems.clear();
    this.bedOf = undefined;
  }

  // For tests: what is drawn.
  drawn(name) {
    const craft = this.crafts.get(name), { x, y, z } = craft.group.position;
    const forward = new Vector3(1, 0, 0).applyQuaternion(craft.group.quaternion), port = new Vector3(0, 1, 0).applyQuaternion(craft.group.quaternion);
    return {
      place: [x + this.origin[0], y + this.origin[1], z], forward: forward.toArray(), port: port.toArray(), pose: craft.pose, hull: craft.hull.name,
      arrows: craft.arrows.children.map((arrow) => arrow.position.toArray()), beams: craft.beams.children.map((beam) => beam.name), frames: this.frames,
    };
  }
}
