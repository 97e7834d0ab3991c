"""All vehicles of all feeds, each once, and their changes since the last call."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any

from usimmarine_py.logs.mcap.shapes import HullShape
from usimmarine_py.logs.viewer.fields import shown
from usimmarine_py.watch import fleet as attitude
from usimmarine_py.watch.control import faults_of
from usimmarine_py.watch.data import HOLD
from usimmarine_py.watch.feeds.feed import MODE, Feed, ShownVehicle
from usimmarine_py.watch.helms import helm_facts
from usimmarine_py.watch.track import Row

# -- The attitude view: a horizon, and the hull in section and from the side, in the units of the pictures


#: Widths of a hull in its two pictures; nothing is higher than ``_HEIGHT`` above or below the water.
_BEAM, _LENGTH, _HEIGHT = 58.0, 88.0, 24.0


@dataclass(frozen=True, slots=True)
class Picture:
    """One outline."""

    path: str  #: of SVG
    scale: float  #: pixels for each metre


def section(of: HullShape) -> Picture:
    """The cross section of the hull, seen from astern."""
    if of.form != "boat":
        half_width, half_height = 0.5 * of.beam, 0.5 * max(of.draft, 0.1 * of.beam)
        scale = min(0.5 * _BEAM / half_width, _HEIGHT / half_height)
        x, y = half_width * scale, half_height * scale
        if of.form == "torpedo":
            return Picture(f"M{-x:.1f} 0A{x:.1f} {x:.1f} 0 1 1 {x:.1f} 0A{x:.1f} {x:.1f} 0 1 1 {-x:.1f} 0Z", scale)
        return Picture(f"M{-x:.1f} {-y:.1f}H{x:.1f}V{y:.1f}H{-x:.1f}Z", scale)
    scale, up, down = _boat(of, 0.5 * of.beam, _BEAM)
    half = 0.5 * of.beam * scale
    if of.hulls != 2:
        return Picture(_frame(0.0, half, up, down), scale)
    one = 0.27 * half  # of a catamaran: two hulls, and the deck between them
    hulls = _frame(one - half, one, up, down) + _frame(half - one, one, up, down)
    return Picture(
        f"{hulls}M{2 * one - half:.1f} {-up:.1f}H{half - 2 * one:.1f}V{-0.5 * up:.1f}H{2 * one - half:.1f}Z", scale
    )


def _frame(middle: float, half: float, up: float, down: float) -> str:
    """The section of one hull, ``half`` to each side of ``middle``."""
    x = [f"{middle + share * half:.1f}" for share in (-1.0, -0.85, -0.7, 0.0, 0.7, 0.85, 1.0)]
    low, knee = f"{down:.1f}", f"{0.4 * down:.1f}"
    return f"M{x[0]} {-up:.1f}H{x[6]}L{x[5]} {knee}Q{x[4]} {low} {x[3]} {low}Q{x[2]} {low} {x[1]} {knee}Z"


def side(of: HullShape) -> Picture:
    """The side view of the hull, seen from starboard."""
    if of.form != "boat":
        height = of.beam if of.form == "torpedo" else max(of.draft, 0.1 * of.length)
        scale = min(_LENGTH / of.length, 2.0 * _HEIGHT / height)
        x, y = 0.5 * of.length * scale, 0.5 * height * scale
        if of.form == "torpedo":
            return Picture(
                f"M{-x:.1f} {-0.3 * y:.1f}L{-0.6 * x:.1f} {-y:.1f}H{0.8 * x:.1f}Q{x:.1f} {-y:.1f} {x:.1f} 0"
                f"Q{x:.1f} {y:.1f} {0.8 * x:.1f} {y:.1f}H{-0.6 * x:.1f}L{-x:.1f} {0.3 * y:.1f}Z",
                scale,
            )
        return Picture(f"M{-x:.1f} {-y:.1f}H{x:.1f}V{y:.1f}H{-x:.1f}Z", scale)
    scale, up, down = _boat(of, 0.5 * of.length, _LENGTH)
    half = 0.5 * of.length * scale
    return Picture(
        f"M{-half:.1f} {-up:.1f}H{half:.1f}L{0.85 * half:.1f} 0"
        f"Q{0.75 * half:.1f} {down:.1f} {0.5 * half:.1f} {down:.1f}H{-half:.1f}Z",
        scale,
    )


def _boat(of: HullShape, half: float, width: float) -> tuple[float, float, float]:
    """Scale, and pixels above and below the water; a very flat hull is drawn slightly higher."""
    draft = max(of.draft, 0.02 * of.length)
    above = max(draft, 0.06 * of.length)
    scale = min(0.5 * width / half, _HEIGHT / above)
    return scale, max(above * scale, 5.0), max(draft * scale, 4.0)


def words(of: HullShape) -> str:
    """The description of the drawn hull."""
    name = {"boat": "a boat", "torpedo": "a torpedo", "box": "a box"}[of.form]
    return f"drawn as {name}, {of.length:g} m long, {of.beam:g} m wide"


class ShownVehicles:
    """Vehicles by their name on the page, in a stable order."""

    def __init__(self, feeds: list[Feed]) -> None:
        self._feeds = feeds
        self.vehicles: dict[str, tuple[Feed, ShownVehicle]] = {}
        self._sent: dict[str, tuple[ShownVehicle, int, int, Row | None, str]] = {}

    def update(self) -> None:
        """Update the vehicles. A vehicle's own mail is preferred to reports of it."""
        found: dict[str, tuple[Feed, ShownVehicle]] = {}
        known: set[tuple[str, str]] = set()
        for own in (True, False):
            for feed in self._feeds:
                for vehicle in feed.vehicles:
                    key = feed.run, vehicle.name.lower()
                    if vehicle.own is not own or (not own and key in known):
                        continue
                    known.add(key)
                    called = f"{vehicle.name} ({shown(feed.run, 60)})" if feed.run else vehicle.name
                    name, number = called, 2
                    while name in found:
                        name, number = f"{called} ({number})", number + 1
                    found[name] = feed, vehicle
        placed = {name: pair for name, pair in found.items() if pair[1].data.track.latest is not None}
        self.vehicles = placed or found  # a shore among vehicles is none

    def everything(self) -> str:
        """JSON of all vehicles, for a new page; does not count as sent."""
        parts = [f"{json.dumps(name)}:{_whole(feed, vehicle)}" for name, (feed, vehicle) in self.vehicles.items()]
        return "{" + ",".join(parts) + "}"

    def news(self) -> str:
        """JSON of the changes since the last call, empty without changes; null for a removed vehicle."""
        parts: list[str] = []
        for name, (feed, vehicle) in self.vehicles.items():
            track, before = vehicle.data.track, self._sent.get(name)
            facts = _facts(feed, vehicle)
            if before is None or before[0] is not vehicle or before[1] != track.generation:
                parts.append(f"{json.dumps(name)}:{_whole(feed, vehicle)}")
            else:
                _, _, count, head, described = before
                if len(track.rows) > count or track.head is not head or facts != described:
                    rows = ",".join(map(encoded, track.rows[count:]))
                    more = f',"facts":{facts}' if facts != described else ""
                    parts.append(f'{json.dumps(name)}:{{"rows":[{rows}],"head":{encoded(track.head)}{more}}}')
            self._sent[name] = vehicle, track.generation, len(track.rows), track.head, facts
        for name in [name for name in self._sent if name not in self.vehicles]:
            del self._sent[name]
            parts.append(f"{json.dumps(name)}:null")
        return "{" + ",".join(parts) + "}" if parts else ""

    def modes(self, at: float) -> dict[str, dict[str, Any]]:
        """What each vehicle's helm and reports said of their mode at an earlier page time, s."""
        found = {}
        for name, (_, vehicle) in self.vehicles.items():
            if vehicle.data.history is not None:
                then = vehicle.data.at(at)
                found[name] = {"mode": then.text(MODE), "helm": helm_facts(then) if vehicle.own else None}
        return found

    def places(self) -> dict[str, tuple[float, float]]:
        """Where each vehicle is, m."""
        rows = {name: vehicle.data.track.latest for name, (_, vehicle) in self.vehicles.items()}
        return {name: (row[1], row[2]) for name, row in rows.items() if row is not None}

    def latest(self) -> list[tuple[float, float]]:
        """The positions of all vehicles, m."""
        rows = [vehicle.data.track.latest for _, vehicle in self.vehicles.values()]
        return [(row[1], row[2]) for row in rows if row is not None]


def encoded(row: Row | None) -> str:
    """A row as JSON, nan as null."""
    if row is None:
        return "null"
    return "[" + ",".join("null" if v != v else repr(round(v, 3)) for v in row) + "]"


def _whole(feed: Feed, vehicle: ShownVehicle) -> str:
    track = vehicle.data.track
    rows = ",".join(map(encoded, track.rows))
    return f'{{"whole":true,"rows":[{rows}],"head":{encoded(track.head)},"facts":{_facts(feed, vehicle)}}}'


def _facts(feed: Feed, vehicle: ShownVehicle) -> str:
    length = vehicle.length
    if math.isnan(length):
        length = vehicle.hull.length if vehicle.own else 0.0
    return json.dumps(
        {
            "kind": vehicle.kind or (vehicle.hull.form if vehicle.own else ""),
            "length": length,
            "beam": vehicle.hull.beam if vehicle.own else 0.0,
            "hulls": vehicle.hull.hulls,
            "draft": vehicle.hull.draft if vehicle.own else 0.0,
            "form": vehicle.hull.form if vehicle.own else "",
            "hull": vehicle.hull.kind if vehicle.own else "",
            "seas": len(feed.facts.scene.seas.changes) if feed.facts.scene is not None else 0,
            "colour": vehicle.colour,
            "mode": vehicle.mode,
            "takes": feed.posts and vehicle.own,
            **({"faults": faults_of(feed)} if feed.posts and vehicle.own else {}),
            **({"run": feed.run, "alone": vehicle.name} if feed.run else {}),
            **(
                {"hold": hold}
                if vehicle.own and not any(map(math.isnan, hold := [*map(vehicle.data.number, HOLD)]))
                else {}
            ),
            **({"helm": helm} if vehicle.own and (helm := helm_facts(vehicle.data)) is not None else {}),
        }
    )


def hull_picture(hull: HullShape) -> dict[str, Any]:
    """The pictures of the attitude view."""
    section, side = attitude.section(hull), attitude.side(hull)
    return {
        "section": {"path": section.path, "scale": section.scale},
        "side": {"path": side.path, "scale": side.scale},
        "words": attitude.words(hull),
        "height": "Heave" if hull.form == "boat" else "Height",
    }
