"""The blocks of a field's applications: what they do not take is found before a run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.paths import MISSIONS
from usimmarine_py.check.programs import check_field
from usimmarine_py.cli.usim import entry
from usimmarine_py.mission import parse_mission, read_mission
from usimmarine_py.run.plan import plan_run
from usimmarine_py.run.run import execute

HEAD = "Community = shore\nLatOrigin = 43.8\nLongOrigin = -70.3\n"


def found_in(text: str) -> list[tuple[int, str]]:
    return [(one.line, one.text) for one in check_field(parse_mission(HEAD + text, "m.moos"))]


def test_lines_that_an_application_does_not_take() -> None:
    block = "ProcessConfig = uFldNodeComms\n{\n  comms_rnge = 500\n  stale_time = nan\n  AppTick = 4\n}\n"
    assert found_in(block) == [
        (7, "stale_time = nan: must be a number"),
        (6, "comms_rnge = 500: is not known here; did you mean comms_range?"),
    ]


def test_the_program_of_an_alias() -> None:
    antler = "ProcessConfig = ANTLER\n{\n  Run = pEchoVar @ NewConsole = false ~ pTwice\n}\n"
    ((line, text),) = found_in(antler + "ProcessConfig = pTwice\n{\n  ecko = A -> B\n}\n")
    assert line == 10 and text.startswith("ecko = A -> B: is not known here")


@pytest.mark.parametrize("line", ["comms_range = $(RANGE)", "groups = $(GROUPS)"])
def test_of_a_line_with_a_macro_nothing_is_known(line: str) -> None:
    assert found_in("ProcessConfig = uFldNodeComms\n{\n  " + line + "\n}\n") == []


def test_check_finds_what_a_run_warns_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = []
    for name in ("shore", "abe", "ben"):
        text = (MISSIONS / "encounter" / f"{name}.moos").read_text()
        text = text.replace("platform_type ", "platform_typ ").replace("contact_max_age", "contact_age_max")
        text = text.replace("encounter_range", "encounter_rnge").replace("try_shore_host", "try_shore")
        files.append(tmp_path / f"{name}.moos")
        files[-1].write_text(text)
        (tmp_path / f"{name}.bhv").write_text((MISSIONS / "encounter" / "abe.bhv").read_text())
    assert entry(["check", *map(str, files)]) == 2
    told = capsys.readouterr().out
    lines = [line for line in told.splitlines() if "is not known here" in line]
    assert len(lines) == 7
    summary = execute(plan_run([read_mission(str(file)) for file in files], duration=10.0))
    warned = {re.sub(r"^\w+: (\S+:\d+): ", r"\1 ", text) for text in summary.config_warnings}
    shown = {re.sub(r"^.*/(\S+?:\d+):\d+: error: ", r"\1 ", line) for line in lines}
    assert shown == {text for text in warned if "is not known here" in text}
