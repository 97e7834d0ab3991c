"""Figures for papers: exact width, panels as a column, embedded fonts, no title; and what is drawn as CSV."""

from __future__ import annotations

import csv
import re
import zlib
from pathlib import Path

import pytest

pytest.importorskip("matplotlib")
import numpy as np
from matplotlib import image

from tests.support.processes import usim
from usimmarine_py.errors import ConfigError
from usimmarine_py.plots.paper import data_of, read_width
from usimmarine_py.plots.style import new_figure, styled


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log of a circle with a shifted clock."""
    folder = tmp_path_factory.mktemp("run")
    rows = ["t,x,y,heading,speed,depth"]
    for k in range(100):
        angle = 0.06 * k
        rows.append(f"{0.5 * k},{20 * np.sin(angle)},{20 * np.cos(angle)},{np.degrees(angle) + 90.0},2.4,{0.01 * k}")
    (folder / "circle.csv").write_text("\n".join(rows) + "\n")
    return folder / "circle.csv"


@pytest.mark.parametrize(("width", "inches"), [("88mm", 88 / 25.4), ("8.8cm", 88 / 25.4), ("7in", 7.0)])
def test_a_figure_has_the_width_that_was_asked_for(
    width: str, inches: float, run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "a.png"
    assert usim(capsys, "plot", str(run), "-o", str(out), "--width", width, "--style", "paper")[0] == 0
    assert image.imread(out).shape[1] == pytest.approx(150 * inches, abs=1)
    assert not out.with_suffix(".data.csv").exists()


def test_narrow_panels_go_below_each_other(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, words in (("usual", []), ("column", ["--width", "88mm"])):
        assert usim(capsys, "plot", str(run), "-o", str(tmp_path / f"{name}.png"), *words)[0] == 0
    usual, column = (image.imread(tmp_path / f"{name}.png").shape for name in ("usual", "column"))
    assert usual[0] < usual[1]
    assert column[0] > column[1]


def test_a_paper_has_its_fonts_inside_and_no_title(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = []
    for name, words in (("usual", []), ("paper", ["--style", "paper", "--width", "180mm"])):
        out = tmp_path / f"{name}.pdf"
        assert usim(capsys, "plot", str(run), "-o", str(out), *words)[0] == 0
        pages.append(out.read_bytes())
    assert b"/FontFile2" in pages[1]  # TrueType, which a publisher takes; the usual Type 3 has none
    assert b"/Type3" not in pages[1]
    svg = []
    for words in ([], ["--style", "paper"]):
        out = tmp_path / "a.svg"
        assert usim(capsys, "plot", str(run), "-o", str(out), *words)[0] == 0
        svg.append(len(re.findall("<!-- circle -->", out.read_text())))
    assert svg == [1, 0]
    assert zlib.crc32(pages[0]) != zlib.crc32(pages[1])


def test_what_is_drawn_is_written(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "a.svg"
    assert usim(capsys, "plot", str(run), "-o", str(out), "--csv")[0] == 0
    with out.with_suffix(".data.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    given = np.genfromtxt(run, delimiter=",", names=True)
    track = np.array([(float(r["x"]), float(r["y"])) for r in rows if r["panel"] == "Track" and r["kind"] == "line"])
    assert all(np.abs(track - (x, y)).sum(axis=1).min() < 1e-9 for x, y in zip(given["x"], given["y"], strict=True))
    speed = [float(r["y"]) for r in rows if r["panel"] == "Speed" and r["name"] == "through water"]
    assert speed == pytest.approx(given["speed"].tolist())


def test_surfaces_points_bars_and_areas_are_written() -> None:
    with styled():
        figure = new_figure(4.0, 3.0)
        axes = figure.subplots()
        axes.set_title("All", loc="left")
        axes.pcolormesh([0.0, 1.0, 2.0], [0.0, 1.0], np.array([[3.0, 4.0]]))
        axes.scatter([5.0, 6.0], [7.0, np.nan], label="places")
        axes.bar([8.0], [9.0])
        axes.plot([1.0, np.nan, 2.0], [1.0, 1.0, 4.0], label="curve")
    assert data_of(figure).splitlines() == [
        "panel,kind,name,x,y,value",
        "All,line,curve,1.0,1.0,",
        "All,line,curve,2.0,4.0,",
        "All,surface,group 1,0.5,0.5,3.0",
        "All,surface,group 1,1.5,0.5,4.0",
        "All,points,places,5.0,7.0,",
        "All,bar,bar,8.0,9.0,",
    ]


@pytest.mark.parametrize("text", ["88", "wide", "88 px", "1mm", "9000mm", "-3in", "nanmm"])
def test_a_width_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match=r"--width: .* must be a width such as 88mm"):
        read_width(text)
