"""Recordings of real programs: compressed JSON files, and how their posts are compared with ours."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[1] / "data"
#: Posts of numbers may differ by this much.
TOLERANCE = 1e-9


def names(folder: str) -> list[str]:
    """All recordings of a folder of the test data."""
    return sorted(path.name.removesuffix(".json.gz") for path in (DATA / folder).glob("*.json.gz"))


def document(folder: str, name: str) -> dict[str, Any]:
    """Return a recording as it is stored."""
    found: dict[str, Any] = json.loads(gzip.decompress((DATA / folder / f"{name}.json.gz").read_bytes()))
    return found


def by_tick(lines: Iterable[str]) -> dict[int, list[str]]:
    """Return the lines of posts by the tick that they begin with."""
    posts: dict[int, list[str]] = {}
    for line in lines:
        if line:
            posts.setdefault(int(line.split("\t")[0]), []).append(line)
    return posts


def differences(
    step: int, ours: list[str], recorded: list[str], same_text: Callable[[str, str, str], bool]
) -> list[str]:
    """Return what is wrong with the posts of a tick; ``same_text``: of variable, our text and the recorded one."""
    wrong = [f"k={step}: {len(ours)} posts instead of {len(recorded)}"] if len(ours) != len(recorded) else []
    pairs = zip(ours, recorded, strict=False)
    return wrong + [f"{a}\n  instead of\n{b}" for a, b in pairs if not _same_line(a, b, same_text)]


def _same_line(one: str, other: str, same_text: Callable[[str, str, str], bool]) -> bool:
    if one == other:
        return True
    ours, recorded = one.split("\t"), other.split("\t")
    if ours[:3] != recorded[:3] or ours[4:] != recorded[4:]:
        return False
    if ours[2] == "D":
        return abs(float(ours[3]) - float(recorded[3])) <= TOLERANCE
    return same_text(ours[1], ours[3], recorded[3])
