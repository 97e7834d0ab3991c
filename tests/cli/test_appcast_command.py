"""``usim appcast``: lists, one report, what reports cannot do to a terminal."""

from __future__ import annotations

import os
import re
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.support.processes import call, environment, usim
from usimmarine_py.moos.app.appcast import AppCaster
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.transport.open import connect
from usimmarine_py.watch.viewer.board import Board, report, row, run_warning_total, screen

EVIL = "\033]0;title\007\033[2J\x9b31mred\rover"


def caster(name: str, *warnings: str) -> AppCaster:
    made = AppCaster(name, "alpha")
    made.config_warning("no such line")
    for text in warnings:
        made.run_warning(text)
    made.event("began", 1.0)
    return made


@contextmanager
def applications(port: int, casters: list[AppCaster], *, raw: str = "") -> Iterator[list[str]]:
    """Applications that report when they are asked, as those of MOOS do; the requests that came."""
    comms = connect(port=port, name="applications")
    comms.register("APPCAST_REQ")
    requests: list[str] = []
    ended = threading.Event()

    def serve() -> None:
        while not ended.wait(0.02):
            for message in comms.fetch():
                requests.append(str(message.value))
                for made in casters:
                    if made.on_request(str(message.value), time.time()):
                        made.iteration += 1
                        text = made.report(f"line {made.iteration}\n  more").appcast()
                        comms.notify("APPCAST", raw + text if raw else text)

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield requests
    finally:
        ended.set()
        thread.join()
        comms.close()


def test_the_list_has_counts_and_the_first_warning(moosdb: MoosDb, capsys: pytest.CaptureFixture[str]) -> None:
    with applications(moosdb.port, [caster("pHelmIvP"), caster("usimmarine", "slow", "slow", "low")]) as requests:
        code, out, err = usim(capsys, "appcast", f"--port={moosdb.port}", "--once")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert [line.split()[:5] for line in lines[1:]] == [
        ["pHelmIvP", "alpha", "1", "1", "0"],
        ["usimmarine", "alpha", "1", "1", "3"],
    ]
    assert lines[1].endswith("no such line")
    assert requests[0].startswith("node=all,app=all,duration=")


def test_one_report_whatever_the_case(moosdb: MoosDb, capsys: pytest.CaptureFixture[str]) -> None:
    with applications(moosdb.port, [caster("pHelmIvP"), caster("usimmarine", "slow", "slow")]):
        code, out, _ = usim(capsys, "appcast", f"--port={moosdb.port}", "USIMMARINE", "--once")
    assert code == 0
    for part in ("usimmarine alpha", "1/2 (1)", "no such line", "[2]: slow", "line 1\n  more\n", "[1.00]: began"):
        assert part in out
    assert "pHelmIvP" not in out


def test_lines_are_printed_as_they_change(moosdb: MoosDb, capsys: pytest.CaptureFixture[str]) -> None:
    with applications(moosdb.port, [caster("usimmarine")]):
        code, out, _ = usim(capsys, "appcast", f"--port={moosdb.port}", "--for", "3")
        assert code == 0
        assert len(out.splitlines()) == 2  # asked twice, and nothing new
        code, out, _ = usim(capsys, "appcast", f"--port={moosdb.port}", "usimmarine", "--for", "3")
        assert code == 0
    reports = re.findall(r"^line \d+$", out, re.MULTILINE)
    assert reports and len(set(reports)) == len(reports) == out.count("Configuration Warnings: 1")


def test_the_report_of_somebody_who_left_is_not_shown(moosdb: MoosDb, capsys: pytest.CaptureFixture[str]) -> None:
    client = connect(port=moosdb.port, name="leaves")
    client.notify("APPCAST", caster("leaves").report("old").appcast())
    time.sleep(0.1)
    client.close()
    code, out, _ = usim(capsys, "appcast", f"--port={moosdb.port}", "leaves", "--once", "--for", "1.5")
    assert (code, out) == (1, "")


def test_who_is_not_there(moosdb: MoosDb, capsys: pytest.CaptureFixture[str]) -> None:
    with applications(moosdb.port, [caster("pHelmIvP")]):
        code, _, err = usim(capsys, "appcast", f"--port={moosdb.port}", "pHelm", "--once")
    assert (code, err) == (1, "pHelm has not answered; did you mean pHelmIvP?\n")
    code, _, err = usim(capsys, "appcast", f"--port={moosdb.port}", "--once", "--for", "0.5")
    assert (code, err) == (1, "no application has answered\n")
    code, _, err = usim(capsys, "appcast", "a", "b")
    assert code == 2 and "one application at a time" in err


def test_reports_cannot_command_the_terminal() -> None:
    board = Board()
    text = f"proc={EVIL}!@#iter={EVIL}!@#node={EVIL}!@#messages={EVIL}!@b!@#config_warnings={EVIL}"
    text += f"!@#run_warnings=3:{EVIL}"
    cast = board.take(text, 0.0)
    assert cast is not None
    lines = [row(cast), *report(cast), *screen(board, "title", cast, [row(cast)], (80, 40), False)]
    assert all(line.isprintable() for line in lines)
    assert run_warning_total(cast) == 3
    assert board.take("messages=of nobody", 0.0) is None


def test_the_screen_holds_what_fits() -> None:
    board = Board()
    for i in range(60):
        board.take(f"proc=app{i:02}!@#node=a!@#messages=" + "!@".join(f"line {n} " + "x" * 200 for n in range(50)), 0.0)
    casts = board.sorted()
    lines = screen(board, "t" * 300, casts[40], [row(cast) for cast in casts], (80, 24), False)
    assert len(lines) <= 23
    assert max(map(len, lines)) == 80
    assert any(line.startswith("> app40") for line in lines)
    assert lines[-1] == "..."
    for i in range(300):
        board.take(f"proc=many{i}", 0.0)
    assert len(board.casts) == 200


@pytest.mark.skipif(os.name != "posix", reason="terminals of POSIX")
def test_on_a_terminal_keys_choose_and_q_ends(moosdb: MoosDb) -> None:
    import pty
    import select

    with applications(moosdb.port, [caster("pHelmIvP"), caster("usimmarine")]):
        words = call("appcast", f"--port={moosdb.port}", program="usim")
        pid, descriptor = pty.fork()
        if pid == 0:
            os.execve(words[0], words, environment(COLUMNS="90", LINES="30"))
        shown, step, deadline = "", 0, time.monotonic() + 40.0
        steps = (("> pHelmIvP", b"\033[B"), ("> usimmarine", b"q"), ("\033[?1049l", b""))
        try:
            while step < len(steps) and time.monotonic() < deadline:
                if select.select([descriptor], [], [], 0.2)[0]:
                    try:
                        shown += os.read(descriptor, 65536).decode()
                    except OSError:
                        break
                if step < len(steps) and steps[step][0] in shown:
                    os.write(descriptor, steps[step][1])
                    step += 1
        finally:
            if step < len(steps):
                os.kill(pid, signal.SIGKILL)
            status = os.waitpid(pid, 0)[1]
            os.close(descriptor)
    assert step == len(steps)
    assert os.waitstatus_to_exitcode(status) == 0
