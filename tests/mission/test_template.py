"""Templates of launch scripts: what nsplug makes of them, and what is said where they cannot be meant."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.support.moosivp import mission_files
from tests.support.paths import DATA
from usimmarine_py.errors import ConfigError, MissionFileError
from usimmarine_py.mission import Mission, Severity, read_mission
from usimmarine_py.mission.template import Expansion, expand_file, read_definitions

NSPLUG = DATA / "nsplug"
#: Small templates with what nsplug made of them (outputs of the program, kept as they came).
LINES: list[dict[str, Any]] = json.loads((NSPLUG / "lines.json").read_text(encoding="utf-8"))
MISSION: list[dict[str, Any]] = json.loads((NSPLUG / "mission" / "judged.json").read_text())


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text.encode())
    return folder / next(iter(files))


def expanded(path: Path, arguments: Sequence[str]) -> Expansion:
    words = [word for word in arguments if word != "-l"]
    return expand_file(str(path), read_definitions(words), lenient="-l" in arguments)


def nsplug(path: Path, arguments: Sequence[str], output: Path) -> bytes | None:
    """What nsplug writes, None if it refuses."""
    output.unlink(missing_ok=True)
    call = ["nsplug", path.name, str(output), "-f", *arguments]
    subprocess.run(call, cwd=path.parent, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=100)
    return output.read_bytes() if output.exists() else None


def test_small_templates_give_what_nsplug_gave(tmp_path: Path) -> None:
    assert len(LINES) >= 300
    for number, case in enumerate(LINES):
        path = write(tmp_path / str(number), case["files"])
        assert expanded(path, case["arguments"]).text == case["output"], case


@pytest.mark.parametrize("case", MISSION, ids=lambda case: case["judged"])
def test_a_mission_with_sections_gives_what_nsplug_gave(case: dict[str, Any]) -> None:
    folder = NSPLUG / "mission"
    found = expanded(folder / case["template"], case["arguments"])
    assert found.text == (folder / case["judged"]).read_text()
    assert bool(found.missing) == ("bare" in case["judged"])


@pytest.mark.moosivp
def test_the_stored_outputs_are_those_of_nsplug(tmp_path: Path) -> None:
    if shutil.which("nsplug") is None:
        pytest.skip("nsplug is not on PATH")
    for number, case in enumerate(LINES[::5]):
        path = write(tmp_path / str(number), case["files"])
        assert nsplug(path, case["arguments"], tmp_path / "out") == case["output"].encode(), case


@pytest.mark.moosivp
def test_the_templates_of_moosivp_expand_as_by_nsplug(tmp_path: Path, figure: Callable[[str], None]) -> None:
    """All meta files, with no macro, and thrice with values by chance for four fifths of those that they name."""
    if shutil.which("nsplug") is None:
        pytest.skip("nsplug is not on PATH")
    files = [path for ending in ("moos", "bhv") for path in mission_files(f"meta*.{ending}")]
    chance = random.Random(18)
    values = ["1", "henry", "x=1,y=2", "", "UUV", "SIM", "$(VNAME)", "yes", "a b"]
    equal, refused = 0, 0
    for path in files:
        text = "".join(p.read_text(errors="replace") for p in path.parent.iterdir() if p.suffix in (".moos", ".bhv"))
        names = sorted({*re.findall(r"[$%]\((\w+)", text), *re.findall(r"#\w*if\w*def (\w+)", text)})
        for k in range(4):
            arguments = [f"{name}={chance.choice(values)}" for name in names if k and chance.random() < 0.8]
            judged = nsplug(path, arguments, tmp_path / "out")
            if judged is None:
                with pytest.raises(MissionFileError):
                    expanded(path, arguments)
                refused += 1
                continue
            assert expanded(path, arguments).text.encode("utf-8", "surrogateescape") == judged, (path, arguments)
            equal += 1
    counted = f"{equal} expansions equal to nsplug's, {refused} refused by both"
    figure(f"templates of MOOS-IvP's missions: {len(files)} files, {counted}")
    assert equal >= 300


@pytest.mark.parametrize(
    ("files", "place", "text"),
    [
        ({"m.moos": "a\n#include plug.moos\n", "plugs.moos": ""}, "m.moos:2", "no file plug.moos"),
        ({"m.moos": "a\n#include plug.moos\n", "plugs.moos": ""}, "m.moos:2", "did you mean plugs.moos?"),
        ({"m.moos": "#include $(WHAT).moos\n"}, "m.moos:1", "WHAT is not defined"),
        ({"m.moos": "#include m.moos\n"}, "m.moos:1", "includes itself"),
        ({"m.moos": "#include a\n", "a": "#include b\n", "b": "#include a\n"}, "b:1", "a includes itself (included in"),
        ({"m.moos": "a\n#endif\n"}, "m.moos:2", "#endif without an #ifdef"),
        ({"m.moos": "a\n#else\n"}, "m.moos:2", "#else without an #ifdef"),
        ({"m.moos": "#ifndef X\n#elseifdef Y\n#endif\n"}, "m.moos:2", "#elseifdef after an #ifndef (line 1)"),
        ({"m.moos": "#ifdef X\n#else\n#elseifdef Y\n#endif\n"}, "m.moos:3", "#elseifdef after an #else"),
        ({"m.moos": "#define\n"}, "m.moos:1", "#define without a name"),
        ({"m.moos": "#include\n"}, "m.moos:1", "#include without a file"),
        ({"m.moos": "#include s\n", "s/x": ""}, "m.moos:1", "s is a folder, a pipe or a device, no regular file"),
    ],
)  # fmt: skip
def test_what_cannot_be_meant_names_its_place(tmp_path: Path, files: dict[str, str], place: str, text: str) -> None:
    path = write(tmp_path, files)
    with pytest.raises(MissionFileError) as caught:
        read_mission(path)
    assert str(caught.value).startswith(f"{tmp_path / place}: ")
    assert text in str(caught.value)


@pytest.mark.parametrize(
    ("files", "macros", "text", "place"),
    [
        ({"m.moos": "a\n#ifdef X\nb\n#else\nc\n"}, {}, "a\nc\n\n", ("m.moos", 2)),
        ({"m.moos": "a\n#ifdef X\nb\n#ifdef Y\nc\n"}, {"X": "1"}, "a\nb\n", ("m.moos", 2)),
        ({"m.moos": "#include a\nend\n", "a": "b\n\n#ifdef X\nc\n"}, {}, "b\n\n", ("a", 3)),
    ],
)
def test_a_condition_without_end_counts_to_the_end_with_a_warning(
    tmp_path: Path, files: dict[str, str], macros: dict[str, str], text: str, place: tuple[str, int]
) -> None:
    # as nsplug writes it, which says nothing
    found = expand_file(str(write(tmp_path, files)), macros)
    assert found.text == text
    (note,) = found.notes
    assert (Path(note.file).name, note.line, note.severity) == (*place, Severity.WARNING)


def test_undefined_macros_are_one_message_with_their_lines(tmp_path: Path) -> None:
    files = {"m.moos": "a = $(X)\n// $(NOT)\n#include s/p <q>\nb = $(X) %(Y)\n", "s/p": "<tag> q\n\nc = $(Z=3) $(Z)\n"}
    found = read_mission(write(tmp_path, files), definitions=["W=1"]).diagnostics
    texts = [(f.line, f.severity, f.text) for f in found]
    assert texts == [
        (0, Severity.NOTE, "no macro W in this template; given with -D without effect"),
        (
            1,
            Severity.WARNING,
            "3 macros are not defined: X (lines 1, 4), Z (s/p:3), Y (line 4); give values with -D NAME=VALUE",
        ),
    ]


def test_conditions_that_ask_for_what_is_not_defined_are_a_note(tmp_path: Path) -> None:
    text = "#ifdef XMODE SIM\na\n#elseifdef B || XMODE M\nb\n#endif\n#ifndef Q\nc\n#endif\n"
    (note,) = read_mission(write(tmp_path, {"m.moos": text})).diagnostics
    assert (note.severity, note.line) == (Severity.NOTE, 1)
    assert note.text == "conditions use undefined names: XMODE (line 1), B (line 3)"
    assert not read_mission(tmp_path / "m.moos", definitions=["XMODE=SIM"]).diagnostics


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("VNAME jake", True), ("VNAME VNAME1", True), ("VNAME VNAME2", False), ("NONE VNAME1", False),
        ("NONE OTHER", True), ("OTHER x || VNAME VNAME1", True), ("VNAME VNAME1 && N 3", True),
        ("VNAME VNAME2 && N 3", False),
    ],
)  # fmt: skip
def test_a_condition_may_name_another_macro(tmp_path: Path, condition: str, *, holds: bool) -> None:
    """Missions for several vehicles ask whether VNAME is that of the macro VNAME1."""
    path = write(tmp_path, {"m.moos": f"#ifdef {condition}\nyes = 1\n#endif\n"})
    made = expanded(path, ["VNAME=jake", "VNAME1=jake", "VNAME2=kasper", "N=3", "NONE="])
    assert ("yes = 1" in made.text) == holds


def test_directives_in_a_section_have_no_effect_as_with_nsplug(tmp_path: Path) -> None:
    files = {"m.moos": "#include p <q>\n", "p": "<tag> q\n#ifdef X\na = 1\n#endif\n# a remark\n"}
    found = read_mission(write(tmp_path, files))
    assert found.value("a") == "1"
    assert [(d.line, d.text[:8]) for d in found.diagnostics] == [(2, "'#ifdef "), (4, "'#endif'")]


SECTIONS = {
    "meta.moos": "Community = $(VNAME)\n#include plugs.moos <sim>\nProcessConfig = pA\n{\n  k = 1\n#include body\n}\n",
    "plugs.moos": "// a\n<tag><sim>\nProcessConfig = uSimMarineV22\n{\n  start_x = $(X:=4)\n  bogus = 1\n}\n",
    "body": "\n  inner = 2\n",
}  # fmt: skip


def test_blocks_keep_file_and_line(tmp_path: Path) -> None:
    path = write(tmp_path, SECTIONS)
    mission = read_mission(path, definitions=["VNAME=abe"])
    assert mission.value("Community") == "abe"
    simulator, other = mission.blocks
    assert (simulator.file, simulator.line) == (str(tmp_path / "plugs.moos"), 3)
    assert [(e.key, e.value, e.line) for e in simulator.entries] == [("start_x", "4", 5), ("bogus", "1", 6)]
    # a line of another file stands where the #include does
    assert (other.file, [(e.key, e.line) for e in other.entries]) == (str(path), [("k", 5), ("inner", 6)])


def test_a_plain_mission_is_none(tmp_path: Path) -> None:
    plain = write(tmp_path, {"m.moos": "# remark\nCommunity = abe ${HOME} $[X]\n"})
    assert read_mission(plain).expansion is None
    # unless somebody gives macros
    (note,) = read_mission(plain, definitions=["X=1"]).diagnostics
    assert "no macro X" in note.text


def test_folders_are_searched_behind_that_of_the_template(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, {"t/m.moos": "#include p\n#include q\n#include r\n", "t/p": "A = 1\n"})
    write(tmp_path, {"here/p": "A = 2\n", "here/q": "B = 2\n", "far/q": "B = 3\n", "far/r": "C = 3\n"})
    monkeypatch.chdir(tmp_path / "here")
    mission: Mission = read_mission(path, folders=["nowhere:../far"])
    assert [mission.value(key) for key in "ABC"] == ["1", "2", "3"]


@pytest.mark.parametrize("word", ["=3", "X(=2", ""])
def test_a_definition_has_a_name(word: str) -> None:
    with pytest.raises(ConfigError, match="NAME=VALUE"):
        read_definitions([word])


def test_files_that_multiply_come_to_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("usimmarine_py.mission.template.MOST_LINES", 1000)
    files = {f"f{n}": f"#include f{n + 1}\n#include f{n + 1}\n" for n in range(12)} | {"f12": "x\n"}
    with pytest.raises(MissionFileError, match="more than 1000 lines"):
        expand_file(str(write(tmp_path, files)))


def test_a_missing_tag_is_an_empty_line_and_a_warning(tmp_path: Path) -> None:
    path = write(tmp_path, {"m.moos": "a\n#include p <two>\nb\n", "p": "<tag> one\nx\n"})
    found = expand_file(str(path))
    assert found.text == "a\n\nb\n\n"
    (note,) = found.diagnostics
    assert "m.moos:2" in str(note) and "no section <tag> two" in str(note) and "it has one" in str(note)


def test_variables_of_expectations_are_no_macros(tmp_path: Path) -> None:
    """``$(NAV_X)`` in a block usim_grade is a variable, unless it is defined; other keys have macros."""
    path = tmp_path / "m.moos"
    path.write_text(
        "ProcessConfig = usim_grade\n{\n  expect = NAV_X > $(NAV_Y)\n  expect = NAV_X < $(FAR)\n"
        "  within = $(LIMIT)\n}\nProcessConfig = usimmarine\n{\n  start_x = $(NAV_Y)\n}\n"
    )
    expansion = expand_file(str(path), {"FAR": "90"})
    assert [line.names for line in expansion.missing] == [("LIMIT",), ("NAV_Y",)]
    assert expansion.lines[2:4] == ("  expect = NAV_X > $(NAV_Y)", "  expect = NAV_X < 90")


def test_macros_that_applications_fill_in_are_not_missing(tmp_path: Path) -> None:
    """Random variables and counters of a uTimerScript, the mouse of pMarineViewer; under an alias, too."""
    path = tmp_path / "m.moos"
    path.write_text(
        "ProcessConfig = ANTLER\n{\n  Run = uTimerScript @ NewConsole = false ~ GUSTS\n}\n"
        "ProcessConfig = GUSTS\n{\n"
        '  event = var=DRIFT, val="$(ANG),{$(MAG)*0.2}", time=0\n'
        "  randvar = varname=ANG, min=0, max=359, key=at_reset\n"
        "  rand_var = varname=MAG, min=1, max=3, key=at_reset\n"
        "  event = var=N, val=RCVD_$(COUNT)_$(5), time=1\n"
        "  event = var=LOST, val=$(NO_SUCH), time=1\n}\n"
        "ProcessConfig = pMarineViewer\n{\n  left_context[x] = POINT = $(XPOS),$(YPOS)\n}\n"
        "ProcessConfig = usimmarine\n{\n  start_x = $(ANG)\n}\n"
    )
    expansion = expand_file(str(path))
    assert [line.names for line in expansion.missing] == [("NO_SUCH",), ("ANG",)]
    assert "NO_SUCH (line 11), ANG (line 19)" in expansion.undefined()
