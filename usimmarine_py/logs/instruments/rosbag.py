"""Bags of ROS 2 (folders with metadata.yaml) and ROS 1 (.bag). Only this module imports rosbags."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from usimmarine_py.errors import LogFileError, MissingExtraError
from usimmarine_py.logs.instruments.gathered import Gathered, Series

#: Longest array of a message whose entries are series of their own: a quaternion, a covariance, no picture.
_LONGEST = 36


def read_bag(path: Path, gathered: Gathered) -> dict[str, Series]:
    """Series by topic and field, ``/odom.pose.pose.position.x``; times are those of the header, else of the recording.

    ``gathered`` takes them, and what is broken.

    Raises ``LogFileError`` for what is no bag, ``MissingExtraError`` without rosbags.
    """
    try:
        from rosbags.highlevel import AnyReader
        from rosbags.typesys import Stores, get_typestore
    except ImportError:
        raise MissingExtraError("reading a bag of ROS", "rosbags", "rosbag") from None
    folder = path.parent if path.suffix == ".db3" and (path.parent / "metadata.yaml").exists() else path
    try:
        with AnyReader([folder], default_typestore=get_typestore(Stores.ROS2_HUMBLE)) as bag:
            for connection, stamp, raw in bag.messages():
                try:
                    message = bag.deserialize(raw, connection.msgtype)
                except KeyError:
                    gathered.lose(f"messages of {connection.topic}: the bag does not describe {connection.msgtype}")
                    continue
                except Exception:  # rosbags raises whatever comes of broken bytes
                    gathered.lose(f"messages of {connection.topic} that are broken")
                    continue
                time = _stamp(message) or stamp * 1e-9
                for field, value in _numbers(message, ""):
                    gathered.add(f"{connection.topic}.{field}", time, value)
    except Exception as error:  # rosbags raises whatever comes of broken bytes
        raise LogFileError(f"is no bag that can be read: {error}", file=str(path)) from None
    return gathered.series()


def _stamp(message: Any) -> float:
    stamp = getattr(getattr(message, "header", None), "stamp", None)
    return 0.0 if stamp is None else float(stamp.sec) + 1e-9 * float(stamp.nanosec)


def _numbers(node: Any, path: str) -> Iterator[tuple[str, float]]:
    if isinstance(node, (bool, int, float, np.number)):
        yield path, float(node)
    elif isinstance(node, (np.ndarray, list, tuple)):
        for i, value in enumerate(node if len(node) <= _LONGEST else ()):
            yield from _numbers(value, f"{path}.{i}")
    elif hasattr(node, "__dataclass_fields__"):
        for name in node.__dataclass_fields__:
            if not name.startswith("_"):
                yield from _numbers(getattr(node, name), f"{path}.{name}" if path else name)
