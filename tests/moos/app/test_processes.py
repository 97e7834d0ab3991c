"""What is started while something plays ends with it: children, theirs, those whose parents have ended; no others."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from usimmarine_py.moos.app.processes import MARK, end_offspring, ending_offspring, running

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")


def there(numbers: set[int]) -> set[int]:
    return numbers & {number for number, _, _ in running()}


def awaited(file: Path, count: int) -> set[int]:
    """Return the numbers that programs have written into a file, once they are all there."""
    for _ in range(500):
        if file.exists() and len(found := {int(word) for word in file.read_text().split()}) >= count:
            return found
        time.sleep(0.01)
    raise AssertionError(f"{count} programs were to start")


#: What a shell starts, and how many numbers it writes.
COMMANDS = {
    "a child": ("echo $$ >> N; exec sleep 345", 1),
    "a grandchild": ("echo $$ >> N; sleep 345 & echo $! >> N; wait", 2),
    "one whose parent has ended": ("sleep 345 & echo $! >> N", 1),
    "one of another session": ("setsid sh -c 'echo $$ >> N; exec sleep 345' &", 1),
    "one that ignores SIGTERM": ("trap '' TERM; echo $$ >> N; while :; do sleep 0.05; done", 1),
    "one that is stopped": ("echo $$ >> N; kill -STOP $$; exec sleep 345", 1),
    "without an environment": ("echo $$ >> N; exec env -i sleep 345", 1),
}


@pytest.mark.parametrize("kind", COMMANDS)
def test_all_of_it_ends(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(threading, "active_count", lambda: 1)  # of a worker of pytest
    command, count = COMMANDS[kind]
    other = subprocess.Popen(["sleep", "346"])
    with ending_offspring():
        process = subprocess.Popen(["sh", "-c", command])
        found = awaited(tmp_path / "N", count)
        if "parent" in kind or "session" in kind:
            process.wait()
        assert there(found) == found
        began = time.monotonic()
    assert time.monotonic() - began < 100.0  # they would sleep for 345 s
    process.wait()  # Python takes note
    assert not there(found) and MARK not in os.environ
    assert there({other.pid})  # was there before
    other.kill()
    other.wait()


_TWICE = """
import os, pathlib, sys, time
from usimmarine_py.moos.app.processes import ending_offspring, running
with ending_offspring():
    if (child := os.fork()) == 0:
        if os.fork() == 0:
            os.setsid()
            pathlib.Path("N").write_text(str(os.getpid()))
            time.sleep(345)
        os._exit(0)
    os.waitpid(child, 0)
    while not (text := pathlib.Path("N").read_text() if pathlib.Path("N").exists() else ""):
        time.sleep(0.01)
    assert int(text) in {number for number, _, _ in running()}
assert int(text) not in {number for number, _, _ in running()}
if os.fork() == 0:
    if os.fork() == 0:
        pathlib.Path("after").write_text(str(os.getppid()))
        time.sleep(0.3)
        pathlib.Path("after").write_text(str(os.getppid()))
    os._exit(0)
time.sleep(0.6)
assert int(pathlib.Path("after").read_text()) != os.getpid()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody tells")
def test_a_copy_of_this_process_whose_parent_has_ended(tmp_path: Path) -> None:
    """It forked twice, and executed nothing, so that it bears no mark; later ones go their own way again."""
    done = subprocess.run([sys.executable, "-c", _TWICE], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert done.returncode == 0


def test_processes_of_other_threads_go_on() -> None:
    begin, made, over = threading.Event(), threading.Event(), threading.Event()
    kept: list[subprocess.Popen[bytes]] = []

    def work() -> None:
        begin.wait()
        kept.append(subprocess.Popen(["sleep", "347"]))
        made.set()
        over.wait()

    thread = threading.Thread(target=work)
    thread.start()
    with ending_offspring():
        own = subprocess.Popen(["sleep", "348"])
        begin.set()
        made.wait()
    assert there({own.pid, kept[0].pid}) == {kept[0].pid} and kept[0].poll() is None
    over.set()
    kept[0].kill()
    for one in (own, kept[0]):
        one.wait()
    thread.join()


def test_what_another_process_has_started(tmp_path: Path) -> None:
    file = tmp_path / "N"
    code = (
        "import subprocess, time\nfrom usimmarine_py.moos.app.processes import Offspring\nOffspring()\n"
        f"subprocess.run(['sh', '-c', 'sleep 345 & echo $! >> {file}'])\n"
        f"subprocess.Popen(['sh', '-c', 'echo $$ >> {file}; exec sleep 345'])\ntime.sleep(345)"
    )
    process = subprocess.Popen([sys.executable, "-c", code])
    found = awaited(file, 2)
    end_offspring(process.pid)
    assert not there(found) and process.poll() is None
    process.kill()
    process.wait()


@pytest.mark.parametrize("ends", [sys.exit, lambda: None])
def test_exit_codes_of_those_that_have_ended_stay(ends: Callable[[], object]) -> None:
    process = subprocess.Popen([sys.executable, "-c", "raise SystemExit(3)"])
    time.sleep(0.3)
    try:
        with ending_offspring():
            ends()
    except SystemExit:
        pass
    assert process.wait() == 3
