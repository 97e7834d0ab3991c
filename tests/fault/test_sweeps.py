"""Sweeps whose world breaks: workers, parents, journals, disks, and very many runs."""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import time
import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from tests.support.paths import MISSIONS
from tests.support.processes import call, environment, usim
from tests.support.sweep_missions import VARY, job_of, run, written
from tests.support.torture import Torture
from usimmarine_py.errors import ConfigError
from usimmarine_py.launch.workers import Processes
from usimmarine_py.sweep.result import figure_of
from usimmarine_py.sweep.run import Job, RunOutcome, do_runs, run_chunk, run_one
from usimmarine_py.sweep.sweep import SweepResult

pytest.importorskip("pyarrow")

TABLES = ("runs.parquet", "runs.csv", "runs.json", "tracks.parquet")
RUNS = 24


@pytest.fixture
def mission(tmp_path: Path) -> Path:
    return written(tmp_path)


def _command(mission: Path, output: Path, runs: int = RUNS, workers: int = 2) -> list[str]:
    words = ["sweep", str(mission), *(word for text in VARY for word in ("--vary", text)), "--seed", "5"]
    words += ["-n", str(runs), "--workers", str(workers), "--duration", "8", "--no-figure", "-q", "-o", str(output)]
    return call(*words, program="usim")


def _started(mission: Path, output: Path, temporary: Path, runs: int = RUNS) -> subprocess.Popen[str]:
    temporary.mkdir(exist_ok=True)
    return subprocess.Popen(
        _command(mission, output, runs), env=environment(TMPDIR=str(temporary)), text=True, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def _workers(parent: int) -> list[int]:
    """The worker processes of a sweep."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [int(child) for child in children if b"spawn_main" in _command_line(int(child))]


def _command_line(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


def _until(happened: Callable[[], bool], what: str, limit: float = 60.0) -> None:
    end = time.monotonic() + limit
    while not happened():
        assert time.monotonic() < end, f"{what} did not happen within {limit:g} s"
        time.sleep(0.005)


def _journal(output: Path) -> list[int]:
    """The runs of the whole lines."""
    try:
        data = (output / "journal.jsonl").read_bytes()
    except FileNotFoundError:
        return []
    return [json.loads(line)["run"] for line in data.splitlines(keepends=True) if line.endswith(b"\n")]


def _assert_whole(output: Path, wanted: Path, runs: int = RUNS) -> None:
    """Each run once, and the tables of a sweep that nothing happened to."""
    assert Counter(_journal(output)) == Counter(range(runs))
    for name in TABLES:
        assert (output / name).read_bytes() == (wanted / name).read_bytes(), name
    assert not list(output.glob(".*.part"))


def _dies_while_sending(job: Job, indices: Sequence[int]) -> list[RunOutcome]:
    """The worker is gone when the first half of a large answer is in the pipe."""
    mark = Path(job.template.folder) / "died"
    outcomes = run_chunk(job, indices)
    if 2 in indices and not mark.exists():
        mark.touch()
        whole = Connection._send  # type: ignore[attr-defined]

        def half(self: Connection, data: bytes) -> None:
            # a long message goes out as its head, then as itself
            whole(self, data[: max(len(data) // 2, 64)])
            if len(data) > 64:
                os.kill(os.getpid(), signal.SIGKILL)

        Connection._send = half  # type: ignore[attr-defined]
        return [RunOutcome(o.index, o.row, {"x": [0.5] * 1_000_000}) for o in outcomes]
    return outcomes


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.timeout(120)
def test_a_worker_that_dies_while_it_sends_a_large_result_holds_nobody_up(mission: Path, tmp_path: Path) -> None:
    """Killed with half an answer in its pipe: the sweep notices, does the runs again, each row once and equal."""
    job = job_of(mission, tmp_path)
    said: list[str] = []
    pool = Processes(partial(_dies_while_sending, job), 2, "sweep")
    found = [o for chunk in do_runs(job, range(6), pool, said.append) for o in chunk]
    assert sorted(o.index for o in found) == list(range(6))
    assert {o.index: o.row for o in found} == {i: run_one(job, i).row for i in range(6)}
    assert [text.partition(";")[0] for text in said] == ["a worker died (signal 9)"]
    assert multiprocessing.active_children() == []


@pytest.mark.skipif(sys.platform != "linux", reason="/proc")
@pytest.mark.timeout(300)
def test_killed_workers_and_parents_cost_no_run(mission: Path, tmp_path: Path, torture: Torture) -> None:
    """kill -9 at random instants, of a worker or of the sweep itself.

    A worker: the sweep ends with code 0. The sweep: its workers end, no temporary file stays, nothing is said of
    leaked semaphores, and the same command goes on. Either way each run stands in the journal once and the tables are
    those of a sweep that nothing happened to, byte for byte.
    """
    rng = torture.rng()
    run(mission, tmp_path / "plain", runs=RUNS)
    kills = torture.amount(2, 40)
    slowest = 0.0
    for k in range(kills):
        output, temporary = tmp_path / f"out{k}", tmp_path / f"tmp{k}"
        sweep = _started(mission, output, temporary)
        at = rng.randrange(1, RUNS // 2)
        _until(lambda: len(_journal(output)) >= at or sweep.poll() is not None, "a third of the sweep")  # noqa: B023
        workers = _workers(sweep.pid) if sweep.poll() is None else []
        if k % 2 and workers:
            os.kill(rng.choice(workers), signal.SIGKILL)
            assert (sweep.communicate(timeout=120), sweep.returncode) == (("", ""), 0)
        else:
            began = time.monotonic()
            sweep.kill()
            out, err = sweep.communicate(timeout=60)  # ends when all who hold the pipes have ended
            slowest = max(slowest, time.monotonic() - began)
            assert (out, err) == ("", "")
            _until(lambda: not any(map(_command_line, workers)), "the end of the workers")  # noqa: B023
            assert (
                subprocess.run(_command(mission, output), env=environment(), timeout=120, check=False).returncode == 0
            )
        assert list(temporary.iterdir()) == []
        _assert_whole(output, tmp_path / "plain")
        shutil.rmtree(output)
    torture.say(
        f"{kills} times a worker or the whole sweep killed: tables equal; all workers gone after {slowest:.2f} s"
    )


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="no flock")
def test_two_sweeps_started_at_once_in_one_folder(mission: Path, tmp_path: Path) -> None:
    """One of them does all the runs, the other one ends with code 2 and one line; nothing is mixed."""
    run(mission, tmp_path / "plain", runs=RUNS)
    both = [_started(mission, tmp_path / "out", tmp_path / "tmp") for _ in range(2)]
    ends = sorted((sweep.communicate(timeout=120)[1], sweep.returncode) for sweep in both)
    told = (
        f"usim: {tmp_path / 'out'}: another sweep is at work in this folder; wait for its end, or choose another -o\n"
    )
    assert ends == [("", 0), (told, 2)]
    _assert_whole(tmp_path / "out", tmp_path / "plain")


def _swept_again(mission: Path, folder: Path) -> SweepResult | str:
    try:
        return run(mission, folder, runs=6)
    except ConfigError as error:
        return str(error)


def test_torn_journals(mission: Path, tmp_path: Path, torture: Torture) -> None:
    """Cut off anywhere: the sweep goes on, tables equal. A hole of zeros, or a piece cut out of a line: one line that
    names the first line that is none, which deleted makes the sweep go on.
    """
    run(mission, tmp_path / "plain", runs=6)
    whole = (tmp_path / "plain/journal.jsonl").read_bytes()
    rng = torture.rng()
    count = torture.amount(6, 300)
    for k in range(count):
        torn = tmp_path / "torn"
        shutil.copytree(tmp_path / "plain", torn)
        journal = torn / "journal.jsonl"
        line = 0
        if k % 3 == 0:
            journal.write_bytes(whole[: rng.randrange(len(whole))])
        else:
            lines = whole.splitlines(keepends=True)
            line = rng.randrange(len(lines))
            inside = sorted(rng.sample(range(len(lines[line]) - 1), 2))
            hole = b"\0" * (inside[1] - inside[0]) if k % 3 == 1 else b""
            # without its end no line is a row
            lines[line] = lines[line][: inside[0]] + hole + (lines[line][inside[1] :] if hole else b"\n")
            journal.write_bytes(b"".join(lines))
            told = _swept_again(mission, torn)
            assert isinstance(told, str)
            assert told.startswith(f"{journal}:{line + 1}: is no row of this sweep; delete this line"), told
            del lines[line]
            journal.write_bytes(b"".join(lines))
        assert isinstance(_swept_again(mission, torn), SweepResult)
        _assert_whole(torn, tmp_path / "plain", 6)
        shutil.rmtree(torn)
    torture.say(f"{count} torn journals: gone on with, or told by line")


_FEED = """
import itertools, re, sys
from pathlib import Path
from tests.support.sweep_missions import VARY
from usimmarine_py.sweep import sweep as sweeps
from usimmarine_py.sweep.run import RunOutcome, run_one

count = int(sys.argv[3])
request = sweeps.sweep_request([sys.argv[1]], sys.argv[2], VARY, count, seed=5, duration=8.0, workers=1)
job, _ = sweeps.prepare(request)
real = [run_one(job, index).row for index in range(8)]

def fed(request, job, left, say, executor):
    left = iter(left)
    while chunk := list(itertools.islice(left, 500)):
        yield [RunOutcome(i, {**real[i % 8], "run": i, "end_x": 0.37 * i}) for i in chunk]

sweeps._outcomes = fed
result = sweeps.run_sweep(request)
assert len(result) == count and result.rows[count - 1]["run"] == count - 1
assert result.lines()[0] == f"runs         {count}, {count} went well"
# since the start of this program, unlike the peak of getrusage, which begins with that of the one who started it
print(int(re.search(r"VmHWM:\\s*(\\d+) kB", Path("/proc/self/status").read_text())[1]) // 1024)
"""


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform != "linux", reason="/proc")
@pytest.mark.timeout(600)
def test_memory_stays_flat_however_many_runs(mission: Path, tmp_path: Path, torture: Torture) -> None:
    """The rows of real runs, again and again, through journal, tables and summary of a sweep: nothing but what is
    drawn and simulated is left out. The largest memory of the process grows by less than 200 bytes a run (a row in
    memory takes two thousand and more), beyond the few thousand that are handled at once.
    """
    sizes = [4_000, 14_000] if not torture.nightly else [10_000, 100_000, 1_000_000]
    found = []
    for size in sizes:
        out = tmp_path / str(size)
        fed = subprocess.run(
            [sys.executable, "-c", _FEED, str(mission), str(out), str(size)],
            env=environment(), capture_output=True, text=True, check=True,
        )  # fmt: skip
        found.append(int(fed.stdout))
        shutil.rmtree(out)
    torture.say(f"sweeps of {', '.join(map(str, sizes))} rows: {', '.join(map(str, found))} MB")
    for size, memory in zip(sizes[1:], found[1:], strict=True):
        assert memory - found[0] < 15 + 200 * size / 1e6


def test_numbers_at_the_edge_of_floats(mission: Path, tmp_path: Path) -> None:
    """Results of 1e308 in a journal: summary and figure come without a warning of numpy and without infinity."""
    run(mission, tmp_path / "out", runs=10)
    journal = tmp_path / "out/journal.jsonl"
    rows = [json.loads(line) for line in journal.read_text().splitlines()]
    for row in rows:
        del row["crc"]  # as a former version wrote them
    for row in rows:
        row["end_x"], row["end_y"] = (-1) ** row["run"] * 1e308, 1e308 / (row["run"] + 1)
    journal.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = run(mission, tmp_path / "out", runs=10)
        lines = [line.split() for line in result.lines()]
        figure_of(result, "some.moos").canvas.draw()
    assert next(line for line in lines if line[:1] == ["end_x"])[1:4] == ["0", "1.0541e+308", "-1e+308"]


def test_a_place_that_is_never_reached_ends_every_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A drift faster than the vehicle: the run is given up when it has come no nearer for half an hour, its log stays
    small, and the sweep says why, with exit code 1 when no run came to its end.
    """
    box = tmp_path / "box.moos"
    box.write_text((MISSIONS / "box/box.moos").read_text().replace("AppTick   = 10", "AppTick   = 2"))
    words = ["sweep", str(box), "--vary", "drift_vector=90,9", "-n", "1"]
    code, out, err = usim(capsys, *words, "--keep-logs", "--no-figure", "-o", str(tmp_path / "out"))
    assert code == 1 and err.splitlines()[-1].endswith("box.moos: no run came to its end")
    assert "unfinished   " in out and "cannot be reached, no nearer for 1800 s" in out
    rows = json.loads((tmp_path / "out/runs.json").read_text())
    assert [(row["ended"], row["time"] < 2500.0) for row in rows] == [("stuck", True)]
    assert sum(log.stat().st_size for log in tmp_path.glob("out/runs/*/box.alog")) < 30e6
