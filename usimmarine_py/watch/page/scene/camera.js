// A camera that looks at the chosen vehicle: dragged around it, wheel and two fingers for the distance, keys for both.
import { PerspectiveCamera } from "../vendor/three.js";

const clamp = (value, low, high) => Math.min(Math.max(value, low), high), RAD = Math.PI / 180;

export class Eye {
  constructor(canvas) {
    this.camera = new PerspectiveCamera(45, 1, 0.1, 1000);
    this.camera.up.set(0, 0, 1);
    this.from = 215; // where it stands, seen from the vehicle: deg from north, or from the bow where it goes along
    this.above = 17; // deg
    this.far = NaN; // m
    this.along = false;
    const fingers = new Map();
    canvas.addEventListener("pointerdown", (event) => { fingers.set(event.pointerId, event); canvas.setPointerCapture(event.pointerId); });
    for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, (event) => fingers.delete(event.pointerId));
    canvas.addEventListener("pointermove", (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const other = [...fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
      const apart = (finger) => Math.hypot(finger.clientX - other.clientX, finger.clientY - other.clientY);
      if (other) this.zoom(apart(before) / Math.max(apart(event), 1));
      else this.turn((event.clientX - before.clientX) * 0.35, (event.clientY - before.clientY) * 0.3);
      fingers.set(event.pointerId, event);
    });
    canvas.addEventListener("wheel", (event) => { event.preventDefault(); this.zoom(1.0015 ** clamp(event.deltaY, -300, 300)); }, { passive: false });
    canvas.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [-6, 0], ArrowRight: [6, 0], ArrowUp: [0, 4], ArrowDown: [0, -4] }[event.key];
      if (step) this.turn(...step);
      else if (event.key === "+" || event.key === "=") this.zoom(0.8);
      else if (event.key === "-") this.zoom(1.25);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  turn(aside, up) { this.from = (this.from + aside + 360) % 360; this.above = clamp(this.above + up, -85, 89); }

  zoom(factor) { this.far = clamp(this.far * factor, 0.8 * (this.least || 1), 20000); }

  view(name) { // free, astern, abeam, above, below
    [this.from, this.above, this.along] = { astern: [180, 16, true], abeam: [90, 9, true], above: [180, 88, true], below: [215, -25, false] }[name] || [this.from, this.above, false];
  }

  // Stand around a place of the picture (m), looking at a vehicle of a length (m) and a heading (deg).
  stand({ x, y, z }, length, heading) {
    this.least = length;
    if (!(this.far > 0)) this.far = Math.max(4.5 * length, 2.5);
    const turn = (this.from + (this.along ? heading || 0 : 0)) * RAD, flat = Math.cos(this.above * RAD) * this.far;
    this.camera.position.set(x + flat * Math.sin(turn), y + flat * Math.cos(turn), z + this.far * Math.sin(this.above * RAD));
    this.camera.near = Math.max(0.01 * this.far, 0.02);
    this.camera.far = 60 * this.far + 3000;
    this.camera.lookAt(x, y, z);
  }

  size(width, height) {
    this.camera.aspect = width / height;
    this.camera.fov = width < height ? 58 : 45;
    this.camera.updateProjectionMatrix();
  }
}
