"""What the pages tell a reader to type works.

Properties: every line of README, docs, missions, examples that calls one of our programs is understood,
options and values included (with each change); by night each of them runs in a copy of the checkout, page by page from
top to bottom as a reader would, and ends with the exit code of success, or the one of a table. What runs until Ctrl-C
is told to leave after a while. What cannot be run, or takes long, stands in tables with the reason, or with what is
played instead; every entry of these still is on a page. The Python of a page is run by the test of that page.
"""

from __future__ import annotations

import gzip
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import click
import pytest

from tests.grade import test_harnesses as harness
from tests.support.paths import DATA, MISSIONS, ROOT
from tests.support.processes import call, environment, free_port
from tests.support.programs import MISSION
from tests.support.torture import Torture
from usimmarine_py.cli.usim import COMMANDS, usim
from usimmarine_py.moos.app.argv import parse_arguments
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import wait_for

PAGES = sorted(
    [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *(ROOT / "docs").rglob("*.md"),
        *ROOT.glob("missions/*/README.md"),
        ROOT / "examples/README.md",
    ]
)
PROGRAMS = ("usim", "usimmarine", "usim_pid", "usim_guidance", "usim_helm")
#: Beginnings of lines that are not run, and why. What is new belongs here only if it cannot be run at all.
NOT_RUN = {
    "scripts/demo": "sets up an environment by pip, from the network",
    "scripts/test": "runs these tests",
    "scripts/check": "checks the style of a checkout, as CI does",
    "scripts/house": "half a minute; tests/docs/test_figures_of_the_house.py has its parts",
    "scripts/bench": "minutes; tests/test_benchmarks.py has it with smaller sets",
    "scripts/docs": "sets up an environment by pip; tests/docs and tests/check have what it writes",
    "scripts/missions-table": "wants folders of others; tests/test_mission_folders.py has it with its own",
    "scripts/torture": "runs these tests",
    "scripts/mutate": "some ten minutes; its own page has the figures",
    "scripts/envelope": "an hour for all vehicles",
    "python control_computer.py": "tests/missions/test_odin_hil.py runs it by all three ways",
    "usim poke --host 192.168.1.10": "another machine, tests/missions/test_odin_hil.py has one",
    "usim vehicles jolner --envelope": "minutes of one core; tests/trials has it with a smaller set",
}
#: Beginnings of lines, what stands in them, and what is played instead, for it takes less long.
SHORTER = {
    "usim poke FILE.moos DESIRED_THRUST=60": ("--for 30", "--for 2"),
    "usim scope FILE.moos --until 'NAV_X > 100'": ("--timeout 60", "--timeout 2"),
    "usim sweep square.moos": ("-n 20", "-n 10"),
    "usim scope square.moos --until": ("--timeout 60", "--timeout 2"),
    "usim grade missions/ --junit results.xml --workers 4": ("missions/", "missions/box missions/dive"),
    "usim launch shoreside.moos abe.moos ben.moos": ("--for 600", "--for 30"),
    "usim sweep missions/drift_gusts/drift_gusts.moos": ("-n 1000", "-n 20"),
    "usim sweep missions/box/box.moos": ("-n 100", "-n 20"),
    "usim sweep shoreside.moos abe.moos ben.moos": ("-n 1000", "-n 2"),
    "usim sweep box.moos --vary 'drift_vector=0,": ("-n 100", "-n 20"),
    "usim trials odin:hilsim jolner:hilsim otter cybership2": ("-o trials", "-o trials --trial zigzag_10_10"),
    "usim trials odin:hilsim jolner:hilsim --tracks": ("--tracks", "--tracks --trial turning_circle"),
    "python rules_of_the_road.py": ("--courses 40 --speeds 25", "--courses 3 --speeds 2"),
}
#: Lines that end with another exit code than 0: which, and why.
CODES = {
    "usim check meta_vehicle.moos": (2, "it lists the macros that are not given"),
    "usim scope FILE.moos --until 'NAV_X > 100' --timeout 60": (1, "nobody moves"),
    "usim scope square.moos --until 'NAV_SPEED > 1' --timeout 60 --json": (
        1,
        "the community of the line before has left",
    ),
    "usim appcast square.moos --once --json": (1, "the same"),
    "usim appcast FILE.moos pHelmIvP": (1, "nobody of that name answers"),
    "usim plot RUN.alog": (1, "the line before has logged a MOOSDB without a vehicle"),
    "usim check FILE.moos --block uSimMarineV22": (2, "the mission that stands for the reader's has no such block"),
    "usim grade missions/": (1, "some of the shipped missions have no end of their own"),
}
#: What MISSION needs so that a run of it ends, and passes.
ENDS = {
    "  record = live.alog\n": "",
    "event = var=COUNT, val=2, time=900000": "event = quit, time=20",
    "ARRIVED = true": "COUNT = 1",
}
#: Commands and programs that run until they are told to leave, unless an option in the line ends them.
LIVE = (
    *("usimmarine", "usim_pid", "usim_guidance", "usim_helm"),
    *("db", "start", "watch", "log", "scope", "appcast", "launch", "play"),
)


@dataclass(frozen=True)
class Line:
    """A call of a page."""

    page: str
    number: int
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.number}: {self.text}"


def calls(page: Path) -> Iterator[Line]:
    """The lines of its blocks that call a program of ours; synopses without their brackets."""
    fenced, held, first = False, "", 0
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            fenced = not fenced
        elif fenced or line.startswith("    "):
            held, first = (held + line.strip(), first) if held else (line.strip().removeprefix("$ "), number)
            if held.endswith("\\"):
                held = held[:-1]
                continue
            text = re.sub(r"\s+#.*$|\s+\.\.\.$", "", held)
            text = re.sub(r" \[([^][]|\[[^]]*\])*\]| \.\.\.", "", text)
            if re.match(rf"({'|'.join(PROGRAMS)}|python \w+\.py)\b|scripts/", text):
                yield Line(page.relative_to(ROOT).as_posix(), first, text)
            held = ""


LINES = [line for page in PAGES for line in calls(page)]


def test_lines_are_found() -> None:
    """Of each kind at least one: the collector itself."""
    assert {line.text.split()[0] for line in LINES} >= {"usim", "usimmarine", "usim_guidance", "python"}
    assert any("--vary 'turn_rate=uniform(60,80)' --vary" in line.text for line in LINES), "continued lines"


def command_of(words: list[str]) -> tuple[click.Command, list[str], click.Context]:
    """The command that words after ``usim`` call, also of a group (``verify replay``); its words; its parent."""
    command, context = usim, click.Context(usim)
    while True:
        _, found, words = command.resolve_command(context, words)
        assert found is not None, words
        if not isinstance(found, click.Group) or not words or words[0].startswith("-"):
            return found, words, context
        command, context = found, click.Context(found, parent=context)


@pytest.mark.parametrize("line", LINES, ids=str)
def test_it_is_understood(line: Line) -> None:
    """Command, options and their values; files need not be there."""
    program, *words = shlex.split(line.text.partition(" && ")[0])
    if program == "python" or program.startswith("scripts/"):
        file = ROOT / (program if program.startswith("scripts/") else Path(line.page).parent / words[0])
        assert file.is_file(), line
        return
    if program != "usim":
        assert not parse_arguments([program, *words], program).warnings, line
        return
    command, rest, group = command_of(words)
    try:
        command.make_context(str(command.name), rest, parent=group)
    except click.exceptions.Exit as shown:
        assert shown.exit_code == 0 and "--help" in line.text, line
    except click.BadParameter as error:
        assert "does not exist" in str(error), line


#: Commands in the middle of a sentence or a table.
INLINE = re.compile(r"(?<!`)`((?:usim |scripts/|pytest |python -m )[^`]+)`(?!`)")
SPANS = [
    (page.relative_to(ROOT).as_posix(), " ".join(span.split()))
    for page in PAGES
    for span in INLINE.findall(re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S))
]


@pytest.mark.parametrize(("page", "text"), SPANS, ids=lambda part: part)
def test_a_command_in_a_sentence_is_there(page: str, text: str) -> None:
    """Its name, its options, its module or its files."""
    words = text.partition(" -- ")[0].split()
    if words[0] == "usim":
        name = words[1].strip(",")
        assert name in COMMANDS or not name.islower() or "|" in name or name.startswith("--"), page
        if name in COMMANDS:
            command, _, _ = command_of([word.strip(",") for word in words[1:]])
            known = {option for parameter in command.params for option in parameter.opts} | {"--help"}
            assert [word for word in words if re.fullmatch("--[a-z-]+", word) and word not in known] == [], page
    elif words[0].startswith("scripts/"):
        assert (ROOT / words[0]).is_file(), page
    elif words[0] == "pytest" or words[2] == "pytest":
        named = [word for word in words if word.startswith("tests/")]
        assert [word for word in named if not (ROOT / word.partition("::")[0]).exists()] == [], page
    elif words[2].startswith("benchmarks."):
        assert (ROOT / f"{words[2].replace('.', '/')}.py").is_file(), page
    else:
        assert words[2] in ("usimmarine_py", "pip_audit", "pip"), page


TEMPLATE = """\
ServerHost = localhost
#ifdef MOOS_PORT
ServerPort = $(MOOS_PORT)
#else
ServerPort = 9000
#endif
Community = $(VNAME)
ProcessConfig = usimmarine
{
  start_pos = $(START_POS=0,0)
  turn_rate = 40
}
ProcessConfig = uTimerScript
{
  event = var=DESIRED_THRUST, val=50, time=1
  event = quit, time=20
}
"""


#: Words of the pages for files of a reader.
STANDS_FOR = {"RUN": "RUN.alog", "LOG": "FOLDER/abe.alog"}
#: What a reader's alpha has besides.
BUTTONS = """
ProcessConfig = pMarineViewer
{
  button_one = DEPLOY # DEPLOY=true # MOOS_MANUAL_OVERRIDE=false
  button_two = RETURN # RETURN=true
}
"""
#: The field of a reader: it starts the communities of missions/encounter.
LAUNCH = """\
#!/bin/bash
for F in shoreside abe ben; do pAntler $F.moos --MOOSTimeWarp=${1:-1} >& /dev/null & done
"""
#: Longest time for a line, real s: a hang, not slowness.
LIMIT = 300.0
#: For what runs until it is told to leave: how long to wait for its first word, and to let it play then.
FIRST_WORD, PLAYING = 20.0, 2.0


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the pages take for granted: a reader's own mission, field, harness, log, template and application."""
    folder = tmp_path_factory.mktemp("reader") / "folder"
    for name in ("missions", "examples", "scripts"):
        shutil.copytree(ROOT / name, folder / name)
    mission = MISSION.format(port=9000)
    for old, new in ENDS.items():
        mission = mission.replace(old, new)
    for name in ("FILE", "MISSION"):
        (folder / f"{name}.moos").write_text(mission)
    (folder / "alpha.moos").write_text((MISSIONS / "alpha" / "alpha.moos").read_text() + BUTTONS)
    shutil.copy(MISSIONS / "alpha" / "alpha.bhv", folder)
    for file in (MISSIONS / "encounter").glob("*.*"):
        shutil.copy(file, folder / file.name.replace("shore.", "shoreside."))
    shutil.copy(MISSIONS / "encounter" / "shore.moos", folder)
    harness.script(folder / "launch.sh", LAUNCH)
    for place in (folder, folder / "harnesses" / "one"):
        (place / "stem").mkdir(parents=True)
        harness.script(place / "zlaunch.sh", harness.HARNESS.replace("near far", "head_on"))
        harness.script(place / "stem" / "launch.sh", harness.LAUNCH)
        texts = {
            "meta_shoreside.moos": harness.SHORE,
            "meta_abe.moos": harness.VEHICLE,
            "meta_abe.bhv": harness.BEHAVIORS,
        }
        for name, text in texts.items():
            (place / "stem" / name).write_text(text)
    shutil.copy(MISSIONS / "box" / "box.moos", folder)
    shutil.copy(DATA / "golden" / "scenarios" / "pubs_dual_01.json", folder / "SCENARIO.json")
    (folder / "FIELD.json").write_bytes(gzip.decompress((DATA / "field" / "pnr_basic.json.gz").read_bytes()))
    (folder / "meta_vehicle.moos").write_text(TEMPLATE)
    (folder / "meta_vehicle.bhv").write_text("// of $(VNAME)\n")
    apps = (ROOT / "docs" / "apps.md").read_text(encoding="utf-8")
    (folder / "heading.py").write_text(apps.partition("```python\n")[2].partition("```")[0])
    (folder / "turn.moos").write_text("ServerHost" + apps.partition("```\nServerHost")[2].partition("```")[0])
    trials = (ROOT / "docs" / "trials.md").read_text(encoding="utf-8")
    (folder / "damper.py").write_text(trials.partition("```python\n")[2].partition("```")[0])
    give_ports(folder)
    words = ("run", "missions/drift_gusts/drift_gusts.moos", "--duration", "120", "-q", "-o", "recorded")
    subprocess.run(call(*words, program="usim"), cwd=folder, env=environment(), check=True, timeout=LIMIT)
    for name in ("RUN.alog", "TRIAL.alog"):
        shutil.copy(folder / "recorded" / "drift_gusts.alog", folder / name)
    words = ("run", "shoreside.moos", "abe.moos", "ben.moos", "--duration", "90", "-q", "-o", "FOLDER")
    subprocess.run(call(*words, program="usim"), cwd=folder, env=environment(), check=True, timeout=LIMIT)
    for name in ("A", "B"):
        shutil.copytree(folder / "FOLDER", folder / name)
    return folder


def give_ports(folder: Path) -> None:
    """Each mission a port of its own, that nobody listens on."""
    for path in folder.rglob("*.moos"):
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r"(?m)^(ServerPort\s*=\s*)\d+", rf"\g<1>{free_port()}", text), encoding="utf-8")


def words_of(line: Line) -> list[str]:
    """What is played for it."""
    text = line.text
    for begin, (old, new) in SHORTER.items():
        if text.startswith(begin):
            text = text.replace(old, new)
    words = [STANDS_FOR.get(word, word) for word in shlex.split(text)]
    if words[:2] == ["usim", "play"]:
        words += ["--port", str(free_port())]
    if words[:2] == ["usim", "watch"] and "--port" not in words:
        words += ["--port", "0"]
    return words


def port_of(words: list[str], folder: Path) -> int:
    """The port of the MOOSDB that a line wants beside it; 0 if it wants none or brings its own."""
    if "--db" in words or words[:2] in (["usim", "db"], ["usim", "launch"]):
        return 0
    if words[:2] == ["usim", "play"]:
        return int(words[-1])
    if words[0] == "usim" and words[1] not in (*LIVE, "poke"):
        return 0
    for word in words:
        if word.endswith(".moos"):
            found = re.search(r"(?m)^ServerPort\s*=\s*(\d+)", (folder / word).read_text())
            return int(found.group(1)) if found else 0
    return 0


def play(line: Line, folder: Path) -> str:
    """Run it to its end, or for a while and to SIGTERM; what is wrong with it, if anything."""
    words = words_of(line)
    live = (words[0] in LIVE or words[1] in LIVE) and not {"--for", "--until", "--example"} & set(words)
    with ExitStack() as stack:
        if port := port_of(words, folder):
            stack.enter_context(MoosDb("127.0.0.1", port, warp=10.0))
        said = stack.enter_context((folder / "said").open("w+b"))
        command = [sys.executable, *words[1:]] if words[0] == "python" else call(*words[1:], program=words[0])
        process = subprocess.Popen(
            command, cwd=folder, env=environment(MPLBACKEND="Agg"), stdin=subprocess.DEVNULL, stdout=said, stderr=said
        )
        try:
            if live:
                wait_for(lambda: process.poll() is not None or (folder / "said").stat().st_size > 0, FIRST_WORD)
                wait_for(lambda: process.poll() is not None, PLAYING)
                process.terminate()
            code = process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            code = f"still running after {LIMIT:g} s"
        finally:
            process.kill()
            process.wait()
    text = (folder / "said").read_text(errors="replace")
    fine = (CODES.get(line.text, (0,))[0], 128 + signal.SIGTERM if live else 0)
    return "" if code in fine and "Traceback" not in text else f"{line}: exit code {code}\n{text[-400:]}"


@pytest.mark.nightly
@pytest.mark.parametrize("page", sorted({line.page for line in LINES}))
def test_every_line_of_a_page_runs(page: str, torture: Torture, furnished: Path, tmp_path: Path) -> None:
    lines = [line for line in LINES if line.page == page]
    run = [line for line in lines if not line.text.startswith(tuple(NOT_RUN))]
    copy = tmp_path / "folder"
    shutil.copytree(furnished, copy)
    folder = copy / Path(page).parent if page.startswith(("missions/", "examples/")) else copy
    wrong, times = [], {}
    for line in run:
        begun = time.monotonic()
        wrong.append(play(line, folder))
        times[line.text] = time.monotonic() - begun
        if line.text.startswith("usim new "):
            give_ports(folder)
    slowest = max(times, key=times.__getitem__, default="")
    longest = f"{times[slowest]:.0f} s for {slowest}" if slowest else "none"
    torture.say(f"{page}: {len(run)} of {len(lines)} lines run in {sum(times.values()):.0f} s, the longest {longest}")
    assert not any(wrong), "\n".join(filter(None, wrong))


def test_exceptions_are_on_a_page() -> None:
    """A table that nobody needs any more gets shorter."""
    texts = [line.text for line in LINES]
    idle = [begin for begin in NOT_RUN if not any(text.startswith(begin) for text in texts)]
    idle += [text for text in CODES if text not in texts]
    for begin, (old, _) in SHORTER.items():
        idle += [] if any(text.startswith(begin) and old in text for text in texts) else [begin]
    assert idle == []
