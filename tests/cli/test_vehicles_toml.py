"""``usim vehicles NAME --toml`` and NAME:VARIANT."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.support.processes import usim
from usimmarine_py.vehicle import files
from usimmarine_py.vehicle.description.loader import load_vehicle


@pytest.mark.parametrize("name", files.names())
def test_what_is_printed_is_the_vehicle_again(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, file = files.read(name)
    for variant in ("", "base", *load_vehicle(text, file).about.variants):
        wanted = load_vehicle(text, file, variant)
        code, out, err = usim(capsys, "vehicles", f"{name}:{variant}".rstrip(":"), "--toml")
        assert (code, err) == (0, "")
        assert variant or out == text
        copy = tmp_path / "mine.toml"
        copy.write_text(out, encoding="utf-8")
        found = load_vehicle(*files.read(str(copy)))  # as vehicle = mine.toml without a variant
        assert (found.variant, found.about.title, found.about.variants) == (
            wanted.variant,
            wanted.about.title,
            wanted.about.variants,
        )
        assert np.array_equal(found.M, wanted.M)
        assert (found.forces.damping, found.speed_max) == (wanted.forces.damping, wanted.speed_max)
        assert found.actuators == wanted.actuators


def test_the_copy_plays_in_a_mission(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(usim(capsys, "vehicles", "heron:clearpath", "--toml")[1], encoding="utf-8")
    lines = "ProcessConfig = usimmarine\n{{\n  dynamics = fossen6\n  vehicle = {}\n  start_pos = x=0,y=0,speed=1\n}}\n"
    ends = []
    for vehicle in ("mine.toml", "heron\n  variant = clearpath"):
        Path("m.moos").write_text(lines.format(vehicle))
        code, out, _ = usim(capsys, "run", "m.moos", "--duration", "20", "--no-log")
        assert code == 0
        ends.append(next(line for line in out.splitlines() if line.startswith("distance")))
    assert ends[0] == ends[1]


def test_a_variant_behind_a_colon(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = usim(capsys, "vehicles", "heron:clearpath")
    assert code == 0
    assert out == usim(capsys, "vehicles", "heron", "--variant", "clearpath")[1]
    assert "(variant clearpath)" in out
    code, _, err = usim(capsys, "vehicles", "heron:clearpth")
    assert (code, err.count("\n")) == (2, 1) and "did you mean clearpath?" in err
    code, _, err = usim(capsys, "vehicles", "heron:clearpath", "--variant", "base")
    assert code == 2 and "choose one" in err
