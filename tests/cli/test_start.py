"""``usim start``, ``usim verify``, the groups of the help, and former spellings of commands."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from tests.support.processes import usim
from usimmarine_py.cli import usim as commands
from usimmarine_py.cli.community.start import NAMES


def test_the_help_names_every_program(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = usim(capsys, "start", "--help")
    assert code == 0
    # the vehicle's programs have versions
    assert [name for name in NAMES if name not in out and name not in ("uSimMarine", "pMarinePID")] == []


def test_every_command_is_in_one_group_and_can_be_imported(capsys: pytest.CaptureFixture[str]) -> None:
    names = [name for group in commands.GROUPS.values() for name in group]
    assert len(names) == len(set(names)) == len(commands.COMMANDS)
    context = click.Context(commands.usim)
    for name in names:
        assert isinstance(commands.usim.get_command(context, name), click.Command), name
    code, out, _ = usim(capsys, "--help")
    assert code == 0
    assert [title for title in commands.GROUPS if f"\n{title}:\n" not in out] == []
    assert [name for name in commands.FORMER if f"\n  {name} " in out] == []


@pytest.mark.parametrize(
    ("words", "note"),
    [
        (("script",), "usim: usim script is usim start uTimerScript now"),
        (("grader", "pMissionEval"), "usim: usim grader is usim start now"),
        (("field", "pShare"), "usim: usim field is usim start now"),
        (("app", "gone.py:Own"), "usim: usim app is usim start now"),
        (("steps", "gone.toml", "--id", "a", "-o", "o.png"), "usim: usim steps is usim verify steps now"),
    ],
)
def test_former_spellings_work_with_a_note(
    words: tuple[str, ...], note: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = usim(capsys, *words)
    present = commands.FORMER[words[0]]
    assert err.startswith(f"{note}\n")
    assert (code, out, err.removeprefix(f"{note}\n")) == usim(capsys, *present, *words[1:])


@pytest.mark.parametrize("words", [("replay", "x.json", "-o", "o.csv"), ("simulate", "x.toml", "--id", "a", "-o", "o")])
def test_fixed_interfaces_have_no_note(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert usim(capsys, *words) == usim(capsys, "verify", *words)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("pShar", "m.moos"), "pShar: is no program that this package plays"),
        (("pShar", "m.moos"), "did you mean pShare?"),
        (("MOOSDB", "m.moos"), "is usim db FILE.moos"),
        (("m.moos",), "the program comes first"),
        (("pLogger",), "takes FILE.moos [ALIAS] alone"),
        (("pLogger", "m.moos", "--for=3"), "takes FILE.moos [ALIAS] alone"),
        (("pShare",), "give a mission file: usim start pShare FILE.moos [ALIAS]"),
        (("pNodeReporter", "m.moos", "--db"), "needs a MOOSDB; start one: usim db m.moos"),
        (("pMissionEval", "m.moos", "--max_time=3"), "is a switch of uMayFinish; pMissionEval has none"),
        (("uMayFinish", "m.moos", "--max_time=x"), "must be a number of seconds"),
        (("uSimMarineV22", "gone.moos"), "gone.moos"),
        (("pHelmIvP", "gone.moos"), "gone.moos"),
        (("usim_guidance", "gone.moos"), "gone.moos"),
    ],
)
def test_what_cannot_be_started_is_one_line(
    words: tuple[str, ...],
    text: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("m.moos").write_text("ProcessConfig = pMissionEval\n{\n  pass_condition = A = 1\n}\n")
    code, out, err = usim(capsys, "start", *words)
    assert code == 2 and text in err and "Traceback" not in out + err, (out, err)


@pytest.mark.parametrize("name", ["pNodeReporter", "uTimerScript", "pMissionEval", "usimmarine", "pMarinePIDV22"])
def test_an_example_of_the_block(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = usim(capsys, "start", name, "--example")
    assert code == 0 and out.startswith("ProcessConfig = ") and not err


def test_a_folder_is_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = usim(capsys, "run", "box", "--again", str(tmp_path), "-o", str(tmp_path / "o"))
    assert code == 2 and str(tmp_path) in err, err
