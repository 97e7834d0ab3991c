"""Recorded runs as bags of ROS 2, with the messages of the live door."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from heapq import merge
from math import inf
from pathlib import Path
from typing import Any

from usimmarine_py.doors.ros.topics import Published, VehicleTopics, ros_name
from usimmarine_py.doors.ros.types import RosTypes
from usimmarine_py.errors import ConfigError, LogFileError, NothingToDrawError, file_errors
from usimmarine_py.logs.alog import BinaryRef, read_alog, read_header

#: The version of metadata.yaml that Humble and later releases read.
_VERSION = 8
_NANOSECONDS = 1_000_000_000
#: A log that starts later (s, in the year 2106) has the clock of a time warp: it is counted from 0.
_LATEST = 2**32 - 1.0
#: Posts of one state are at most this long apart (s): programs stamp each one with its own time.
_SAME_TIME = 0.01
_DATE = re.compile(r"_\d+_\d+_\d{4}_+\d+_\d+_\d+$")
#: s between two clocks.
_CLOCK = 0.1


def write_bag(logs: Sequence[Path], target: Path, prefix: str = "NAV", *, mcap: bool = False) -> int:
    """Write .alog files, one for each community, as one bag in the folder ``target``; return the number of messages.

    A broken run leaves no bag. Raises ``ConfigError``, ``LogFileError``, ``NothingToDrawError``, ``MissingExtraError``.
    """
    ros = RosTypes()
    from rosbags.rosbag2 import StoragePlugin, Writer

    if target.exists():
        raise ConfigError("is there already; choose another folder with -o", file=str(target))
    draft = target.with_name(f".{target.name}.part")
    shutil.rmtree(draft, ignore_errors=True)
    plugin = StoragePlugin.MCAP if mcap else StoragePlugin.SQLITE3
    count = 0
    try:
        with (
            file_errors(target),
            _storage_errors(target),
            Writer(draft, version=_VERSION, storage_plugin=plugin) as bag,
        ):
            lines: dict[str, Any] = {}
            names = vehicle_names(logs)
            first, *others = [_messages(log, name, ros, prefix, names) for log, name in zip(logs, names, strict=True)]
            each = (first, *map(_without_clock, others))  # one clock is enough
            for stamp, one in merge(*each, key=lambda pair: pair[0]):
                if one.topic not in lines:
                    lines[one.topic] = bag.add_connection(one.topic, one.kind, typestore=ros.store)
                bag.write(lines[one.topic], stamp, ros.serialised(one.message))
                count += one.topic != "/clock"
        if not count:
            raise NothingToDrawError(f"{logs[0]}: no position ({prefix}_X and {prefix}_Y) in this log")
        _renamed(draft, target)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return count


@contextmanager
def _storage_errors(target: Path) -> Iterator[None]:
    """Say what SQLite says, without the system's reason, in place of a traceback."""
    try:
        yield
    except sqlite3.Error as error:
        raise LogFileError(
            f"cannot be written: {error}", remedy="check the path and the space", file=str(target)
        ) from error


def _renamed(draft: Path, target: Path) -> None:
    """Give the bag its name: the storage file is called like its folder, and metadata.yaml names it."""
    with file_errors(target):
        for file in draft.glob(f"{draft.name}*"):
            file.rename(file.with_name(file.name.replace(draft.name, target.name, 1)))
        metadata = draft / "metadata.yaml"
        metadata.write_text(metadata.read_text().replace(draft.name, target.name))
        draft.rename(target)


def _messages(log: Path, name: str, ros: RosTypes, prefix: str, own: Sequence[str]) -> Iterable[tuple[int, Published]]:
    """Yield the messages of a log with their times (ns)."""
    header = read_header(log)
    if not log.name.lower().endswith(".alog"):
        raise LogFileError("is no .alog", file=str(log))
    begin = header.log_start if abs(header.log_start) <= _LATEST else 0.0
    topics = VehicleTopics(ros, name, prefix, own, commands=True)
    began = now = told = -inf  # the first post of a state, the one whose time it has, the last clock
    for row in read_alog(log):
        begins = topics.begins(row.variable)
        if begins or row.time - began > _SAME_TIME:
            yield from _stamped(topics, begin + now, complete=begins)
            began = now = max(row.time, began)
            if began - told >= _CLOCK:
                told = began
                yield max(round((begin + told) * _NANOSECONDS), 0), topics.clock(begin + told)
        if topics.is_position(row.variable):
            now = max(row.time, began)
        if not isinstance(row.value, (bytes, BinaryRef)):
            topics.take(row.variable, row.value)
    yield from _stamped(topics, begin + now, complete=True)


def _stamped(topics: VehicleTopics, seconds: float, *, complete: bool) -> Iterable[tuple[int, Published]]:
    if seconds > -inf and topics.pending:
        stamp = max(round(seconds * _NANOSECONDS), 0)
        for one in topics.publish(seconds, complete=complete):
            yield stamp, one


def _without_clock(messages: Iterable[tuple[int, Published]]) -> Iterable[tuple[int, Published]]:
    return ((stamp, one) for stamp, one in messages if one.topic != "/clock")


def vehicle_names(logs: Sequence[Path]) -> list[str]:
    """Return the names of the communities of logs, without the date of pLogger unless there are several of a name."""
    names = [_DATE.sub("", log.stem) for log in logs]
    return [name if names.count(name) == 1 else log.stem for name, log in zip(names, logs, strict=True)]


def bag_name(run: Path) -> str:
    """Return the name of the bag of a run."""
    return f"{ros_name(run.stem if run.is_file() else run.name)}_bag"
