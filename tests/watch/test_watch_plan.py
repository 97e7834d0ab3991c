"""The plan of vehicles on the live page: the next waypoint, the current leg, and a field of several logs."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import usimmarine_py.watch
from usimmarine_py.cli.community.watch import open_feeds
from usimmarine_py.errors import NothingToDrawError
from usimmarine_py.logs.alog import AlogWriter
from usimmarine_py.logs.viewer.shapes import Shapes
from usimmarine_py.values import Message
from usimmarine_py.watch.hub import Hub

PLAN = Path(usimmarine_py.watch.__file__).parent / "page" / "plan.js"
ROUTE = "pts={60,-40:60,-160:150,-160},label=abe_waypt_survey"
NEXT = "x=60,y=-160,active=true,label=abe's nextpt"


def shapes_of(*posts: tuple[str, str]) -> list[dict[str, Any]]:
    shapes = Shapes()
    for variable, text in posts:
        shapes.take(variable, text, "shoreside", 1.0)
    return shapes.drawings()


def test_the_next_waypoint_of_a_helm_leads_its_vehicle() -> None:
    drawings = shapes_of(("VIEW_SEGLIST", ROUTE), ("VIEW_POINT", NEXT), ("VIEW_POINT", "x=1,y=2,label=abe's trackpt"))
    assert [drawing.get("leads") for drawing in drawings] == [None, "abe", None]
    gone = shapes_of(("VIEW_POINT", NEXT), ("VIEW_POINT", "x=0,y=0,active=false,label=abe's nextpt"))
    assert gone == []


@pytest.mark.skipif(shutil.which("node") is None, reason="no node on PATH")
@pytest.mark.parametrize(
    ("posts", "leg"),
    [
        ([("VIEW_SEGLIST", ROUTE), ("VIEW_POINT", NEXT)], [[60, -40], [60, -160]]),
        ([("VIEW_SEGLIST", ROUTE), ("VIEW_POINT", NEXT.replace("-160", "-40"))], [None, [60, -40]]),
        ([("VIEW_POINT", NEXT)], [None, [60, -160]]),
        # of two lines through the point the vehicle's own counts
        (
            [("VIEW_SEGLIST", "pts={0,0:60,-160},label=ben_route"), ("VIEW_SEGLIST", ROUTE), ("VIEW_POINT", NEXT)],
            [[60, -40], [60, -160]],
        ),
    ],
)
def test_the_current_leg_ends_at_the_next_waypoint(
    tmp_path: Path, posts: list[tuple[str, str]], leg: list[list[float] | None]
) -> None:
    (tmp_path / "plan.mjs").write_bytes(PLAN.read_bytes())
    program = "import { legs } from './plan.mjs'; console.log(JSON.stringify(legs(JSON.parse(process.argv[2]))));"
    (tmp_path / "main.mjs").write_text(program)
    words = ["node", "main.mjs", json.dumps(shapes_of(*posts))]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [{"name": "abe", "from": leg[0], "to": leg[1]}]


def test_a_folder_of_a_run_is_shown_whole_and_shared_shapes_once(tmp_path: Path) -> None:
    for name, start in (("abe", 1000.0), ("ben", 1005.0), ("shore", 1000.0)):
        with AlogWriter(tmp_path / f"{name}.alog", start, opened="") as log:
            if name == "shore":
                log.write(Message("NODE_REPORT", "NAME=abe,X=1,Y=2,TIME=1000", start, "uFldNodeComms"))
            else:
                log.write(Message("NODE_REPORT_LOCAL", f"NAME={name},X=1,Y=2,TIME={start}", start, "pNodeReporter"))
                for axis in ("NAV_X", "NAV_Y"):
                    log.write(Message(axis, 1.0, start + 1.0, "usimmarine"))
            if name != "ben":
                log.write(Message("VIEW_SEGLIST", ROUTE, start + 1.0, "pHelmIvP"))
    hub = Hub(open_feeds((str(tmp_path),), "", 0, 0.0, ""))
    hub.poll()
    assert set(hub.fleet.vehicles) == {"abe", "ben"}
    reader = hub.join("")
    assert reader is not None
    hub.poll()
    first = json.loads(reader.frames[0])
    assert len(first["shapes"]) == 1
    assert len(hub.then(3.0, "abe")["shapes"]) == 1
    hub.close()
    (tmp_path / "empty").mkdir()
    with pytest.raises(NothingToDrawError, match="no run in this folder"):
        open_feeds((str(tmp_path / "empty"),), "", 0, 0.0, "")
