"""Names and texts of others never steer a terminal: whatever is in them is shown, not obeyed.

Properties: with escape sequences, bells, carriage returns, C1 controls and marks that turn the direction of writing in
names, keys, values, senders and file names, no command prints one of them: not of mission files, logs, tables,
scenarios, vehicle files and words of the command line, nor of the mail of a MOOSDB, live. None ends in a traceback.
"""

from __future__ import annotations

import contextlib
import json
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.processes import run, running, usim
from usimmarine_py.cli import usimmarine as program
from usimmarine_py.errors import NameRefusedError
from usimmarine_py.launch.output import Printer, Stream
from usimmarine_py.moos.clock import RealClock
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.moos.transport.native import NativeComms

#: Clears the screen, sets the title, rings, colours by a C1 control, writes from right to left, goes back.
EVIL = "E\x1b[2J\x1b]0;x\x07\x9b31m\u202eZ\x08"
STEERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069]")

BLOCKS = {
    "community": ("Community = EVIL", "", ""),
    "globals": ("EVIL = EVIL\nMOOSTimeWarp = EVIL", "", ""),
    "keys": ("", "start_EVIL = EVIL\nstart_x = EVIL\nprefix = EVIL", ""),
    "backend": ("", "dynamics = EVIL\nvehicle = EVIL", ""),
    "files": ("", "bathymetry = EVIL\ncurrent_field = EVIL\nsensor = EVIL\npolar_plot = EVIL", ""),
    "vehicle file": ("", "dynamics = fossen6\nvehicle = evil.toml", ""),
    "script": (
        "",
        "",
        "ProcessConfig = uTimerScript\n{\nevent = var=V_EVIL, val=EVIL, time=1, EVIL=EVIL\n"
        "event = var=DESIRED_THRUST, val=EVIL, time=1\nevent = var=USM_RESET, val=EVIL, time=2\nEVIL = EVIL\n}",
    ),
    "grader": (
        "",
        "",
        "ProcessConfig = pMissionEval\n{\nlead_condition = V_EVIL = EVIL\npass_condition = X = EVIL\n"
        "report_file = EVIL.txt\nreport_column = grade=EVIL$[GRADE]\nresult_flag = R = EVIL\nEVIL = EVIL\n}\n"
        "ProcessConfig = EVIL\n{\n}",
    ),
    "template": ("", "", "#include EVIL\n#ifdef EVIL\n$(EVIL)"),
    "antler": ("", "", "ProcessConfig = ANTLER\n{\nRun = EVIL @ NewConsole = false ~ EVIL\n}"),
}


def evil(text: str) -> str:
    return text.replace("EVIL", EVIL)


def mission(folder: Path, kind: str, name: str = "m.moos") -> Path:
    globals_, block, more = BLOCKS[kind]
    (folder / "evil.toml").write_text(f"name = {json.dumps(EVIL)}\n{json.dumps(EVIL)} = 1\n", encoding="utf-8")
    file = folder / name
    text = f"{globals_}\nProcessConfig = uSimMarine\n{{\nAppTick = 4\nstart_speed = 1\n{block}\n}}\n{more}\n"
    file.write_bytes(evil(text).encode())
    return file


def is_harmless(*shown: str) -> bool:
    text = "".join(shown)
    assert text
    assert "Traceback" not in text
    assert STEERS.search(text) is None, ascii(text)
    return True


@pytest.mark.parametrize("kind", BLOCKS)
def test_missions(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(mission(tmp_path, kind))
    out = str(tmp_path / "out")
    for words in (
        ["check", file],
        ["check", file, "--json"],
        ["run", file, "--duration", "4", "-o", out],
        ["run", file, "--duration", "4", "-o", out, "--json"],
        ["grade", file, "--within", "4"],
        ["launch", file, "--dry-run"],
        ["expand", file, "-o", str(tmp_path / "x.moos")],
        ["sweep", file, "-n", "1", "--duration", "2", "-o", out, "--jobs", "1", "--vary", "turn_rate=uniform(1,2)"],
    ):
        code, said, errors = usim(capsys, *words)
        assert code in (0, 1, 2), words
        assert words[0] == "expand" or is_harmless(said, errors), words
        assert words[0] != "expand" or STEERS.search(said + errors) is None


def test_names_of_files_and_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(mission(tmp_path, "globals", evil("EVIL.moos")))
    scenario = tmp_path / "s.json"
    scenario.write_text(json.dumps({"config": {EVIL: EVIL}, EVIL: EVIL}))
    fossen = tmp_path / "s.toml"
    fossen.write_text(f'[[scenario]]\nid = "a"\nvehicle = {json.dumps(EVIL)}\n')
    for words in (
        ["check", file],
        ["run", file, "--duration", "2", "-o", str(tmp_path / "out")],
        ["grade", file],
        ["run", evil(f"{tmp_path}/EVIL2.moos")],
        ["plot", evil(f"{tmp_path}/EVIL2.alog")],
        [EVIL],
        ["run", f"--{EVIL}"],
        ["run", file, "--duration", EVIL],
        ["run", file, "--set", f"{EVIL}={EVIL}"],
        ["run", "alpha", "--expect", EVIL],
        ["run", "alpha", "--app", EVIL],
        ["start", EVIL],
        ["vehicles", EVIL],
        ["vehicles", str(tmp_path / "evil.toml")],
        ["trials", EVIL],
        ["backends", EVIL],
        ["missions", EVIL],
        ["verify", "replay", str(scenario), "-o", str(tmp_path / "r.csv")],
        ["verify", "simulate", str(fossen), "--id", "a", "-o", str(tmp_path / "r.csv")],
        ["verify", "simulate", str(fossen), "--id", EVIL, "-o", str(tmp_path / "r.csv")],
    ):
        code, said, errors = usim(capsys, *words)
        assert code in (0, 1, 2), words
        assert is_harmless(said, errors), words
    for argv in (["usimmarine", EVIL], ["usimmarine", file, f"--{EVIL}", "--help"]):
        program.main(argv)
        assert is_harmless(*capsys.readouterr())


def test_logs_and_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [
        f"{t / 2:.1f} {variable} {value}"
        for t in range(20)
        for variable, value in (
            ("NAV_X", f"p {t}"), ("NAV_Y", f"p{EVIL} 2"), ("NAV_HEADING", "p 10"), ("NAV_SPEED", f"p {EVIL}"),
            (f"V{EVIL}", f"p {EVIL}"), ("NODE_REPORT", f"p NAME={EVIL},X=1,Y=2"), ("VIEW_POINT", f"p x=1,label={EVIL}"),
        )
    ]  # fmt: skip
    log = tmp_path / "a.alog"
    log.write_bytes("\n".join(["%% LOGSTART 0", *rows, f"{EVIL} {EVIL} {EVIL}"]).encode())
    table = tmp_path / "a.csv"
    table.write_bytes(f"t,x,y,heading,speed,{EVIL}\n0,1,{EVIL},3,4,5\n".encode())
    for run_ in (log, table):
        for words in (["plot", "-o", str(tmp_path / "a.svg")], ["mcap", "-o", str(tmp_path / "a.mcap")], ["fit"]):
            code, said, errors = usim(capsys, words[0], str(run_), *words[1:])
            assert code in (0, 1, 2)
            assert is_harmless(said, errors), words
    if (tmp_path / "a.svg").exists():
        assert STEERS.search((tmp_path / "a.svg").read_text(encoding="utf-8")) is None


class Hostile:
    """A community with an attacker who posts under every name that somebody shows."""

    def __init__(self, stack: contextlib.ExitStack) -> None:
        self.said: list[str] = []
        self.db = stack.enter_context(MoosDb(community=EVIL, log=self.said.append, verbose=True))
        self.attacker = NativeComms("pEvil", "127.0.0.1", self.db.port, RealClock())
        stack.callback(self.attacker.close)
        self.attacker.run()
        assert self.attacker.wait_until_connected(60.0)

    def post(self) -> None:
        cast = f"proc={EVIL}!@#iter=3!@#node={EVIL}!@#messages={EVIL}!@#run_warnings=1|{EVIL}"
        for name, value in (("APPCAST", cast), (EVIL, EVIL), ("DESIRED_THRUST", EVIL), ("USM_RESET", EVIL)):
            self.attacker.notify(name, value, source=EVIL)


@pytest.fixture
def hostile() -> Iterator[Hostile]:
    with contextlib.ExitStack() as stack:
        yield Hostile(stack)


def test_what_looks_on_at_a_moosdb(hostile: Hostile, tmp_path: Path) -> None:
    port = str(hostile.db.port)
    steering = NativeComms(EVIL, "127.0.0.1", hostile.db.port, RealClock())
    steering.run()
    with contextlib.closing(steering), pytest.raises(NameRefusedError, match="control characters"):
        steering.wait_until_connected(60.0)
    hostile.post()
    assert wait_for(lambda: EVIL in hostile.db.variables, 60.0)
    for words in (
        ["scope", "--port", port, "--once"],
        ["scope", "--port", port, "--once", "--json"],
        ["poke", "--port", port, f"{EVIL}={EVIL}"],
        ["log", "--port", port, "--for", "1", "-o", str(tmp_path / "l.alog")],
    ):
        ended = run(*words, program="usim")
        assert is_harmless(ended.stdout, ended.stderr), words
    with running("appcast", "--port", port, "--for", "2", program="usim") as viewer:
        assert wait_for(lambda: bool(hostile.post()) or viewer.poll() is not None, 60.0)
        assert viewer.stdout is not None
        said = viewer.stdout.read()
        assert is_harmless(said)
        assert "[2J" in said, said
    assert all(STEERS.search(line) is None for line in hostile.said)
    assert any("\\x1b" in line for line in hostile.said)


def test_a_vehicle_tells_of_bad_mail(hostile: Hostile, tmp_path: Path) -> None:
    file = tmp_path / "m.moos"
    head = f"ServerHost = localhost\nServerPort = {hostile.db.port}\n"
    file.write_text(head + "ProcessConfig = own_ship\n{\nAppTick = 10\nterm_report_interval = 0.4\n}\n")
    with running(str(file), "own_ship") as vehicle:
        assert wait_for(lambda: "own_ship" in hostile.db.clients, 60.0)
        hostile.attacker.register("APPCAST")
        casts: list[str] = []

        def told() -> bool:
            hostile.post()
            hostile.attacker.notify("APPCAST_REQ", "node=all,app=all,duration=3,key=me,thresh=any")
            casts.extend(str(m.value) for m in hostile.attacker.fetch() if m.source == "own_ship")
            return any("USM_RESET" in cast for cast in casts)

        assert wait_for(told, 60.0)
        assert all(STEERS.search(cast) is None for cast in casts)
        vehicle.send_signal(signal.SIGTERM)
        assert vehicle.stdout is not None
        said = vehicle.stdout.read()
    assert is_harmless(said)
    assert "\\x1b" in said


def test_what_a_launched_program_prints() -> None:
    said: list[str] = []
    stream = Stream(EVIL, Printer([EVIL], said.append))
    stream.feed(f"{EVIL}\n\tplain\x85 ü\n".encode(), 1.0)
    assert len(said) == 2
    assert is_harmless(*said)
    assert said[1].endswith("\tplain\\x85 ü")
