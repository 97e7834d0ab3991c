"""What a behaviour needs is known before it runs: an error of `usim check`, a line of the helm when it starts."""

from __future__ import annotations

from pathlib import Path

import pytest

from usimmarine_py.check.helm.files import check_behavior_file
from usimmarine_py.errors import Severity
from usimmarine_py.helm import Helm, read_helm_block
from usimmarine_py.helm.behaviours import KINDS, find_kind
from usimmarine_py.values.key import config_lines

LINES = config_lines("behaviors = a.bhv\ndomain = course:0:359:360\ndomain = speed:0:4:41\ndomain = depth:0:100:101")
GIVEN = "min_util_cpa_dist = 4\n max_util_cpa_dist = 8\n allowable_ttc = 20\n"
POLY = "poly = pts={0,0:0,9:9,9}\n"


def _needs(file: Path, kind: str, lines: str) -> list[str]:
    """The errors of a block; the helm says the same when it starts."""
    file.write_text(f"\nBehavior = BHV_{kind}\n{{\n name = it\n {lines}\n}}\n")
    found = [one for one in check_behavior_file(str(file)) if " needs " in one.what]
    assert all((one.severity, one.line) == (Severity.ERROR, 2) for one in found)
    helm = Helm(read_helm_block(LINES), {"a.bhv": file.read_text()}, community="abe")
    assert (helm.problems, helm.state) == ([], "PARK")
    assert helm.cautions == [f"a.bhv:2: {one.what}" for one in found]
    return [one.what.partition(" needs ")[2] for one in found]


@pytest.mark.parametrize(
    ("kind", "lines", "needed"),
    [
        ("AvoidObstacleV24", POLY, ["min_util_cpa_dist: without, the helm stops the vehicle near the obstacle"]),
        ("AvoidObstacleV24", POLY + GIVEN, []),
        ("AvoidObstacleV24", GIVEN + "templating = spawn\n updates = OB", []),
        ("AvoidObstacleV24", "templating = spawn\n updates = OB", ["min_util_cpa_dist", "max_util_cpa_dist"]),
        ("MemoryTurnLimit", "memory_time = 3", ["turn_range: without, it has no wish"]),
        ("Hysteresis", "", ["memory_time"]),
        ("FixedTurn", "", ["fix_turn or turn_spec: without, its turn ends at once"]),
        ("FixedTurn", "turn_spec = fix=90", []),
        ("Waypoint", "speed = 1", ["points or point"]),
        ("Waypoint", "speed = 1\n updates = PTS", []),
        ("CutRange", "contact = ben", ["giveup_dist: without, it never begins a pursuit"]),
        ("Trail", "trail_range = 9", ["contact"]),
        ("StationKeep", "center_activate = true", []),
    ],
)
def test_what_is_missing_is_named(tmp_path: Path, kind: str, lines: str, needed: list[str]) -> None:
    found = _needs(tmp_path / "a.bhv", kind, lines)
    assert len(found) >= len(needed)
    assert all(text.startswith(start) for text, start in zip(found, needed, strict=False))
    assert bool(found) == bool(needed)


def test_a_refused_line_is_named_alone(tmp_path: Path) -> None:
    file = tmp_path / "a.bhv"
    file.write_text("Behavior = BHV_Hysteresis\n{\n name = it\n memory_time = -1\n}\n")
    assert [one.line for one in check_behavior_file(str(file)) if one.severity is Severity.ERROR] == [4]


def test_what_is_needed_are_parameters() -> None:
    for kind in KINDS:
        cls = find_kind(kind)
        assert cls is not None
        for names in (*cls.mandatory, *cls.awaited):
            for name in names.split("|"):
                assert name in cls.all_keys, (kind, name)
