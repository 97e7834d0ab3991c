"""Recording a live run (``record = FILE.alog``): tick times, mail as taken and the state after each tick.

An ``.alog`` like any other, so that the alog tools read it. Its columns hold five decimals only; what must not lose a
bit stands as JSON in the value, where Python writes the shortest digits that give the same number back:

    USIM_RECORD_START  the fields of ``RecordStart``
    USIM_RECORD_MAIL   {"k":variable,"t":stamp,"s":source,"a":auxiliary source,"v":number or text}
                       (in place of "v": "b" bytes as base64, "f" a number that is not finite, as text)
    USIM_RECORD_TICK   {"t":MOOS time,"x":..,"y":..,"h":heading,"u":speed,"d":depth}

The rows stand in the order of what happened. ``usim run FILE.moos --again FILE.alog`` repeats the run.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from math import isfinite
from pathlib import Path

from usimmarine_py.apps.script import EmbeddedScript
from usimmarine_py.apps.vehicle import VehicleApp
from usimmarine_py.logs.alog import AlogWriter
from usimmarine_py.mission import Mission
from usimmarine_py.values import Message, VehicleState
from usimmarine_py.values.app import AppHost, Subscription
from usimmarine_py.values.rows import Row
from usimmarine_py.version import __version__

START, MAIL, TICK = "USIM_RECORD_START", "USIM_RECORD_MAIL", "USIM_RECORD_TICK"
SOURCE = "usim_record"


@dataclass(frozen=True, slots=True)
class RecordStart:
    """What a replay needs to know before the first row."""

    name: str  #: application name, which chooses the dialect
    client: str  #: name towards the MOOSDB: the source of its own posts
    block: str  #: name of the ProcessConfig block; empty without one
    start: float  #: MOOS s, the clock at start-up
    warp: float
    seed: int | None  #: as given on the command line
    max_dt: float | None  #: s, the limit of a step
    mission: str  #: SHA-256 of the mission as read
    version: str = __version__


def mission_hash(mission: Mission) -> str:
    """SHA-256 of the mission's lines as read: comments gone, variables replaced (they may come from outside)."""
    text = "\n".join(line.text for line in mission.verbatim.lines)
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def mail_text(message: Message) -> str:
    """One message as JSON on one line."""
    fields: dict[str, object] = {"k": message.variable, "t": message.time, "s": message.source}
    if message.source_aux:
        fields["a"] = message.source_aux
    value = message.value
    if isinstance(value, bytes):
        fields["b"] = base64.b64encode(value).decode("ascii")
    elif isinstance(value, float) and not isfinite(value):
        fields["f"] = repr(value)
    else:
        fields["v"] = value
    # ASCII: bytes that are no UTF-8 and were kept as surrogates survive as \\udcXX
    return json.dumps(fields, separators=(",", ":"))


def read_mail(text: str) -> Message:
    """The message in ``mail_text``. Raises ``ValueError`` or ``KeyError`` if there is none."""
    fields = json.loads(text)
    value: float | str | bytes
    if "b" in fields:
        value = base64.b64decode(fields["b"])
    elif "f" in fields:
        value = float(fields["f"])
    else:
        found = fields["v"]
        value = found if isinstance(found, str) else float(found)
    return Message(str(fields["k"]), value, float(fields["t"]), str(fields["s"]), str(fields.get("a", "")))


def tick_text(now: float, state: VehicleState) -> str:
    """A tick at MOOS time ``now`` and what came of it."""
    return json.dumps(
        {"t": now, "x": state.x, "y": state.y, "h": state.heading, "u": state.speed, "d": state.depth},
        separators=(",", ":"),
    )


class RecordingApp:
    """A ``VehicleApp`` whose mail and ticks are written down on the way. Call ``close`` at the end."""

    def __init__(self, vehicle: VehicleApp, path: Path, start: RecordStart) -> None:
        """The file is opened when the vehicle begins; ``start`` counts with the clock of that moment."""
        self.vehicle = vehicle
        self._path = path
        self._start = start
        self._writer: AlogWriter | None = None

    @property
    def name(self) -> str:
        """That of the vehicle."""
        return self.vehicle.name

    @property
    def script(self) -> EmbeddedScript | None:
        """That of the vehicle."""
        return self.vehicle.script

    @property
    def posts_every(self) -> int:
        """That of the vehicle."""
        return self.vehicle.posts_every

    @property
    def may_end(self) -> bool:
        """That of the vehicle."""
        return self.vehicle.may_end

    @property
    def finished(self) -> bool:
        """That of the vehicle."""
        return self.vehicle.finished

    def on_connect_subscriptions(self) -> Sequence[Subscription | str]:
        """Those of the vehicle."""
        return self.vehicle.on_connect_subscriptions()

    def on_start(self, host: AppHost) -> Iterable[Row]:
        """Say where the recording goes, start the vehicle, and write down how. Raises ``LogFileError``."""
        host.say(f"recording to {self._path}")
        rows = self.vehicle.on_start(host)
        start = replace(self._start, start=self.vehicle.simulator.clock)
        comments = ["recording of a live run, see usim run --again"]
        # a full disk must not cost the vehicle a tick
        self._writer = AlogWriter(self._path, start.start, comments, on_trouble=host.run_warning)
        self._write(start.start, START, json.dumps(asdict(start), separators=(",", ":")))
        return rows

    def on_mail(self, mail: list[Message]) -> None:
        """Record mail as it is handed over."""
        for message in mail:
            self._write(message.time, MAIL, mail_text(message))
        self.vehicle.on_mail(mail)

    def iterate(self, now: float) -> Iterable[Row] | None:
        """One iteration, then its row."""
        rows = self.vehicle.iterate(now)
        self._write(now, TICK, tick_text(now, self.vehicle.simulator.truth))
        return rows

    def report(self) -> str:
        """That of the vehicle."""
        return self.vehicle.report()

    def close(self) -> None:
        """Close the file if it was opened; idempotent."""
        if self._writer is not None:
            self._writer.close()

    def _write(self, now: float, kind: str, text: str) -> None:
        # ended before the start: mail may still come, but there is no run to record
        if self._writer is not None:
            self._writer(now, kind, SOURCE, "", text)
