// The surface of the sea: the sum of the mission's own regular waves (laws/environment 4.2), at the time and place shown.
import { BufferAttribute, BufferGeometry, DoubleSide, Mesh, MeshPhongMaterial } from "../vendor/three.js";

const N = 113, FLAT = 0.78; // vertices along a side, the outermost far away; inside this share the waves are whole

// Elevation, m up, of five rows (frequency, amplitude, phase, wave number to north and to east) at a MOOS time, s.
export function elevation(rows, time, x, y) {
  const [omega, amplitude, phase, north, east] = rows;
  let total = 0;
  for (let i = 0; i < omega.length; i++) total += amplitude[i] * Math.sin(omega[i] * time - north[i] * y - east[i] * x + phase[i]);
  return total;
}

export function heightOf(rows) { // significant, m
  return 4 * Math.sqrt(rows[1].reduce((sum, a) => sum + 0.5 * a * a, 0));
}

export class Water {
  constructor() {
    this.positions = new Float32Array(N * N * 3);
    this.normals = new Float32Array(N * N * 3);
    const corners = [];
    for (let j = 0; j + 1 < N; j++) {
      for (let k = 0; k + 1 < N; k++) { const a = j * N + k; corners.push(a, a + 1, a + N + 1, a, a + N + 1, a + N); }
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(this.positions, 3));
    geometry.setAttribute("normal", new BufferAttribute(this.normals, 3));
    geometry.setIndex(corners);
    this.shades = new Float32Array(N * N * 3);
    geometry.setAttribute("color", new BufferAttribute(this.shades, 3));
    this.material = new MeshPhongMaterial({ transparent: true, opacity: 0.82, side: DoubleSide, shininess: 90, specular: 0x3a4a52, depthWrite: false, vertexColors: true });
    this.mesh = new Mesh(geometry, this.material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 2;
    this.left = 0; // waves too short for the mesh of this view
  }

  // Draw the sea of a MOOS time around a place (m east, north) as far as `half`, seen from the origin of the picture.
  update(rows, time, [x, y], half, origin) {
    const spacing = 2 * half / (N - 3), x0 = Math.round(x / spacing) * spacing, y0 = Math.round(y / spacing) * spacing;
    const at = (middle, k) => (k === 0 ? middle - 40 * half : k === N - 1 ? middle + 40 * half : middle - half + (k - 1) * spacing);
    const weight = (k) => {
      const far = k === 0 || k === N - 1 ? 1 : Math.abs(-1 + 2 * (k - 1) / (N - 3));
      const s = Math.min(Math.max((1 - far) / (1 - FLAT), 0), 1);
      return s * s * (3 - 2 * s);
    };
    const xs = Float64Array.from({ length: N }, (_, k) => at(x0, k)), ys = Float64Array.from({ length: N }, (_, k) => at(y0, k));
    const weights = Float64Array.from({ length: N }, (_, k) => weight(k));
    const height = new Float64Array(N * N), slopeX = new Float64Array(N * N), slopeY = new Float64Array(N * N);
    const [omega, amplitude, phase, north, east] = rows;
    const cx = new Float64Array(N), sx = new Float64Array(N);
    this.left = 0;
    for (let i = 0; i < omega.length; i++) {
      if (2 * Math.PI / Math.hypot(north[i], east[i]) < 2.2 * spacing) { this.left += 1; continue; }
      for (let k = 0; k < N; k++) { cx[k] = Math.cos(east[i] * xs[k]); sx[k] = Math.sin(east[i] * xs[k]); }
      const a = amplitude[i], ke = east[i], kn = north[i], begin = omega[i] * time + phase[i];
      for (let j = 1; j + 1 < N; j++) {
        const angle = begin - kn * ys[j], s = a * Math.sin(angle), c = a * Math.cos(angle);
        for (let k = 1, p = j * N + 1; k + 1 < N; k++, p++) {
          height[p] += s * cx[k] - c * sx[k]; // a sin(angle - ke x)
          const across = c * cx[k] + s * sx[k]; // a cos(angle - ke x)
          slopeX[p] -= ke * across;
          slopeY[p] -= kn * across;
        }
      }
    }
    // crests light, troughs and lee sides dark: what light alone shows of so small a slope is hardly seen
    const { positions, normals, shades } = this, high = Math.max(heightOf(rows), 0.05);
    for (let j = 0, p = 0; j < N; j++) {
      for (let k = 0; k < N; k++, p++) {
        const w = weights[j] * weights[k], sX = w * slopeX[p], sY = w * slopeY[p], long = 1 / Math.hypot(sX, sY, 1);
        positions[3 * p] = xs[k] - origin[0];
        positions[3 * p + 1] = ys[j] - origin[1];
        positions[3 * p + 2] = w * height[p];
        normals[3 * p] = -sX * long;
        normals[3 * p + 1] = -sY * long;
        normals[3 * p + 2] = long;
        const shade = Math.min(Math.max(0.92 + 0.8 * w * height[p] / high + 2.6 * (0.5 * sX + 0.7 * sY), 0.4), 1.9);
        shades[3 * p] = shades[3 * p + 1] = shades[3 * p + 2] = shade;
      }
    }
    this.mesh.geometry.attributes.position.needsUpdate = true;
    this.mesh.geometry.attributes.normal.needsUpdate = true;
    this.mesh.geometry.attributes.color.needsUpdate = true;
    this.whole = FLAT * half; // how far from its middle the waves are drawn whole
    this.middle = [x0, y0];
  }

  // The vertex nearest to a place (m east, north): where it is, and its height as drawn.
  nearest(x, y, origin) {
    let found = null, best = Infinity;
    for (let p = 0; p < N * N; p++) {
      const px = this.positions[3 * p] + origin[0], py = this.positions[3 * p + 1] + origin[1], far = Math.hypot(px - x, py - y);
      if (far < best) { best = far; found = [px, py, this.positions[3 * p + 2]]; }
    }
    return found;
  }
}
