"""The helm in a log: when it drove, its modes, which behaviours were active, and what it drew."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from math import isfinite

from usimmarine_py.logs.runs import RecordedRun, Series, read_run
from usimmarine_py.logs.viewer.fields import fields_of
from usimmarine_py.logs.viewer.shapes import OUTLINES, drawing_of
from usimmarine_py.text import read_number
from usimmarine_py.values.frozen import dataclass, field

STATE = "IVPHELM_STATE"
_ACTIVE, _RUNNING, _IDLE, _SUMMARY, _ALLSTOP = (
    "IVPHELM_BHV_ACTIVE",
    "IVPHELM_BHV_RUNNING",
    "IVPHELM_BHV_IDLE",
    "IVPHELM_SUMMARY",
    "IVPHELM_ALLSTOP",
)
_ERROR = "BHV_ERROR"
#: A warning of a helm, and what pMissionEval says of the mission: events of a run.
WARNING, RESULT = "BHV_WARNING", "MISSION_RESULT"
_KEPT = frozenset((WARNING, RESULT, STATE, _ERROR, _ACTIVE, _RUNNING, _IDLE, _SUMMARY, _ALLSTOP, *OUTLINES))
_MODES = re.compile(r",modes=([^,]*)")
#: Active behaviours in a summary: NAME$SINCE$WEIGHT$PIECES$CPU$UPDATES$FUNCTIONS$MODE$SUBMODE, joined by colons.
_WEIGHED = re.compile(r",active_bhvs=([^,]*)")
#: How a behaviour avoids a contact, posted by those that do not say it in the summary: the contact's name.
_AVOIDS = re.compile(r"COL(?:REGS|\d+)_AVOID_MODE_(\w+)\Z")
#: More shapes than these of one kind are a chart of something else.
_MOST_SHAPES = 60

Span = tuple[float, float]
Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class DrawnPlace:
    """A shape that the helm drew, in its last form."""

    kind: str  #: point, seglist, polygon or circle
    label: str
    points: tuple[Place, ...]  #: m, east and north
    radius: float = 0.0  #: m, of a circle


@dataclass(frozen=True, slots=True, eq=False)
class HelmLog:
    """What a log says about its helm; all times are s since the start of the log."""

    end: float  #: of the log
    states: tuple[tuple[float, str], ...]  #: from when on it was in each state: DRIVE, PARK, ...
    modes: tuple[tuple[float, str], ...] = ()  #: from when on it was in each mode; modes of several variables with /
    active: dict[str, list[Span]] = field(default_factory=dict)  #: behaviour -> when it had a function
    running: dict[str, list[Span]] = field(default_factory=dict)  #: behaviour -> when it ran without one
    idle: dict[str, list[Span]] = field(default_factory=dict)  #: behaviour -> when its conditions did not hold
    #: behaviour -> from when on its function had which priority weight, 0 without a function
    weights: dict[str, list[tuple[float, float]]] = field(default_factory=dict)
    #: behaviour, or its contact -> from when on it was avoided in which way, as ``giveway/stern``; empty: in none
    avoidance: dict[str, list[tuple[float, str]]] = field(default_factory=dict)
    shapes: tuple[DrawnPlace, ...] = ()
    errors: tuple[tuple[float, str], ...] = ()  #: of behaviours, when each was posted first
    desired: dict[str, Series] = field(default_factory=dict)  #: heading (deg), speed (m/s), depth (m)

    def ways_past(self, contact: str) -> list[tuple[float, str]]:
        """Return from when on this helm avoided a contact in which way: that of the behaviour with its name."""
        for name, ways in self.avoidance.items():
            if name.lower().endswith(contact.lower()):
                return ways
        return []


def has_helm(run: RecordedRun) -> bool:
    """Whether a helm posted to this log; what stands in for one posts a state alone."""
    return _SUMMARY in run.texts


def says_of_helm(variable: str) -> bool:
    """Whether the texts of a variable say what a helm did."""
    return variable in _KEPT or _AVOIDS.match(variable) is not None


def helm_log(path: str | os.PathLike[str]) -> HelmLog:
    """Read what the helm of one log did. Raises as ``read_run`` does."""
    return helm_of(read_run(path, keep=says_of_helm))


def helm_of(run: RecordedRun) -> HelmLog:
    """Return what the helm of a run did, of which the texts that ``says_of_helm`` names were kept."""
    mail, end = run.mail, run.end
    names = {name: run.series[f"DESIRED_{name.upper()}"] for name in ("heading", "speed", "depth")
             if f"DESIRED_{name.upper()}" in run.series}  # fmt: skip
    modes = [(time, found[1]) for time, text in mail.get(_SUMMARY, ()) if (found := _MODES.search(text))]
    weights, avoidance = _weights(mail.get(_SUMMARY, ()))
    for name, posts in mail.items():
        if (contact := _AVOIDS.match(name)) is not None:
            avoidance.setdefault(contact[1].lower(), _changes((t, "" if text == "none" else text) for t, text in posts))
    return HelmLog(
        end,
        tuple(_changes(mail.get(STATE, ()))),
        tuple(_changes((time, _mode(text)) for time, text in modes if text != "none")),
        _spans(mail.get(_ACTIVE, ()), end),
        _spans(mail.get(_RUNNING, ()), end),
        _spans(mail.get(_IDLE, ()), end),
        weights,
        avoidance,
        tuple(_shapes(run)),
        tuple(_changes(mail.get(_ERROR, ()))),
        names,
    )


def _weights(
    summaries: Iterable[tuple[float, str]],
) -> tuple[dict[str, list[tuple[float, float]]], dict[str, list[tuple[float, str]]]]:
    """Return weights and ways of avoidance by behaviour, each where it changed."""
    weights: dict[str, list[tuple[float, float]]] = {}
    ways: dict[str, list[tuple[float, str]]] = {}
    for time, text in summaries:
        found = _WEIGHED.search(text)
        if found is None:
            continue
        entries = [entry.split("$") for entry in found[1].split(":")]
        active = {entry[0]: entry for entry in entries if len(entry) > 2}
        for name in weights.keys() | active.keys():
            entry = active.get(name, ())
            weight = read_number(entry[2]) if entry else 0.0
            known = weights.setdefault(name, [])
            if weight is not None and isfinite(weight) and (not known or known[-1][1] != weight):
                known.append((time, weight))
            way = "/".join(word for word in entry[7:9] if word not in ("", "none"))
            if way or name in ways:
                past = ways.setdefault(name, [])
                if not past or past[-1][1] != way:
                    past.append((time, way))
    return weights, ways


def _changes(posts: Iterable[tuple[float, str]]) -> list[tuple[float, str]]:
    found: list[tuple[float, str]] = []
    for time, text in posts:
        if not found or found[-1][1] != text:
            found.append((time, text))
    return found


def _mode(text: str) -> str:
    """Return ``MODE@ACTIVE:LOITERING#...`` as the values alone."""
    return "/".join(part.partition("@")[2] for part in text.split("#") if "@" in part)


def _spans(posts: Iterable[tuple[float, str]], end: float) -> dict[str, list[Span]]:
    """Return from when to when each name stood in a list that is posted when it changes."""
    found: dict[str, list[Span]] = {}
    since: dict[str, float] = {}
    for time, text in [*posts, (end, "")]:
        names = {name.strip() for name in text.split(",") if name.strip()}
        for name in [name for name in since if name not in names]:
            found.setdefault(name, []).append((since.pop(name), time))
        for name in names:
            since.setdefault(name, time)
    return found


def _shapes(run: RecordedRun) -> Iterable[DrawnPlace]:
    """Yield the shapes that stayed where they were, and the last form of lines and polygons."""
    for variable, kind in OUTLINES.items():
        last: dict[str, DrawnPlace] = {}
        places: dict[str, set[Place]] = {}
        for _, text in run.mail.get(variable, ()):
            given = fields_of(text)
            shown = given.get("active", "true").lower() != "false" and not given.get("duration")
            drawing = drawing_of(kind, given) if shown else None
            if drawing is not None:
                label = given.get("label", "")
                points = tuple((float(x), float(y)) for x, y in drawing["points"])
                last[label] = DrawnPlace(kind, label, points, float(drawing.get("radius", 0.0)))
                places.setdefault(label, set()).add(points[0])
        moving = kind in ("point", "circle")
        kept = [shape for label, shape in last.items() if not moving or _stays(places[label], shape)]
        yield from kept[:_MOST_SHAPES]


def _stays(places: set[Place], shape: DrawnPlace) -> bool:
    """Whether a point is no track point: it went to few places."""
    return len(places) <= 8 and "trackpt" not in shape.label
