"""Lock-step runs of recorded scenarios of the original applications, beside what their databases forwarded."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from difflib import SequenceMatcher

import pytest

from tests.support.recorded import DATA, document, names
from usimmarine_py.run.scenarios.field import FieldPost, play_field, read_field_scenario

NAMES = names("field")
#: Between two summaries of pShare, s.
SUMMARY_GAP = 1.03
#: Decided by chance, or by when each program happened to start.
BY_CHANCE = {"unc_drop", "brk_two"}
#: Numbers that follow the exact times of iterations: largest difference.
TIMED = {"PNR_POST_GAP": 0.05, "PNR_EXTRAP_POS_GAP": 0.35, "RTE": 1.0}

Key = tuple[str, str, str]
Value = float | str


def masked(value: Value) -> Value:
    if isinstance(value, float):
        return value if abs(value) < 1e9 else 0.0
    value = re.sub(r"\b(TIME|time|utc|utc_time)=[-0-9.]+", r"\1=T", value)
    value = re.sub(r'"(TIME|INDEX)":[0-9.]+', r'"\1":T', value)
    value = re.sub(r",INDEX=\d+", "", value)
    value = re.sub(r"\d{9,}\.\d+", "T", value)
    value = re.sub(r"[0-9]{6}-[0-9A-Z]{5}-[A-Z]+-[A-Z]+", "HASH", value)
    return re.sub(r"^[A-Z]+-[A-Z]+$", "WORDS", value)


def by_key(rows: list[tuple[float, str, str, str, Value]]) -> dict[Key, list[tuple[float, Value]]]:
    found: dict[Key, list[tuple[float, Value]]] = defaultdict(list)
    for time, db, source, variable, value in rows:
        found[db, source, variable].append((time, masked(value)))
    return found


def changes(rows: list[tuple[float, Value]]) -> list[tuple[float, Value]]:
    """Return the first of each run of equal values."""
    return [row for index, row in enumerate(rows) if not index or rows[index - 1][1] != row[1]]


def played(name: str) -> list[FieldPost]:
    return play_field(read_field_scenario(DATA / "field" / f"{name}.json.gz"))


def sorted_keys(name: str) -> tuple[dict[Key, list[tuple[float, Value]]], dict[Key, list[tuple[float, Value]]]]:
    theirs = by_key([(row[0], row[1], row[5], row[2], row[4]) for row in document("field", name)["posts"]])
    ours = by_key([(post.time, post.db, post.source, post.variable, post.value) for post in played(name)])  # type: ignore[misc]
    return theirs, ours


def slowest_tick(name: str) -> float:
    """Return the longest period of the scenario's applications, s."""
    lines = [line for c in document("field", name)["communities"] for app in c["apps"] for line in app["config"]]
    ticks = [float(line.partition("=")[2]) for line in lines if line.replace(" ", "").startswith("AppTick=")]
    return 1.0 / min(ticks, default=5.0)


@pytest.mark.parametrize("name", [name for name in NAMES if name not in BY_CHANCE])
def test_posts_of_a_recording(name: str) -> None:
    theirs, ours = sorted_keys(name)
    assert set(ours) == set(theirs)
    tick = slowest_tick(name)
    for key, rows in theirs.items():
        found = ours[key]
        assert abs(len(found) - len(rows)) <= 2 + 0.01 * len(rows), (key, len(rows), len(found))
        if key[2] in TIMED:
            for (_, one), (_, other) in zip(rows, found, strict=False):
                assert isinstance(one, float) and isinstance(other, float)
                assert abs(one - other) <= TIMED[key[2]], key
            continue
        wanted, got = changes(rows), changes(found)
        # what comes within a tick of either end may be missing on one side
        while len(wanted) > len(got) and wanted[0][1] != got[0][1]:
            wanted.pop(0)
        while len(got) > len(wanted) and wanted[0][1] != got[0][1]:
            got.pop(0)
        pace = SUMMARY_GAP if key[2].endswith("PUT_SUMMARY") and key[1] == "pShare" else tick
        blocks = SequenceMatcher(None, [v for _, v in wanted], [v for _, v in got], False).get_matching_blocks()
        pairs = [(wanted[b.a + i], got[b.b + i]) for b in blocks for i in range(b.size)]
        # an input within milliseconds of an iteration, once in a long recording
        missed = 1 if len(wanted) >= 8 else 0
        assert min(len(wanted), len(got)) - missed <= len(pairs), (key, wanted, got)
        for (before, value), (after, _) in pairs:
            assert abs(before - after) <= 1.1 * pace + 0.1 + 0.05 * max(before, 0.0), (key, value, before, after)


def test_drops_by_chance() -> None:
    theirs, ours = sorted_keys("unc_drop")
    for key, rows in theirs.items():
        assert abs(len(ours[key]) - len(rows)) < 0.25 * len(rows), key


def test_brokers_of_two_vehicles_connect_as_recorded() -> None:
    """Which vehicle is found first is chance; what is posted and shared is not."""
    theirs, ours = sorted_keys("brk_two")
    assert set(ours) == set(theirs)
    for key, rows in theirs.items():
        if key[2] == "PSHARE_CMD":
            commands = {re.sub(r"IX_\d", "IX_N", str(value)) for _, value in rows}
            assert {re.sub(r"IX_\d", "IX_N", str(value)) for _, value in ours[key]} == commands
        elif key[1] == "inject" and not key[2].startswith("IX"):
            assert Counter(value for _, value in ours[key]) == Counter(value for _, value in rows)
            assert abs(ours[key][0][0] - rows[0][0]) < 0.2
    first = next(time for time, _ in ours["abe", "uFldShoreBroker", "NODE_BROKER_ACK"])
    assert 5.0 < first < 7.0
