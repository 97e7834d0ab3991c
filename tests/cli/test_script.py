"""``usim start`` of scripts, and ``usim log --block``: what they refuse. (That they play: tests/launch.)"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.processes import free_port, running, usim
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.moos.transport.open import connect

SCRIPT = "ProcessConfig = {}\n{{\n  event = var=X, val=3, time=0.5\n  event = quit, time=1\n}}\n"


def test_what_it_refuses(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "m.moos"
    path.write_text(SCRIPT.format("uTimerScript_a") + SCRIPT.format("uTimerScript_b"))
    code, _, err = usim(capsys, "start", "uTimerScript", str(path))
    assert code == 2 and "uTimerScript_a (line 1), uTimerScript_b (line 6)" in err
    code, _, err = usim(capsys, "start", "uTimerScript", str(path), "other")
    assert code == 2 and "no block ProcessConfig = other" in err
    assert usim(capsys, "start", "uTimerScript")[0] == 2
    code, _, err = usim(capsys, "start", "uTimerScript", str(path), "uTimerScript_a", "--db")
    assert code == 2 and "usim db" in err


def test_it_plays_the_only_block_and_ends_with_it(tmp_path: Path) -> None:
    path = tmp_path / "m.moos"
    with MoosDb("127.0.0.1", 0, "alpha", 5.0) as db:
        path.write_text(f"ServerPort = {db.port}\nMOOSTimeWarp = 5\n" + SCRIPT.format("uTimerScript_a"))
        client = connect("127.0.0.1", db.port, "tester", warp=5.0)
        try:
            client.register("X", 0.0)
            with running("start", "uTimerScript", str(path), program="usim") as process:
                assert process.stdout is not None
                said = process.stdout.read()
                assert process.wait(60.0) == 0, said
            found = []
            assert wait_for(lambda: bool(found.extend(client.fetch()) or found))
            assert [(m.variable, m.value, m.source) for m in found] == [("X", 3.0, "uTimerScript_a")]
        finally:
            client.close()
    assert "block uTimerScript_a (line 3) is taken" in said


LOGGER = "ServerPort = {port}\nProcessConfig = pLogger\n{{\n{lines}\n}}\n"


@pytest.mark.parametrize(
    ("words", "lines", "text"),
    [
        (["--block", "pLogger"], "  File = X", "nothing to log"),
        (["--block", "pLogger", "NAV_X"], "  Log = A", "give only the file"),
        (["--block", "other"], "  Log = A", "no block ProcessConfig = other"),
        (["--block", "pLogger"], "  Log = A\n  PATH = m.moos", "cannot be written"),
    ],
)
def test_a_logger_block_that_asks_for_nothing(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    lines: str,
    text: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "m.moos"
    path.write_text(LOGGER.format(port=free_port(), lines=lines))
    code, _, err = usim(capsys, "log", str(path), *words)
    assert code != 0 and text in err and len(err.splitlines()) == 1
