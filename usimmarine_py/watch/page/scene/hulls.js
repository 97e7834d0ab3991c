// Hulls in m, x forward, y to port, z up from the vehicle's origin: simple ones by kind and size, or the user's own glTF.
import {
  BoxGeometry, BufferAttribute, BufferGeometry, CylinderGeometry, DoubleSide, GLTFLoader, Group, Matrix4, Mesh, MeshPhongMaterial,
  SphereGeometry, Texture, Vector3,
} from "../vendor/three.js";

const paint = (color, more = {}) => new MeshPhongMaterial({ color, flatShading: true, side: DoubleSide, shininess: 25, ...more });

// A skin over sections: each is x and a ring of [y, z]; both ends are closed.
function loft(sections) {
  const count = sections[0][1].length, places = [], corners = [];
  for (const [x, ring] of sections) for (const [y, z] of ring) places.push(x, y, z);
  for (let s = 0; s + 1 < sections.length; s++) {
    for (let k = 0; k < count; k++) {
      const a = s * count + k, b = s * count + (k + 1) % count;
      corners.push(a, b, a + count, b, b + count, a + count);
    }
  }
  for (const base of [0, (sections.length - 1) * count]) for (let k = 1; k + 1 < count; k++) corners.push(base, base + k, base + k + 1);
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(places), 3));
  geometry.setIndex(corners);
  geometry.computeVertexNormals();
  return geometry;
}

const add = (group, geometry, material, x = 0, y = 0, z = 0) => {
  const mesh = new Mesh(geometry, material);
  mesh.position.set(x, y, z);
  group.add(mesh);
  return mesh;
};
const box = (group, material, [length, width, height], x, y, z) => add(group, new BoxGeometry(length, width, height), material, x, y, z);
const tube = (group, material, length, radius, x, y, z, axis = "x") => {
  const mesh = add(group, new CylinderGeometry(radius, radius, length, 14), material, x, y, z);
  if (axis === "x") mesh.rotation.z = Math.PI / 2; else if (axis === "z") mesh.rotation.x = Math.PI / 2;
  return mesh;
};

// How wide the deck is, how far the keel goes down and the bow up, along the length from the stern; of the whole.
const BOAT = [[-0.5, 0.88, 0.75, 0], [-0.2, 1, 1, 0], [0.12, 0.96, 1, 0.05], [0.32, 0.66, 0.85, 0.2], [0.44, 0.3, 0.5, 0.4], [0.5, 0.03, 0.05, 0.55]];
const SHIP = [[-0.5, 0.75, 0.4, 0.1], [-0.42, 0.95, 0.9, 0], [-0.3, 1, 1, 0], [0.34, 1, 1, 0], [0.43, 0.72, 1, 0.2], [0.5, 0.04, 0.85, 0.5]];

function shell(stations, length, beam, draft, above, sharp) {
  return loft(stations.map(([x, wide, deep, high]) => {
    const b = 0.5 * beam * wide, top = above * (1 + high), keel = -draft * deep;
    return [x * length, [[b, top], [b * 0.95, keel * 0.2], [b * sharp, keel * 0.85], [0, keel], [-b * sharp, keel * 0.85], [-b * 0.95, keel * 0.2], [-b, top]]];
  }));
}

function boat({ length, beam, draft }, main, deck, dark) {
  const group = new Group(), above = Math.max(draft, 0.06 * length);
  add(group, shell(BOAT, length, beam, draft, above, 0.6), main);
  box(group, deck, [0.26 * length, 0.5 * beam, 0.8 * above], -0.1 * length, 0, 1.35 * above);
  box(group, dark, [0.02 * length, 0.44 * beam, 0.4 * above], 0.031 * length, 0, 1.45 * above);
  tube(group, dark, 0.16 * length, 0.006 * length, -0.18 * length, 0, 1.7 * above + 0.08 * length, "z");
  return group;
}

function ship({ length, beam, draft }, main, deck, dark) {
  const group = new Group(), above = Math.max(0.35 * draft, 0.03 * length);
  add(group, shell(SHIP, length, beam, draft, above, 0.96), main);
  box(group, deck, [0.09 * length, 0.8 * beam, 2.2 * above], -0.38 * length, 0, 2.1 * above);
  box(group, dark, [0.004 * length, 0.74 * beam, 0.35 * above], -0.334 * length, 0, 2.8 * above);
  box(group, dark, [0.05 * length, 0.22 * beam, 1.6 * above], -0.44 * length, 0, 3.2 * above);
  return group;
}

function catamaran({ length, beam, draft }, main, deck, dark) {
  const group = new Group(), above = Math.max(draft, 0.05 * length), wide = Math.min(0.3 * beam, 0.2 * length);
  for (const side of [-1, 1]) add(group, shell(BOAT, length, wide, draft, above, 0.7), main, 0, side * 0.5 * (beam - wide), 0);
  for (const x of [-0.25, 0.18]) box(group, dark, [0.04 * length, beam - wide, 0.03 * length], x * length, 0, 1.3 * above);
  box(group, deck, [0.5 * length, 0.5 * beam, 0.05 * length], -0.03 * length, 0, 1.3 * above + 0.03 * length);
  tube(group, dark, 0.28 * length, 0.008 * length, -0.12 * length, 0, 1.3 * above + 0.18 * length, "z");
  return group;
}

const ROUND = [[-0.5, 0.12], [-0.44, 0.35], [-0.3, 0.8], [-0.2, 1], [0.36, 1], [0.44, 0.88], [0.48, 0.6], [0.5, 0.2]];

function body(length, width) {
  const ring = Array.from({ length: 20 }, (_, k) => [Math.cos(k * Math.PI / 10), Math.sin(k * Math.PI / 10)]);
  return loft(ROUND.map(([x, r]) => [x * length, ring.map(([y, z]) => [0.5 * width * r * y, 0.5 * width * r * z])]));
}

function fins(group, material, length, reach, x) {
  for (const turn of [0, 1, 2, 3]) {
    const fin = new Group();
    box(fin, material, [0.06 * length, 0.008 * length, reach], x, 0, 0.5 * reach);
    fin.rotation.x = turn * Math.PI / 2;
    group.add(fin);
  }
}

function torpedo({ length, beam }, main, deck, dark) {
  const group = new Group(), width = Math.min(beam, 0.4 * length);
  add(group, body(length, width), main);
  fins(group, deck, length, Math.max(0.85 * width, 0.05 * length), -0.4 * length);
  tube(group, dark, 0.015 * length, 0.42 * width, -0.5 * length, 0, 0);
  return group;
}

function glider({ length, beam }, main, deck, dark) {
  const group = new Group(), width = Math.min(beam, 0.2 * length);
  add(group, body(length, width), main);
  for (const side of [-1, 1]) {
    const wing = new BufferGeometry(), tip = side * 0.32 * length;
    wing.setAttribute("position", new BufferAttribute(new Float32Array([0.08, 0, 0, -0.06, 0, 0, -0.2, 0, 0, -0.13, 0, 0].map((v, k) => (k % 3 === 1 ? (k > 5 ? tip : 0) : v * length))), 3));
    wing.setIndex([0, 1, 2, 0, 2, 3]);
    wing.computeVertexNormals();
    add(group, wing, deck);
  }
  box(group, deck, [0.08 * length, 0.006 * length, 0.14 * length], -0.45 * length, 0, 0.07 * length);
  tube(group, dark, 0.3 * length, 0.006 * length, -0.62 * length, 0, 0);
  return group;
}

function rov({ length, beam, draft }, main, deck, dark) {
  const group = new Group(), high = Math.max(draft, 0.1 * length);
  for (const side of [-1, 1]) {
    box(group, main, [0.92 * length, 0.3 * beam, 0.3 * high], 0, side * 0.24 * beam, 0.34 * high); // foam
    box(group, dark, [0.96 * length, 0.03 * beam, 0.12 * high], 0, side * 0.47 * beam, -0.44 * high);
    for (const x of [-0.42, 0.42]) {
      box(group, dark, [0.06 * length, 0.03 * beam, 0.9 * high], x * length, side * 0.47 * beam, -0.02 * high);
      const pod = tube(group, dark, 0.16 * length, 0.1 * beam, 0.36 * Math.sign(x) * length, side * 0.36 * beam, -0.2 * high);
      pod.rotation.z += side * Math.sign(x) * Math.PI / 4;
      tube(group, dark, 0.1 * high, 0.09 * beam, 0.24 * Math.sign(x) * length, side * 0.24 * beam, 0.5 * high, "z");
    }
  }
  tube(group, deck, 0.7 * length, 0.12 * beam, 0, 0, -0.08 * high);
  add(group, new SphereGeometry(0.12 * beam, 14, 10), new MeshPhongMaterial({ color: 0x9fd8ff, shininess: 90 }), 0.36 * length, 0, -0.08 * high);
  return group;
}

function buoy({ length }, main, deck, dark) {
  const group = new Group();
  add(group, new SphereGeometry(0.4 * length, 18, 12), main);
  tube(group, dark, length, 0.04 * length, 0, 0, 0.6 * length, "z");
  box(group, deck, [0.16 * length, 0.16 * length, 0.16 * length], 0, 0, 1.1 * length);
  return group;
}

const FORMS = { boat, ship, catamaran, torpedo, glider, box: rov, buoy };
const SLIM = { torpedo: 0.12, glider: 0.11, catamaran: 0.5, box: 1 };

export function sizeOf({ length = 0, beam = 0, draft = 0 }, form) {
  const long = length > 0 ? length : form === "box" ? 0.6 : 3;
  return { length: long, beam: beam > 0 ? beam : long * (SLIM[form] || 0.32), draft: draft > 0 ? Math.max(draft, 0.02 * long) : 0.08 * long };
}

export function simpleHull(form, size, colour) {
  const group = FORMS[form](size, paint(colour), paint(0xd9dde1), paint(0x30363c));
  group.name = form;
  return group;
}

// Textures inside of a file, without an address that the page's policy would have to allow.
const insideTextures = (parser) => ({
  name: "inside_textures",
  async loadTexture(index) {
    const { source } = parser.json.textures[index], image = parser.json.images[source];
    const part = await parser.getDependency("bufferView", image.bufferView);
    const texture = new Texture(await createImageBitmap(new Blob([part], { type: image.mimeType })));
    texture.flipY = false;
    texture.needsUpdate = true;
    return texture;
  },
});

// The user's own hull from /model: glTF's y up, z forward, x to port. Throws an Error with one plain sentence.
export async function ownHull(name) {
  const reply = await fetch(`model?vehicle=${encodeURIComponent(name)}`);
  if (!reply.ok) throw new Error("the server does not have it");
  const loader = new GLTFLoader().register(insideTextures);
  const { scene } = await loader.parseAsync(await reply.arrayBuffer(), "");
  const point = new Vector3();
  let count = 0;
  scene.updateMatrixWorld(true);
  scene.traverse((part) => {
    const places = part.isMesh && part.geometry.attributes.position;
    for (let k = 0; places && k < places.count; k++) {
      point.fromBufferAttribute(places, k).applyMatrix4(part.matrixWorld);
      if (!Number.isFinite(point.x + point.y + point.z)) throw new Error("a vertex is not a number");
      count += 1;
    }
  });
  if (!count) throw new Error("it has no vertices");
  const group = new Group();
  scene.applyMatrix4(new Matrix4().set(0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1));
  group.add(scene);
  group.name = "own";
  return group;
}
