"""Vehicle files and logs whose numbers no machine word holds.

- a whole number of any length in a vehicle file, or brackets without end, is one line that names the file and the key;
- a log whose numbers reach 1e308 is drawn, or refused in one line.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from usimmarine_py.cli.usim import entry
from usimmarine_py.logs.alog.writer import AlogWriter

VEHICLES = Path(__file__).parents[2] / "usimmarine_py" / "vehicles"


@pytest.mark.parametrize("digits", [400, 5000])
@pytest.mark.parametrize("name", ["odin", "wamv16"])
def test_a_whole_number_of_hundreds_of_digits(
    name: str, digits: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (VEHICLES / f"{name}.toml").read_text(encoding="utf-8")
    file = tmp_path / "huge.toml"
    file.write_text(re.sub(r"(?m)^(length\w*) *=.*$", rf"\1 = {'9' * digits}", text, count=1), encoding="utf-8")
    assert file.read_text(encoding="utf-8") != text
    assert entry(["vehicles", str(file)]) != 0
    (line,) = capsys.readouterr().err.splitlines()
    assert "huge.toml" in line and len(line) < 300


def test_brackets_without_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "deep.toml"
    file.write_text("a = " + "[" * 100_000, encoding="utf-8")
    assert entry(["vehicles", str(file)]) != 0
    (line,) = capsys.readouterr().err.splitlines()
    assert "deep.toml" in line and len(line) < 300


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_a_log_of_the_largest_numbers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "huge.alog"
    with AlogWriter(path, 0.0, opened="") as log:
        for k in range(20):
            for name in ("NAV_X", "NAV_Y", "NAV_SPEED", "NAV_HEADING", "NAV_DEPTH"):
                log(float(k), name, "me", "", (-1.0) ** k * 1.7e308)
    code = entry(["plot", str(path), "-o", str(tmp_path / "huge.png")])
    lines = [line for line in capsys.readouterr().err.splitlines() if "Warning" not in line and line.startswith("usim")]
    assert (code, len(lines)) in ((0, 0), (1, 1)), lines
