"""What lies under the plan of the page: depth contours, and map tiles of the one server that the user names."""

from __future__ import annotations

import asyncio
import json
import math
import shutil
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest

import usimmarine_py.watch
from tests.support.chromium import browser
from tests.watch.test_watch_page import CHROMIUM, needs_chromium, watching
from tests.watch.test_watch_server import ask, serving
from usimmarine_py.cli.community.watch import check_tiles
from usimmarine_py.errors import ConfigError
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.watch.bed import png
from usimmarine_py.watch.contours import contours
from usimmarine_py.watch.hub import Hub
from usimmarine_py.watch.viewer.geojson import read_geojson

PAGE = Path(usimmarine_py.watch.__file__).parent / "page"


def test_contours_of_a_cone_are_circles_and_of_a_slope_straight() -> None:
    x = y = (-100.0, 100.0)
    east, north = np.meshgrid(np.linspace(*x, 201), np.linspace(*y, 201))
    far = np.hypot(east, north)
    found = {line["depth"]: np.array(line["segments"]) for line in contours(0.25 * far, x, y)}
    assert list(found) == [0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0][: len(found)]
    for depth in (10.0, 20.0):
        ends = found[depth].reshape(-1, 2)
        assert np.abs(np.hypot(*ends.T) - 4.0 * depth).max() < 0.15
        length = np.hypot(*(found[depth][:, 2:] - found[depth][:, :2]).T).sum()
        assert length == pytest.approx(2.0 * np.pi * 4.0 * depth, rel=0.02)
    slope = contours(20.0 - 0.1 * east, x, y)
    assert [line["depth"] for line in slope] == [10.0, 15.0, 20.0, 25.0]
    for line in slope[1:]:
        assert np.allclose(np.array(line["segments"])[:, ::2], (20.0 - line["depth"]) / 0.1, atol=0.06)


def test_unknown_and_flat_depths_have_no_lines() -> None:
    assert contours(np.full((5, 5), np.nan), (0, 1), (0, 1)) == []
    assert contours(np.full((5, 5), 7.3), (0, 1), (0, 1)) == []
    half = np.tile(np.linspace(0.0, 10.0, 11), (11, 1))
    half[:, 6:] = np.nan
    lines = contours(half, (0, 10), (0, 10))
    json.dumps(lines, allow_nan=False)
    assert max(np.array(line["segments"])[:, ::2].max() for line in lines) <= 5.0


@pytest.mark.skipif(shutil.which("node") is None, reason="no node on PATH")
def test_tiles_are_those_of_the_web_s_mercator_grid(tmp_path: Path) -> None:
    for name in ("ground", "colours"):
        (tmp_path / f"{name}.mjs").write_text((PAGE / f"{name}.js").read_text().replace('.js"', '.mjs"'))
    each = 1.0 / (111_320.0 * math.cos(math.radians(43.8)))
    datum = {"lat": 43.825, "lon": -70.33, "north": 1.0 / 111_000.0, "east": each}
    view = {"datum": datum, "x": 250.0, "y": -120.0, "width": 800, "height": 600, "scale": 0.8}
    (tmp_path / "main.mjs").write_text(
        "globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });\n"
        "const { tilesOf, cornerOf } = await import('./ground.mjs');\n"
        "const view = JSON.parse(process.argv[2]), found = tilesOf(view);\n"
        "console.log(JSON.stringify([found, cornerOf(view, found.count, found.columns[0], found.rows[0])]));"
    )
    words = ["node", "main.mjs", json.dumps(view)]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
    found, corner = json.loads(done.stdout)

    def tile(x: float, y: float, level: int) -> tuple[int, int]:
        """The formula of OpenStreetMap's wiki."""
        lat, lon = math.radians(datum["lat"] + y * datum["north"]), datum["lon"] + x * datum["east"]
        count = 2**level
        return (int((lon + 180.0) / 360.0 * count),
                int((1.0 - math.log(math.tan(lat) + 1.0 / math.cos(lat)) / math.pi) / 2.0 * count))  # fmt: skip

    # a tile of 256 dots shows the ground at about the scale of the view
    size = 156543.034 * math.cos(math.radians(datum["lat"])) / 2 ** found["level"]
    assert 0.5 < size / view["scale"] < 2.0
    west, east, south, north = 250 - 320, 250 + 320, -120 - 240, -120 + 240
    assert (found["columns"][0], found["rows"][0]) == tile(west, north, found["level"])
    assert (found["columns"][1], found["rows"][1]) == tile(east, south, found["level"])
    assert tile(corner[0] + 0.5, corner[1] - 0.5, found["level"]) == (found["columns"][0], found["rows"][0])
    assert tile(corner[0] - 0.5, corner[1] + 0.5, found["level"]) == (found["columns"][0] - 1, found["rows"][0] - 1)


DATUM = Geodesy.at(43.825, -70.33)


def chart(file: Path, features: list[dict], **more: object) -> Path:
    file.write_text(json.dumps({"type": "FeatureCollection", "features": features, **more}))
    return file


def feature(kind: str, coordinates: object, **properties: object) -> dict:
    return {"type": "Feature", "properties": properties, "geometry": {"type": kind, "coordinates": coordinates}}


def test_lines_of_a_chart_lie_in_the_plane_of_the_mission(tmp_path: Path) -> None:
    def at(x: float, y: float, *depth: float) -> list[float]:
        latitude, longitude = DATUM.to_latlon(x, y) or (math.nan, math.nan)
        return [longitude, latitude, *depth]

    square = [at(0, 0), at(100, 0), at(100, 50), at(0, 0)]
    given = [
        feature("MultiPolygon", [[square], [square]], DRVAL1=5.4, OBJNAM="<b>Bank</b>"),
        feature("LineString", [at(-10, 3), at(20, 4)]),
        feature("MultiPoint", [at(7, 8, 12.5), [math.nan, 1.0]]),
        {"type": "Feature", "geometry": None},
    ]
    found = read_geojson(chart(tmp_path / "a.geojson", given, name="DEPARE"), DATUM)
    assert [(one["kind"], one["of"], one["depth"]) for one in found] == [
        ("area", "depth", 5.4), ("area", "depth", 5.4), ("line", "depth", None), ("spot", "depth", 12.5)
    ]  # fmt: skip
    assert np.allclose(found[0]["rings"][0], [[0, 0], [100, 0], [100, 50], [0, 0]], atol=0.06)
    assert np.allclose(found[3]["rings"], [[[7, 8]]], atol=0.06)
    with serving(Hub([], lines=found)) as server:
        assert json.loads(ask(server, "GET", "/lines")[2])[0]["name"] == "<b>Bank</b>"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("no json", "no GeoJSON"), ("[" * 9000, "no GeoJSON"),
        ('{"type":"Point","coordinates":["a","b"]}', "no GeoJSON"),
        ('{"type":"FeatureCollection","features":[]}', "no feature"),
        ('{"type":"Point","coordinates":[1e999,0]}', "no feature"),
        ('{"type":"Point","coordinates":[1,2],"crs":{"properties":{"name":"EPSG:32632"}}}', "coordinate system"),
    ],
)  # fmt: skip
def test_what_is_no_chart_of_lines_is_refused(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "a.json").write_text(text)
    with pytest.raises(ConfigError, match=why):
        read_geojson(tmp_path / "a.json", DATUM)


@pytest.mark.parametrize(
    "url",
    [
        "ftp://host/{z}/{x}/{y}", "https://host/{z}/{x}", "https://a;script-src *//{z}/{x}/{y}", "{z}{x}{y}",
        "https://user@host/{z}/{x}/{y}", "https://host/{z}/{x}/{y}' x", "javascript:{z}{x}{y}",
    ],
)  # fmt: skip
def test_what_is_no_address_of_tiles_is_refused(url: str) -> None:
    with pytest.raises(ConfigError, match="--tiles"):
        check_tiles(url)


def test_only_a_named_server_is_allowed_by_the_policy() -> None:
    check_tiles("")
    with serving(Hub([])) as server:
        assert "img-src 'self' data:" in ask(server, "GET", "/")[1]["Content-Security-Policy"]
    with serving(Hub([], tiles="https://tiles.example:8080/{z}/{x}/{y}.png")) as server:
        policy = ask(server, "GET", "/")[1]["Content-Security-Policy"]
        assert "img-src 'self' https://tiles.example:8080 data:" in policy
        assert "script-src 'self';" in policy


@needs_chromium
@pytest.mark.slow
def test_tiles_come_from_the_server_that_is_named(tmp_path: Path) -> None:
    asked: list[str] = []
    picture = png(np.full((256, 256, 4), (200, 80, 40, 255), np.uint8))

    class Tiles(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.send_header("Content-Type", "image/png")
            self.send_header("Access-Control-Allow-Origin", "*")
            self.send_header("Content-Length", str(len(picture)))
            self.end_headers()
            self.wfile.write(picture)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Tiles)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    (tmp_path / "a.moos").write_text("LatOrigin = 43.825\nLongOrigin = -70.33\nServerPort = 9\n")
    try:
        url = f"http://127.0.0.1:{server.server_address[1]}/{{z}}/{{x}}/{{y}}.png"
        with watching(str(tmp_path / "a.moos"), "--tiles", url) as watch:

            async def main() -> None:
                assert CHROMIUM is not None
                async with browser(CHROMIUM, tmp_path) as page:
                    await page.look((900, 700))
                    await page.open(watch.url)
                    dot = "[...document.getElementById('ground').getContext('2d').getImageData(150, 151, 1, 1).data]"
                    await page.wait(f"{dot}.join() === '200,80,40,255'", 40.0)
                    assert page.complaints == []

            asyncio.run(main())
    finally:
        server.shutdown()
        server.server_close()
    assert asked
    assert all(len(path.split("/")) == 4 for path in asked)
