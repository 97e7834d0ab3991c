// What lies under the plan: depth contours of the mission's sea bed, and tiles of a server that the user has named.
import { css, write } from "./colours.js";

const KEPT = 300, MOST = 80; // tiles in memory, and in one picture
const tiles = new Map();
let template = "", wake = null;

export function startTiles(url, onLoad) { template = url || ""; wake = onLoad; tiles.clear(); }

export function drawContours(pen, contours, across, down, { width, height }) {
  pen.font = "10.5px system-ui, sans-serif";
  for (const { depth, segments } of contours) {
    pen.beginPath();
    for (const [x0, y0, x1, y1] of segments) { pen.moveTo(across(x0), down(y0)); pen.lineTo(across(x1), down(y1)); }
    pen.strokeStyle = css("--ink");
    pen.globalAlpha = depth === 0 ? 0.9 : 0.4;
    pen.lineWidth = depth === 0 ? 1.6 : 0.8;
    pen.stroke();
    pen.globalAlpha = 1;
    if (depth === 0) continue;
    let best = Infinity, at = null; // the name is where the line comes closest to the middle of the view
    for (const [x, y] of segments) {
      const px = across(x), py = down(y), far = Math.hypot(px - width / 2, py - height / 2);
      if (far < best) { best = far; at = [px, py]; }
    }
    if (at) write(pen, `${depth} m`, at[0] + 3, at[1] - 3, css("--soft"));
  }
}

const RAD = Math.PI / 180;

// The tiles of a view in the web's Mercator grid: level, and columns and rows from north-west to south-east.
export function tilesOf(view) {
  const { datum, x, y, width, height, scale } = view, place = (px, py) => {
    const lat = datum.lat + py * datum.north, lon = datum.lon + px * datum.east;
    return [(lon + 180) / 360, (1 - Math.asinh(Math.tan(lat * RAD)) / Math.PI) / 2];
  };
  const level = Math.min(Math.max(Math.round(Math.log2(156543.034 * Math.cos(datum.lat * RAD) / scale)), 0), 19), count = 2 ** level;
  const [left, up] = place(x - width * scale / 2, y + height * scale / 2), [right, low] = place(x + width * scale / 2, y - height * scale / 2);
  const bound = (value) => Math.min(Math.max(Math.floor(value * count), 0), count - 1);
  return { level, count, columns: [bound(left), bound(right)], rows: [bound(up), bound(low)] };
}

export function cornerOf({ datum }, count, column, row) { // of a tile's north-west, m
  const lon = column / count * 360 - 180, lat = Math.atan(Math.sinh(Math.PI * (1 - 2 * row / count))) / RAD;
  return [(lon - datum.lon) / datum.east, (lat - datum.lat) / datum.north];
}

export function drawTiles(pen, view, across, down) {
  if (!template || !view.datum) return;
  const { level, count, columns, rows } = tilesOf(view);
  if ((columns[1] - columns[0] + 1) * (rows[1] - rows[0] + 1) > MOST) return;
  for (let column = columns[0]; column <= columns[1]; column++) {
    for (let row = rows[0]; row <= rows[1]; row++) {
      const picture = load(template.replace("{z}", level).replace("{x}", column).replace("{y}", row));
      if (!picture.complete || !picture.naturalWidth) continue;
      const [x0, y0] = cornerOf(view, count, column, row), [x1, y1] = cornerOf(view, count, column + 1, row + 1);
      pen.drawImage(picture, across(x0), down(y0), across(x1) - across(x0) + 0.5, down(y1) - down(y0) + 0.5);
    }
  }
}

function load(url) {
  let picture = tiles.get(url);
  if (picture) return picture;
  if (tiles.size >= KEPT) tiles.delete(tiles.keys().next().value);
  picture = new Image();
  picture.crossOrigin = "anonymous"; // else the map could not be saved as a picture
  picture.addEventListener("load", () => wake());
  picture.src = url;
  tiles.set(url, picture);
  return picture;
}
