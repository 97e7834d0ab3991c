"""``collisions = stop | pass``: hulls that touch in a field."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.missions import craft, opening, program
from usimmarine_py.cli.usim import entry
from usimmarine_py.run.mission import run_mission

VEHICLE = (
    opening("%(name)s", "%(port)d")
    + craft("start_pos = x=%(x)d, y=%(y)d, heading=%(heading)d, speed=2", "%(more)s")
    + program("pNodeReporter", "platform_type = kayak", "platform_length = %(length)s", "platform_beam = 1")
    + program("uTimerScript", "event = var=DESIRED_THRUST, val=40, time=0", "%(event)s")
)


def field(folder: Path, *lines: str, y: int = 0, length: str = "4", event: str = "") -> list[str]:
    """Two vehicles that sail towards each other, 40 m apart, 2 m/s each."""
    files = []
    for number, (name, x, heading, line) in enumerate(zip(("abe", "ben"), (0, 40), (90, 270), lines, strict=True)):
        values = {"port": 9001 + number, "name": name, "x": x, "y": y * number, "heading": heading}
        (folder / f"{name}.moos").write_text(
            VEHICLE % {**values, "more": line, "length": length, "event": event if name == "abe" else ""}
        )
        files.append(str(folder / f"{name}.moos"))
    return files


def test_hulls_that_touch_stop(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = field(tmp_path, "collisions = stop", "collisions = stop")
    words = ["run", *files, "--duration", "20", "-o", str(tmp_path / "o"), "--require", "contacts = 0"]
    assert entry(words) == 1
    told = capsys.readouterr()
    assert "contact      the hulls of abe and ben touch at" in told.out
    assert "its hull touches that of ben; it stays there" in told.out and "contacts = 1" in told.err
    found = json.loads((tmp_path / "o" / "run.json").read_text())
    (event,) = found["events"]
    # bow to bow: half a length each
    assert event["kind"] == "contact" and event["between"] == ["abe", "ben"] and 2.5 < event["distance"] <= 4.0
    assert event["time"] == pytest.approx((40.0 - 4.0) / 4.0, abs=0.6)
    for name in ("abe", "ben"):
        log = (tmp_path / "o" / f"{name}.alog").read_text().splitlines()
        speeds = [float(line.split()[3]) for line in log if line.split()[1:2] == ["NAV_SPEED"]]
        assert max(speeds) > 1.5 and speeds[-20:] == [0.0] * 20
    x, other = (found["communities"][name]["end"][0] for name in ("abe", "ben"))
    assert other - x == pytest.approx(event["distance"], abs=0.01)


def test_hulls_that_pass_are_counted_and_none_are_without(tmp_path: Path) -> None:
    log = run_mission(field(tmp_path, "collisions = pass", ""), duration=25.0)
    assert [event.kind for event in log.summary.events] == ["contact"]
    assert log.summary.encounters[0].distance < 0.6 and log["abe"].track["x"][-1] > 40.0
    assert log["abe"].texts["USM_HULL_CONTACT"].values == ("ben",) and "USM_HULL_CONTACT" not in log["ben"].texts
    log = run_mission(field(tmp_path, "", ""), duration=25.0)
    assert log.summary.events == [] and "contacts" not in log.summary.facts()
    # abreast at 1.5 m: beams of 1 m do not touch
    log = run_mission(field(tmp_path, "collisions = stop", "", y=2), duration=25.0)
    assert log.summary.events == [] and log.summary.facts()["contacts"] == 0.0


def test_one_that_is_put_elsewhere_goes_on(tmp_path: Path) -> None:
    event = 'event = var=USM_RESET, val="x=0,y=100,heading=0,speed=0,depth=0", time=15'
    log = run_mission(field(tmp_path, "collisions = stop", "", event=event), duration=25.0)
    # the other one does not stop
    assert log["ben"].track["speed"][60 * 4 // 5] > 1.0
    assert log["abe"].track["speed"][56] == 0.0 and log["abe"].track["speed"][-1] > 1.0


def test_sizes_and_lines_that_cannot_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = field(tmp_path, "collisions = stop", "")
    for file in files:
        text = Path(file).read_text()
        block = text[text.index("ProcessConfig = pNode") : text.index("ProcessConfig = uTimer")]
        Path(file).write_text(text.replace(block, ""))
    assert entry(["run", *files, "--duration", "5", "-o", str(tmp_path / "o")]) == 0
    assert "abe: the size of its hull is unknown, 4 m by 1 m are taken; give platform_length" in capsys.readouterr().out
    files = field(tmp_path, "collisions = bounce", "")
    assert entry(["run", *files, "--duration", "5", "-o", str(tmp_path / "o")]) == 0
    assert "must be one of off, stop, pass" in capsys.readouterr().out
