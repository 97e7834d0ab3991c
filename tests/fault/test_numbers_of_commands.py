"""Numbers on the command line that are none, and those that no command can mean."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from tests.support.torture import Torture
from usimmarine_py.cli.usim import COMMANDS, entry, usim

#: No option means any of these.
NO_NUMBERS = ("nan", "inf", "-inf", "1e400", "text", "", "5 m", "9e999", "\x1b[31m1")
MISSION = "box"
#: What a command wants beside the option.
NEEDED = {
    "poke": ["X=1"], "launch": [MISSION], "run": [MISSION], "grade": [MISSION],
    "sweep": [MISSION, "-o", "out", "-n", "1"], "fit": ["no.alog"], "verify replay": ["no.json", "-o", "out.csv"],
    "verify simulate": ["no.json", "--id", "a", "-o", "out.csv"],
    "verify steps": ["no.json", "-o", "o.png"],
    "mcap": ["no.alog"], "plot": ["no.alog"], "play": ["no.alog"], "log": ["no.moos"],
    "new": ["vehicle", "big", "--like", "odin"],
}  # fmt: skip


def _numeric() -> Iterator[tuple[str, str]]:
    context = click.Context(usim)
    for name in COMMANDS:
        command = usim.get_command(context, name)
        assert command is not None
        inner = {f"{name} {word}": one for word, one in getattr(command, "commands", {}).items()} or {name: command}
        for words, one in inner.items():
            for option in one.params:
                if isinstance(option.type, (click.types.FloatParamType, click.types.IntParamType)):
                    yield words, option.opts[-1]


def _said(capsys: pytest.CaptureFixture[str], words: list[str]) -> str:
    """The one line about it; click's own reminder of the usage stands above."""
    assert entry(words) == 2, words
    out, err = capsys.readouterr()
    assert out == "" and "Traceback" not in err, words
    *above, line = err.strip().splitlines()
    assert line.startswith(("Error: ", "usim: ")) and line.isprintable() and len(line) < 700, words
    above = [text for text in above if not text.startswith("note: ")]
    assert not above or above[0].startswith("Usage: "), words
    return line


def test_what_is_no_number_is_exit_code_2_and_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], torture: Torture
) -> None:
    """Each numeric option of each command x what is no finite number: exit code 2, one line that names it, no file."""
    monkeypatch.chdir(tmp_path)
    Path("no.json").write_text("{}")
    options = list(_numeric())
    for name, option in options:
        for value in NO_NUMBERS:
            assert option in _said(capsys, [*name.split(), *NEEDED.get(name, []), option, value])
    assert [file.name for file in tmp_path.iterdir()] == ["no.json"]
    torture.say(f"{len(options)} numeric options x {len(NO_NUMBERS)} values that are no number: exit code 2, one line")


@pytest.mark.parametrize(
    ("words", "values"),
    [
        (["run", MISSION, "--duration"], ("0", "-1", "-0.0")),
        (["run", MISSION, "--max-time"], ("0", "-1")),
        (["run", MISSION, "--every"], ("-1",)),
        (["run", MISSION, "--seed"], ("-1", "1.5", "1000000000000000000")),
        (["sweep", MISSION, "--duration", "9", "-n"], ("0", "-1", "1000001")),
        (["sweep", MISSION, "-n", "2", "--duration"], ("0", "-1")),
        (["sweep", MISSION, "-n", "2", "--workers"], ("-1",)),
        (["grade", MISSION, "--within"], ("0", "-1")),
        (["grade", MISSION, "--jobs"], ("0", "-1", "1025")),
        (["launch", MISSION, "--for"], ("0", "-1")),
        (["db", "--warp"], ("0", "-1", "401")),
        (["db", "--port"], ("-1", "65536")),
        (["poke", "X=1", "--warp"], ("0", "-1", "401")),
        (["poke", "X=1", "--every"], ("0", "-1")),
        (["trials", "odin", "--step"], ("0", "-1", "2")),
        (["trials", "odin", "--approach"], ("-1", "0", "1e300")),
        (["trials", "odin", "--thrust"], ("1e300", "-1e300")),
        (["trials", "odin", "--circle-rudder"], ("-1", "0", "1e300")),
        (["trials", "odin", "--astern"], ("1", "-101")),
    ],
)
def test_numbers_out_of_their_range_are_exit_code_2(
    words: list[str], values: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """-1, 0 and beyond where an option has no use for them: exit code 2, one line that says what it must be."""
    monkeypatch.chdir(tmp_path)
    for value in values:
        _said(capsys, [*words, value])


def test_what_poke_cannot_post_as_a_number_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """A number too large to be one is neither infinity nor a text that looks like it."""
    assert "X:=1e400" in _said(capsys, ["poke", "X=1e400", "--port", "1"])
