// The sea bed around the tracks, by its depths.
import { BufferAttribute, BufferGeometry, Color, DoubleSide, Mesh, MeshLambertMaterial } from "../vendor/three.js";

const SHALLOW = new Color(0xb9a77c), DEEP = new Color(0x3c4a52), LAND = new Color(0x8c9a63);

// From corners (m), samples along a side and depths (m, from the south-west on; null: unknown); null where nothing is known.
export function bedMesh({ x, y, across, depths }) {
  const known = depths.filter((depth) => depth !== null);
  if (!known.length) return null;
  const deepest = Math.max(...known, 1), places = new Float32Array(across * across * 3), colours = new Float32Array(across * across * 3);
  const colour = new Color(), corners = [], middle = [(x[0] + x[1]) / 2, (y[0] + y[1]) / 2];
  for (let j = 0, p = 0; j < across; j++) {
    for (let k = 0; k < across; k++, p++) {
      const depth = depths[p] === null ? 0 : depths[p];
      places[3 * p] = x[0] + (x[1] - x[0]) * k / (across - 1) - middle[0];
      places[3 * p + 1] = y[0] + (y[1] - y[0]) * j / (across - 1) - middle[1];
      places[3 * p + 2] = -depth;
      if (depth <= 0) colour.copy(LAND); else colour.copy(SHALLOW).lerp(DEEP, depth / deepest);
      colour.toArray(colours, 3 * p);
      if (!j || !k) continue;
      const square = [p - across - 1, p - across, p, p - 1];
      if (square.every((corner) => depths[corner] !== null)) corners.push(square[0], square[1], square[2], square[0], square[2], square[3]);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(places, 3));
  geometry.setAttribute("color", new BufferAttribute(colours, 3));
  geometry.setIndex(corners);
  geometry.computeVertexNormals();
  const mesh = new Mesh(geometry, new MeshLambertMaterial({ vertexColors: true, side: DoubleSide }));
  mesh.userData.middle = middle;
  mesh.userData.edges = [x, y];
  return mesh;
}
