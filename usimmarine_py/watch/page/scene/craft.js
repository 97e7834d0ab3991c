// One vehicle in the picture: hull, arrows of its actuators, beams of its sensors, trail, and a line to the surface.
import {
  BufferAttribute, BufferGeometry, ConeGeometry, CylinderGeometry, DoubleSide, Group, Line, LineBasicMaterial, LineSegments, Mesh,
  MeshBasicMaterial, Vector3,
} from "../vendor/three.js";
import { colourOf, formOf, upTo } from "../fleet.js";
import { ownHull, simpleHull, sizeOf } from "./hulls.js";

const PUSH = 0x1fae58, BLADE = 0xf0553a, BEAM = 0xf5b942, MOST = 3000; // colours; points of a trail
const Y = new Vector3(0, 1, 0), DOWN = new Vector3(0, -1, 0), shaft = new CylinderGeometry(1, 1, 1, 10), head = new ConeGeometry(1, 1, 12);
shaft.translate(0, 0.5, 0);
head.translate(0, 0.5, 0);

export function dispose(object) {
  object.traverse((part) => {
    if (part.geometry && part.geometry !== shaft && part.geometry !== head) part.geometry.dispose();
    for (const material of [part.material].flat()) if (material) material.dispose();
  });
  object.removeFromParent();
}

export class Craft {
  constructor(scene, complain) {
    this.scene = scene;
    this.complain = complain;
    this.group = new Group();
    this.hull = new Group();
    this.arrows = new Group();
    this.beams = new Group();
    this.group.add(this.hull, this.arrows, this.beams);
    this.trail = new Line(new BufferGeometry(), new LineBasicMaterial({ transparent: true, opacity: 0.8 }));
    this.stem = new LineSegments(new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(6), 3)), new LineBasicMaterial({ transparent: true, opacity: 0.55 }));
    for (const part of [this.trail, this.stem]) part.frustumCulled = false;
    scene.add(this.group, this.trail, this.stem);
    this.made = this.pushed = this.looked = this.trailed = "";
    this.start = [0, 0];
  }

  remove() { for (const part of [this.group, this.trail, this.stem]) dispose(part); this.gone = true; }

  place(vehicle, pose, origin) {
    const [, x, y, z, roll, pitch, heading] = pose;
    this.pose = pose;
    this.group.position.set(x - origin[0], y - origin[1], z || 0);
    // heading is clockwise from north, pitch bow up, roll starboard down; the hull is x forward, y to port, z up
    this.group.rotation.set(roll || 0, -(pitch || 0), Math.PI / 2 - (heading === null ? 0 : heading) * Math.PI / 180, "ZYX");
    this.dress(vehicle);
  }

  dress(vehicle) { // the hull is made anew when its facts change
    const form = formOf(vehicle.facts), colour = colourOf(vehicle), size = sizeOf(vehicle.facts, form);
    const key = JSON.stringify([form, colour, size]);
    if (key === this.made) return;
    this.made = key;
    this.size = size;
    if (!this.own) {
      dispose(this.hull);
      this.hull = simpleHull(form, size, colour);
      this.group.add(this.hull);
    }
    for (const part of [this.trail, this.stem]) part.material.color.set(colour);
    this.pushed = "";
  }

  async wear(name) { // the user's own hull in place of the simple one
    if (this.own) return;
    this.own = true;
    try {
      const hull = await ownHull(name);
      if (this.gone) return;
      dispose(this.hull);
      this.hull = hull;
      this.group.add(hull);
    } catch (error) {
      this.own = false;
      this.complain(`${name}: its own hull cannot be drawn (${error.message}); a simple one is shown`);
    }
  }

  push(pushes, shown) {
    this.arrows.visible = shown;
    const key = JSON.stringify(pushes);
    if (key === this.pushed || !this.size) return;
    this.pushed = key;
    const { arrows, size: { length } } = this;
    while (arrows.children.length > pushes.length) dispose(arrows.children[arrows.children.length - 1]);
    while (arrows.children.length < pushes.length) {
      const arrow = new Group(), paint = new MeshBasicMaterial({ depthTest: false, transparent: true, opacity: 0.95 });
      arrow.add(new Mesh(shaft, paint), new Mesh(head, paint));
      for (const part of arrow.children) part.renderOrder = 5; // seen through the hull
      arrows.add(arrow);
    }
    pushes.forEach(([tail, to, blade], k) => {
      const arrow = arrows.children[k], way = new Vector3(...to), long = way.length(), tip = Math.min(0.3 * long, 0.12 * length);
      const [stick, cone] = arrow.children;
      arrow.position.set(...tail);
      arrow.quaternion.setFromUnitVectors(Y, way.divideScalar(long));
      stick.scale.set(0.0125 * length, long - tip, 0.0125 * length);
      cone.position.set(0, long - tip, 0);
      cone.scale.set(0.035 * length, tip, 0.035 * length);
      stick.material.color.set(blade ? BLADE : PUSH);
    });
  }

  look(beams, shown) {
    this.beams.visible = shown;
    const key = JSON.stringify(beams);
    if (key === this.looked) return;
    this.looked = key;
    while (this.beams.children.length) dispose(this.beams.children[0]);
    for (const [name, at, way, half, reach] of beams) {
      const cone = new ConeGeometry(reach * Math.tan(Math.min(half, 80) * Math.PI / 180), reach, 28, 1, true);
      cone.translate(0, -reach / 2, 0); // its tip in the origin
      const mesh = new Mesh(cone, new MeshBasicMaterial({ color: BEAM, transparent: true, opacity: half < 3 ? 0.4 : 0.2, side: DoubleSide, depthWrite: false }));
      mesh.position.set(...at);
      mesh.quaternion.setFromUnitVectors(DOWN, new Vector3(...way));
      mesh.renderOrder = 3;
      mesh.name = name;
      this.beams.add(mesh);
    }
  }

  trace(vehicle, time, surface, origin) { // its way so far, and a line up to the surface
    const { rows, head } = vehicle, count = Number.isFinite(time) ? upTo(rows, time) : rows.length, key = `${vehicle.whole} ${count} ${head && head[0]}`;
    if (key !== this.trailed) {
      this.trailed = key;
      const thin = Math.max(1, Math.ceil(count / MOST)), kept = rows.slice(0, count).filter((_, k) => k % thin === 0 || k === count - 1);
      this.start = kept.length ? [kept[0][1], kept[0][2]] : [0, 0];
      const places = new Float32Array(3 * kept.length);
      kept.forEach((row, k) => places.set([row[1] - this.start[0], row[2] - this.start[1], row[6] === null ? 0 : -row[6]], 3 * k));
      this.trail.geometry.dispose();
      this.trail.geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(places, 3));
    }
    this.trail.position.set(this.start[0] - origin[0], this.start[1] - origin[1], 0);
    const z = this.group.position.z, { x, y } = this.group.position, line = this.stem.geometry.attributes.position;
    this.stem.visible = z < surface - this.size.length;
    line.array.set([x, y, z, x, y, surface]);
    line.needsUpdate = true;
  }
}
