"""pMapMarkers, uMemWatch and uCommand: markers as the original posted them, memory, and buttons."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support.driven import HOME, Driven
from usimmarine_py.apps.operator import buttons_of
from usimmarine_py.cli.usim import entry
from usimmarine_py.mission import read_mission
from usimmarine_py.moos.app.status import memory_of_process
from usimmarine_py.values.frozen import replace

OPF = (
    "# field\nAA=x=-110.81,y=-58.06\nAAT=-110.81,-58.06\n\nAB=x=-101.77,y=-53.784\n// more\nABT=-101.77,-53.78\n"
    "se=4:5\n"
)
LOOK = "width=5,primary_color={},type=triangle,label={},label_color=0.5,0.5,0.5,edge_color=light_green"
BLOCK = (
    "opfile = a.opf", "opfield = sw=0,0 # se=100.126,0 # ne=100,100 # dup = x=100,y=0.0005", "opfield = sw=red",
    "opfield = sw=5,5", "opfield = bad=pts={1,2:3,4}", "marker_shape = triangle", "marker_shape = blob",
    "marker_color = hotpink", "marker_lcolor = 0.5,0.5,0.5", "marker_ecolor = light_green", "marker_size = 5",
    "show_markers = true", "show_mlabels = false", "marker_key = ALPHA",
)  # fmt: skip
PLACES = (
    ("-110.81,y=-58.06", "AA"), ("-101.77,y=-53.78", "AB"), ("-101.77,y=-53.78", "ABT"), ("100,y=0", "dup"),
    ("100,y=100", "ne"), ("100.13,y=0", "se"), ("5,y=5", "sw"),
)  # fmt: skip


def markers(*lines: str, content: str | None = OPF) -> Driven:
    home = replace(HOME, file_text=lambda name: content if name == "a.opf" else None)
    return Driven("pMapMarkers", *lines, home=home)


def test_markers_are_those_that_the_original_posted_of_the_same_block() -> None:
    driven = markers(*BLOCK)
    colours = {"sw": "red"}
    wanted = [
        ("VIEW_MARKER", f"x={place},{LOOK.format(colours.get(label, 'hotpink'), label)}") for place, label in PLACES
    ]
    assert driven.tick() == wanted
    assert [driven.tick() for _ in range(19)] == [[]] * 19
    assert driven.tick() == wanted  # 5 s later, for a viewer that comes late
    warnings = " ".join(driven.app.config_warnings)
    for text in ("sw is there already", "bad: a number expected", "blob", "se stands in opfield and in a file"):
        assert text in warnings


def test_markers_are_switched_on_and_off_at_any_time() -> None:
    driven = markers("opfield = a=1,2", content=None)
    off, on = ("x=0,y=0,active=false,label=a", "x=1,y=2,width=3,primary_color=light_green,type=circle,label=a,"
               "label_color=gray60")  # fmt: skip
    assert driven.tick() == [("VIEW_MARKER", off)]
    driven.mail("MAP_MARKERS", "true")
    assert driven.tick() == [("VIEW_MARKER", on)]
    for _ in range(200):
        driven.tick()
    driven.mail("MAP_MARKERS", "true")
    assert driven.tick() == []
    driven.mail("MAP_MARKERS", "toggle")
    assert driven.tick() == [("VIEW_MARKER", off)]
    driven.mail("MAP_MARKERS", "perhaps")
    assert driven.tick() == [] and "true, false or toggle" in driven.host.run_warnings[-1]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (None, "no such file"),
        ("a=1,2\nb=x\n", "a.opf:2: b: x,y expected"),
        ("a=1,2\na=3,4\n", "a.opf:2: a is there already"),
        ("".join(f"p{n}={n},0\n" for n in range(2001)), "a.opf:2001: more than 2,000 points"),
    ],
)
def test_a_file_that_cannot_be_used_is_named_with_its_line(content: str | None, problem: str) -> None:
    driven = markers("opfile = a.opf", content=content)
    assert any(problem in warning for warning in driven.app.config_warnings)
    assert driven.tick() == []


def test_memory_of_one_application_after_the_other() -> None:
    memory = {11: 4000.0, 12: 8000.0}
    driven = Driven("uMemWatch", "absolute_time_gap = 1", "ignore = pOther", home=replace(HOME, memory_of=memory.get))
    driven.mail("DB_CLIENTS", "pHelmIvP,pNodeReporter,pOther,")
    driven.mail("PHELMIVP_PID", 11.0)
    driven.mail("PNODEREPORTER_PID", 12.0)
    driven.mail("POTHER_PID", 13.0)
    assert driven.tick(2.0) == [("PNODEREPORTER_MEM", 8.0)]
    assert driven.tick(0.5) == []
    assert driven.tick(0.75) == [("PHELMIVP_MEM", 4.0)]
    memory[12] = 8500.0
    assert driven.tick(2.0) == [("PNODEREPORTER_MEM", 8.5)]
    assert "pNodeReporter  12   8.500   0.500" in driven.app.report()


def test_memory_of_those_that_are_named_and_of_processes_that_have_gone() -> None:
    driven = Driven("uMemWatch", "watch_only = pHelmIvP", "absolute_time_gap = 0.5",
                    home=replace(HOME, memory_of=memory_of_process))  # fmt: skip
    assert any("at least 1 s" in warning for warning in driven.app.config_warnings)
    driven.mail("DB_CLIENTS", "pHelmIvP,pNodeReporter")
    driven.mail("PNODEREPORTER_PID", 1.0)
    driven.mail("PHELMIVP_PID", float(os.getpid()))
    ((variable, value),) = driven.tick(2.0)
    assert variable == "PHELMIVP_MEM" and isinstance(value, float) and 5.0 < value < 5000.0
    driven.mail("PHELMIVP_PID", 2.0**30)  # it was started again, and has ended since
    assert driven.tick(2.0) == [("PHELMIVP_MEM", 0.0)]


def test_offline_there_is_no_memory_to_look_at() -> None:
    driven = Driven("uMemWatch")
    driven.mail("DB_CLIENTS", "pHelmIvP")
    driven.mail("PHELMIVP_PID", 11.0)
    assert [driven.tick(10.0) for _ in range(3)] == [[], [], []]


MISSION = """\
ServerHost = localhost
ServerPort = 9000
Community = shore
ProcessConfig = ANTLER
{{
  Run = MOOSDB   @ NewConsole = false
  Run = uCommand @ NewConsole = false
}}
ProcessConfig = uCommand
{{
  {limited}
  cmd = label=loiter, var=LOITER, sval=true, receivers=gus:shore
  cmd = label=loiter, var=STATION, sval=false, receivers=gus
  cmd = label=stop, var=SPEED, dval=0.5, receivers=all:gus:ann
  cmd = label=west, var=POLY, sval={{60,-40:60,-160}}, receivers=ann:each
}}
"""


def buttons(folder: Path, limited: str = "") -> dict[str, tuple[tuple[str, object], ...]]:
    file = folder / "m.moos"
    file.write_text(MISSION.format(limited=limited))
    found, wrong = buttons_of(read_mission(file))
    assert wrong == []
    return {button.label: button.posts(0.0) for button in found}


def test_buttons_of_the_commander(tmp_path: Path) -> None:
    assert buttons(tmp_path) == {
        "loiter": (("LOITER_GUS", "true"), ("LOITER", "true"), ("STATION_GUS", "false")),
        "stop": (("SPEED_ALL", 0.5),),
        "west": (("POLY_ANN", "60,-40:60,-160"),),
        "stop all": (("SPEED_ALL", 0.5),),
        "loiter shore": (("LOITER", "true"),),
        "stop ann": (("SPEED_ANN", 0.5),),
        "loiter gus": (("LOITER_GUS", "true"), ("STATION_GUS", "false")),
        "stop gus": (("SPEED_GUS", 0.5),),
    }


def test_a_limited_commander_posts_to_its_vehicles_alone(tmp_path: Path) -> None:
    assert buttons(tmp_path, "limited_vnames = gus, henry") == {
        "loiter": (("LOITER_GUS", "true"), ("STATION_GUS", "false")),
        "stop": (("SPEED_GUS", 0.5), ("SPEED_HENRY", 0.5)),
        "stop all": (("SPEED_GUS", 0.5), ("SPEED_HENRY", 0.5)),
        "stop gus": (("SPEED_GUS", 0.5),),
    }


def test_a_press_is_posted_in_the_name_of_the_commander(tmp_path: Path) -> None:
    file = tmp_path / "m.moos"
    file.write_text(MISSION.format(limited=""))
    words = ["run", str(file), "--duration", "5", "--press", "loiter gus@2", "-o", str(tmp_path / "out"), "-q"]
    assert entry(words) == 0
    rows = [line.split() for line in (tmp_path / "out" / "m.alog").read_text().splitlines() if "  LOITER_GUS " in line]
    assert [(row[1], row[2], row[3]) for row in rows] == [("LOITER_GUS", "uCommand", "true")]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("label=a, var=B, receivers=c", "needs label, var, and one of sval and dval"),
        ("label=a, var=B, sval=1, dval=2, receivers=c", "one of sval and dval"),
        ("label=a, var=B, sval=1, colour=red, receivers=c", "found colour"),
        ("label=a, var=B, sval=1", "no receivers"),
    ],
)
def test_commands_that_cannot_be_used(line: str, problem: str) -> None:
    driven = Driven("uCommand", f"cmd = {line}")
    assert any(problem in warning for warning in driven.app.config_warnings)
