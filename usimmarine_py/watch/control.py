"""The commands of the page with ``--control``: buttons, clicks on the map, thrust, rudder, drift, pause and reset.

The page names a button or a command; the server sets variables and the format of values, so that nothing else can be
posted from a page.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

from usimmarine_py.field.viewer.buttons import Button, posted
from usimmarine_py.field.viewer.clicks import ClickContext, click_values
from usimmarine_py.logs.viewer.fields import shown
from usimmarine_py.text import truth_text
from usimmarine_py.watch.feeds.feed import Feed
from usimmarine_py.watch.helms import waypoint_index
from usimmarine_py.watch.plans import Movable

#: Variable and limits of each slider.
SLIDERS = {"thrust": ("DESIRED_THRUST", -100.0, 100.0), "rudder": ("DESIRED_RUDDER", -100.0, 100.0)}
#: Largest drift, m/s.
MAX_DRIFT = 5.0
#: Most points of a line or polygon that is moved.
MOST_POINTS = 200
#: Posted beside each command, so that the log says what was pressed.
NOTE = "USIM_WATCH_COMMAND"


class RefusedError(Exception):
    """A command was refused; the text gives the reason."""


@dataclass
class Control:
    """Buttons by the feed that posts them, and the token that the page must know."""

    buttons: tuple[tuple[Feed, Button], ...] = ()
    token: str = field(default_factory=lambda: secrets.token_urlsafe(18))
    count: int = 0  #: pairs that buttons posted so far
    contexts: tuple[tuple[Feed, ClickContext], ...] = ()
    clicks: int = 0  #: on the map so far
    movable: tuple[tuple[Feed, Movable], ...] = ()

    def knows(self, token: str) -> bool:
        """Whether this is the token, compared in constant time."""
        return secrets.compare_digest(token.encode(), self.token.encode())

    def do(
        self, wish: Mapping[str, object], feed: Feed | None, vehicle: str = "",
        places: Mapping[str, tuple[float, float]] | None = None,
    ) -> str:  # fmt: skip
        """Post a command and return the posts.

        Args:
            wish: what the page asks for.
            feed: of the selected vehicle.
            vehicle: its name.
            places: where all vehicles are, m, for clicks.

        Raises ``RefusedError``.
        """
        kind = wish.get("do")
        if kind == "button":
            place = wish.get("button")
            if not isinstance(place, int) or isinstance(place, bool) or not 0 <= place < len(self.buttons):
                raise RefusedError("there is no such button")
            target, button = self.buttons[place]
            posts = button.posts(target.moos_time, self.count, vehicle)
            self.count += len(posts)
            return self._post(target, *posts, label=button.label)
        if kind == "click":
            return self._click(wish, vehicle, places or {})
        if kind == "move":
            return self._move(wish)
        if feed is None or not feed.posts:
            raise RefusedError("this vehicle is known by its reports only; its own MOOSDB takes commands")
        if kind in SLIDERS:
            variable, low, high = SLIDERS[str(kind)]
            return self._post(feed, (variable, min(max(_number(wish, "value"), low), high)))
        if kind == "drift":
            towards, speed = _number(wish, "direction") % 360.0, min(max(_number(wish, "speed"), 0.0), MAX_DRIFT)
            return self._post(feed, ("DRIFT_VECTOR", f"{towards:g},{speed:g}"))
        if kind == "override":
            return self._post(feed, ("MOOS_MANUAL_OVERRIDE", truth_text(wish.get("value") is True)))
        if kind == "sticks":
            values = (min(max(_number(wish, key), -100.0), 100.0) for key in ("thrust", "rudder"))
            return self._post(feed, *zip(("DESIRED_THRUST", "DESIRED_RUDDER"), values, strict=True))
        if kind == "fault":
            if wish.get("value") not in (offered := faults_of(feed)):
                raise RefusedError(f"the fault is none of {', '.join(offered)}")
            return self._post(feed, ("USM_FAULT", str(wish.get("value"))))
        if kind == "pause":
            return self._post(feed, ("USM_SIM_PAUSED", truth_text(wish.get("value") is True)))
        if kind == "reset":
            x, y, heading = (_number(wish, key) for key in ("x", "y", "heading"))
            return self._post(feed, ("USM_RESET", f"x={x:g}, y={y:g}, heading={heading % 360.0:g}, speed=0, depth=0"))
        raise RefusedError("there is no such command")

    def _click(self, wish: Mapping[str, object], vehicle: str, places: Mapping[str, tuple[float, float]]) -> str:
        """Post what the contexts of a side and key, and those of every click, say."""
        x, y, side, key = _number(wish, "x"), _number(wish, "y"), wish.get("side"), wish.get("context")
        chosen = [(feed, one) for feed, one in self.contexts if one.side == side and one.key in ("", key)]
        if not chosen:
            raise RefusedError("there is no such context")
        done = []
        for feed, context in chosen:
            plane = feed.facts.plane
            globe = plane.to_latlon(x, y) if plane is not None else None
            values = click_values(x, y, vehicle, places, globe, feed.moos_time, self.clicks)
            done.append(self._post(feed, *context.posts(values), label=f"click {shown(str(key))}".strip()))
        self.clicks += 1
        return ", ".join(done)

    def _move(self, wish: Mapping[str, object]) -> str:
        """Post the points of a line or polygon that was dragged, as its behaviour's ``updates``."""
        place, points = wish.get("shape"), wish.get("points")
        if not isinstance(place, int) or isinstance(place, bool) or not 0 <= place < len(self.movable):
            raise RefusedError("there is no such line")
        if not isinstance(points, list) or not 0 < len(points) <= MOST_POINTS:
            raise RefusedError(f"points must be a list of 1 to {MOST_POINTS}")
        pairs = [_number({"x": pair[0], "y": pair[1]}, axis) for pair in points if _is_pair(pair) for axis in "xy"]
        if len(pairs) != 2 * len(points):
            raise RefusedError("each point must be [x, y]")
        feed, moved = self.movable[place]
        text = ":".join(f"{x:g},{y:g}" for x, y in zip(pairs[::2], pairs[1::2], strict=True))
        posted_text = f"{moved.key}={text}"
        index = waypoint_index(feed.own.data, moved.behavior) if moved.kind == "BHV_Waypoint" else 0
        if 0 < index < len(points):
            posted_text += f"#currix={index}"  # new points alone would send it back to the first
        return self._post(feed, (moved.variable, posted_text), label=f"move {shown(moved.behavior)}")

    @staticmethod
    def _post(feed: Feed, *posts: tuple[str, float | str], label: str = "") -> str:
        for variable, value in posts:
            if not feed.post(variable, value):
                raise RefusedError(f"not connected: {variable} was not posted")
        done = posted(posts)
        feed.post(NOTE, f"{label}: {done}" if label else done)
        return done


def faults_of(feed: Feed) -> tuple[str, ...]:
    """The faults that a page may post for the vehicle of a feed: of its actuators and sensors; the first ends all."""
    hull, scene = feed.facts.hull, feed.facts.scene
    diving = ("elevator",) if hull.form == "torpedo" else ()
    actuators = ("thrust", "rudder", *diving, *map(str.lower, hull.fittings))
    sensors = scene.sensors if scene is not None else ()
    found = [f"{name}:{action}" for name in actuators for action in ("stuck", "dead")]
    return tuple(
        dict.fromkeys(["clear", *found, *(f"{name}:{action}" for name in sensors for action in ("freeze", "dead"))])
    )


def _number(wish: Mapping[str, object], key: str) -> float:
    value = wish.get(key)
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value) or abs(value) > 1e7:
        raise RefusedError(f"{key} must be a number")
    return float(value)


def _is_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2
