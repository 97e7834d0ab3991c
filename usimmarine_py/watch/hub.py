"""The connection of feeds and open pages: polls the feeds, and sends changes to each page.

One thread polls. The threads of the pages hold ``lock`` while they read data, and wait only for their own frames.
"""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from usimmarine_py.logs.viewer.fields import shown
from usimmarine_py.watch.control import Control
from usimmarine_py.watch.feeds.feed import Feed, ShownVehicle
from usimmarine_py.watch.fleet import ShownVehicles, hull_picture
from usimmarine_py.watch.helms import events_of
from usimmarine_py.watch.values import FeedStatus, page_values
from usimmarine_py.watch.viewer.appcasts import AppCast

if TYPE_CHECKING:
    from usimmarine_py.watch.bed import BedPicture, Image
    from usimmarine_py.watch.motion import Movers
    from usimmarine_py.watch.records import Records

#: Real s between two polls, each followed by frames to the pages.
POLL_INTERVAL = 0.1
#: Real s after which a page gets a frame even without changes, and between two sets of values.
_SIGN_OF_LIFE, _VALUES_INTERVAL = 1.0, 0.25
#: Characters of shapes a second that are sent to a page: of many the next ones wait, and vehicles do not.
_SHAPES_RATE = 300_000
#: Most pending frames of a page before it gets all data again.
_MOST_BEHIND = 40
#: Most events of a vehicle that are sent, the latest.
_MOST_EVENTS = 400
#: Most open pages.
MAX_READERS = 16
#: A page that has asked for nothing for so long, real s, gives its place to a new one: it may not be read.
UNREAD = 150.0


class Reader:
    """One open page."""

    def __init__(self, vehicle: str) -> None:
        self.name = secrets.token_urlsafe(9)
        self.vehicle = vehicle  #: the selected one; empty or unknown: the first
        self.appcasts = False  #: whether it shows the reports of applications
        self.mail = False  #: whether it shows all mail
        self.scene: Movers | None = None  #: what it has of the motion, while it shows three dimensions
        self.mailed: tuple[Feed | None, int] = (None, 0)  #: of which feed, and how much of it was sent
        self.frames: deque[bytes] = deque()
        self.fresh = True  #: has no data yet
        self.looked = time.monotonic()  #: when it was opened or asked for something
        self.closed = False
        self.values: dict[str, str] = {}
        self.valued = self.sent = 0.0  #: monotonic s of the last values, and of the last frame
        self.casts: dict[tuple[str, str], AppCast] = {}
        self.hull = ""


class Hub:
    """The data of the pages.

    ``chart``: a picture behind the map; ``control``: the commands of pages; ``mission``: its name, if there is one;
    ``tiles``: address of map tiles with ``{z}``, ``{x}`` and ``{y}``; empty: none; ``lines``: of a chart in the plane.
    """

    def __init__(
        self, feeds: Sequence[Feed], chart: Image | None = None, control: Control | None = None, mission: str = "",
        tiles: str = "", lines: Sequence[dict[str, Any]] = (),
    ) -> None:  # fmt: skip
        self.feeds, self.chart, self.control = list(feeds), chart, control
        self._mission, self.tiles = shown(mission), tiles
        self.lines = json.dumps(list(lines)).encode() if lines else b""
        self.lock = threading.RLock()
        self.changed = threading.Condition(self.lock)
        self.fleet = ShownVehicles(self.feeds)
        self._records: Records | None = None
        self.readers: list[Reader] = []
        self.bed: Image | None = None
        self._bed_count = 0
        self._beds = self._bed_pictures()
        self._drawn = -1
        self._shapes_due = 0.0  #: monotonic s before which changed shapes wait
        self.fleet.update()

    def _bed_pictures(self) -> list[BedPicture]:
        beds = [feed.facts.bed for feed in self.feeds if feed.facts.bed is not None]
        if not beds:
            return []
        from usimmarine_py.watch.bed import BedPicture  # with arrays, as are the records

        return [BedPicture(bed) for bed in beds]

    @property
    def records(self) -> Records:
        """What pages ask of whole logs; made when it is first asked for."""
        with self.lock:
            if self._records is None:
                from usimmarine_py.watch.records import Records

                self._records = Records(self.feeds)
            return self._records

    @property
    def title(self) -> str:
        """The mission's name, or a short title of the sources."""
        if self._mission:
            return self._mission
        titles = [shown(feed.status().title) for feed in self.feeds]
        return ", ".join(titles) if len(titles) < 4 else f"{', '.join(titles[:2])} and {len(titles) - 2} more"

    def poll(self) -> None:
        """Poll the feeds, and send changes to every page."""
        with self.lock:
            for feed in self.feeds:
                feed.poll()
            self.fleet.update()
            self._draw_bed()
            news, drawn = self.fleet.news(), sum(feed.shapes.changes + len(_plan(feed)) for feed in self.feeds)
            now = time.monotonic()
            shapes = ""
            if drawn != self._drawn and now >= self._shapes_due:
                shapes, self._drawn = self._shapes(), drawn
                self._shapes_due = now + len(shapes) / _SHAPES_RATE
            for reader in self.readers:
                self._serve(reader, news, shapes, now)
            if any(reader.appcasts for reader in self.readers):
                for feed in self.feeds:
                    feed.ask()
            self.changed.notify_all()

    @property
    def is_behind(self) -> bool:
        """Whether received data wait for the next ``poll``."""
        return any(feed.is_behind for feed in self.feeds)

    def close(self) -> None:
        """Close all feeds and pages."""
        with self.lock:
            for reader in self.readers:
                reader.closed = True
            self.changed.notify_all()
        for feed in self.feeds:
            feed.close()

    # --- pages ----------------------------------------------------------------------------------------

    def join(self, vehicle: str) -> Reader | None:
        """Add an opened page; None if there are too many."""
        with self.lock:
            if len(self.readers) >= MAX_READERS:
                oldest = min(self.readers, key=lambda one: one.looked)
                if time.monotonic() - oldest.looked < UNREAD:
                    return None
                self._close_reader(oldest)
            reader = Reader(vehicle)
            self.readers.append(reader)
            return reader

    def _close_reader(self, reader: Reader) -> None:
        reader.closed = True
        self.readers.remove(reader)
        self.changed.notify_all()

    def leave(self, reader: Reader) -> None:
        """Remove a closed page."""
        with self.lock:
            if reader in self.readers:
                self.readers.remove(reader)

    def look(self, name: str, vehicle: str, appcasts: bool, mail: bool = False, scene: bool = False) -> bool:
        """Change the shown vehicle or reports of a page by name; False without such a page."""
        with self.lock:
            reader = next((reader for reader in self.readers if reader.name == name), None)
            if reader is None:
                return False
            reader.looked = time.monotonic()
            reader.vehicle, reader.appcasts, reader.mail, reader.valued = vehicle, appcasts, mail, 0.0
            if not scene:
                reader.scene = None
            elif reader.scene is None:
                reader.scene = _movers()
                for feed in self.feeds:
                    feed.show_motion()
            return True

    def await_frames(self, reader: Reader) -> list[bytes]:
        """Wait for the frames of a page; none when it is closed."""
        with self.changed:
            self.changed.wait_for(lambda: reader.frames or reader.closed)
            frames = [] if reader.closed else list(reader.frames)
            reader.frames.clear()
            return frames

    def chosen(self, name: str) -> tuple[Feed, ShownVehicle] | None:
        """A vehicle by its name, the first if there is none of that name."""
        found = self.fleet.vehicles
        return found.get(name) or next(iter(found.values()), None)

    def then(self, at: float, name: str) -> dict[str, Any]:
        """Values of a vehicle at an earlier page time, s; of logs the shapes, too."""
        with self.lock:
            found = self.chosen(name)
            if found is None or found[1].data.history is None:
                return {}
            feed, vehicle = found
            words = "showing an earlier time of the log" if feed.is_log else "showing an earlier time"
            status = FeedStatus("good", words, feed.status().title, at_end=True)
            values = page_values(vehicle.data.at(at), status, 0.0)
            modes = self.fleet.modes(at)
            if not feed.is_log:
                return {"values": values, "modes": modes}
            shapes = _once(
                {**drawing, "run": one.run} if one.run and "leads" in drawing else drawing
                for one in self.feeds for drawing in (*one.planned(one.own.data.at(at)), *one.shapes.at(at))
            )  # fmt: skip
            return {"values": values, "modes": modes, "shapes": shapes}

    def hears(self, at: float | None) -> dict[str, list[str]]:
        """Whom each vehicle of the page hears at a page time (s), None: now; of any feed of its run."""
        with self.lock:
            heard = [(feed.run, feed.hears(at)) for feed in self.feeds]
            shown = {(feed.run, one.name.lower()): name for name, (feed, one) in self.fleet.vehicles.items()}
        found: dict[str, set[str]] = {}
        for run, pairs in heard:
            for receiver, senders in pairs.items():
                if (name := shown.get((run, receiver))) is not None:
                    found.setdefault(name, set()).update(shown[run, one] for one in senders if (run, one) in shown)
        return {name: sorted(others) for name, others in sorted(found.items()) if others}

    def scene(self, name: str) -> dict[str, Any]:
        """The sea, beams, and what else of a vehicle's mission is shown in three dimensions."""
        with self.lock:
            found = self.chosen(name)
            facts = found[0].facts.scene if found is not None and found[1].own else None
            if found is None or facts is None:
                return {}
            from usimmarine_py.watch.scene import scene_json

            return scene_json(facts, found[0].clock)

    def model(self, name: str) -> bytes | None:
        """The hull of the user's own of a vehicle, binary glTF."""
        with self.lock:
            found = self.fleet.vehicles.get(name)
            facts = found[0].facts.scene if found is not None and found[1].own else None
            return facts.model if facts is not None else None

    def depths(self, name: str) -> dict[str, Any]:
        """Depths (m) around the tracks, rows from south to north, null where unknown; none without a sea bed."""
        with self.lock:
            found = self.chosen(name)
            facts = found[0].facts.scene if found is not None else None
            rows = [row for _, vehicle in self.fleet.vehicles.values() for row in vehicle.data.track.everything()]
        if facts is None or facts.bed is None or not rows:
            return {}
        from usimmarine_py.watch.bed import depths_json

        return depths_json(facts.bed, [row[1] for row in rows], [row[2] for row in rows])

    def look_up(self, path: str, asked: Mapping[str, str]) -> dict[str, Any]:
        """What a page asks of the log of a vehicle; the lock is held only to find it."""
        with self.lock:
            feed, vehicle = self.chosen(asked.get("vehicle", "")) or (None, None)
            if path == "/functions" and feed is not None and vehicle is not None and not feed.is_log:
                return feed.functions() if vehicle.own else {"refused": f"{vehicle.name} is known by its reports alone"}
            if path == "/happened" and feed is not None and vehicle is not None and not feed.is_log:
                events = [[round(at, 3), text] for at, text in events_of(vehicle.data)]
                return {"events": events[-_MOST_EVENTS:], "left": max(len(events) - _MOST_EVENTS, 0)}
        try:
            return self.records.answer(path, feed, vehicle, asked)
        except ModuleNotFoundError as error:  # in a browser, which has no arrays
            return {"refused": f"this needs {error.name}, which this page does not have: look at the log by usim watch"}

    # --- frames ---------------------------------------------------------------------------------------

    def _serve(self, reader: Reader, news: str, shapes: str, now: float) -> None:
        if len(reader.frames) > _MOST_BEHIND:
            reader.frames.clear()
            reader.fresh = True
        parts: list[str] = []
        if reader.fresh:
            reader.values, reader.casts, reader.hull, reader.valued = {}, {}, "", 0.0
            reader.scene = None if reader.scene is None else _movers()
            parts.append(f'"hello":{json.dumps(self._hello() | {"reader": reader.name})}')
            news, shapes = self.fleet.everything(), self._shapes()
            reader.fresh = False
        if news:
            parts.append(f'"vehicles":{news}')
        if shapes:
            parts.append(f'"shapes":{shapes}')
        if now - reader.valued >= _VALUES_INTERVAL:
            reader.valued = now
            parts += self._values(reader, now)
        if reader.appcasts:
            parts += self._appcasts(reader)
        if reader.mail:
            parts += self._mail(reader)
        if reader.scene is not None:
            moved = reader.scene.news({name: vehicle for name, (_, vehicle) in self.fleet.vehicles.items()})
            parts += [f'"motion":{json.dumps(moved)}'] if moved else []
        if parts or now - reader.sent >= _SIGN_OF_LIFE:
            reader.sent = now
            reader.frames.append(("{" + ",".join(parts) + "}").encode("utf-8", "replace"))

    def _hello(self) -> dict[str, Any]:
        buttons = self.control.buttons if self.control is not None else ()
        contexts = self.control.contexts if self.control is not None else ()
        return {
            "log": all(feed.is_log for feed in self.feeds),
            "helm": any(feed.is_log or feed.posts for feed in self.feeds),
            "earlier": any(feed.own.data.history is not None for feed in self.feeds),
            "control": self.control is not None,
            "buttons": [{"label": shown(button.label, 32), "title": shown(button.title, 400)} for _, button in buttons],
            "movable": [moved.shape for _, moved in (self.control.movable if self.control is not None else ())],
            "contexts": [[context.side, context.key] for _, context in contexts],
            "chart": _corners(self.chart),
            "bed": _corners(self.bed, self._bed_count),
            "datum": self._datum(),
            "tiles": self.tiles,
            "lines": bool(self.lines),
            "scene": any(feed.facts.scene is not None for feed in self.feeds),
        }

    def _datum(self) -> dict[str, float] | None:
        """Latitude and longitude (deg) of x = y = 0, and what a metre is of them there, for the geographic grid."""
        plane = next((feed.facts.plane for feed in self.feeds if feed.facts.plane is not None), None)
        if plane is None:
            return None
        origin, north, east = (plane.to_latlon(x, y) for x, y in ((0.0, 0.0), (0.0, 1000.0), (1000.0, 0.0)))
        if origin is None or north is None or east is None:
            return None
        (lat, lon), per = origin, 1e-3
        return {"lat": lat, "lon": lon, "north": (north[0] - lat) * per, "east": (east[1] - lon) * per}

    def _shapes(self) -> str:
        """All drawings, each once: a vehicle shares its shapes with the shore."""
        texts = [
            _of_run(text, feed) for feed in self.feeds for text in (*map(json.dumps, _plan(feed)), *feed.shapes.texts())
        ]
        return f"[{','.join(dict.fromkeys(texts))}]"

    def _values(self, reader: Reader, now: float) -> list[str]:
        found = self.chosen(reader.vehicle)
        if found is None:
            return []
        feed, vehicle = found
        values = page_values(vehicle.data, self._status(feed), now)
        values["title"] = self.title
        changed = {key: text for key, text in values.items() if reader.values.get(key) != text}
        reader.values = values
        parts = [f'"values":{json.dumps(changed)}'] if changed else []
        hull = json.dumps(hull_picture(vehicle.hull))
        if hull != reader.hull:
            reader.hull = hull
            parts.append(f'"hull":{hull}')
        return parts

    def _status(self, feed: Feed) -> FeedStatus:
        """The status of the selected vehicle's feed, unless another one has a problem."""
        own = feed.status()
        for other in self.feeds:
            status = other.status()
            if status.level == "bad" and own.level != "bad":
                return FeedStatus("bad", f"{status.title}: {status.text}", own.title, own.at_end)
        return own

    def _appcasts(self, reader: Reader) -> list[str]:
        news = []
        for feed in self.feeds:
            for key, cast in feed.appcasts.items():
                if reader.casts.get(key) is not cast:
                    reader.casts[key] = cast
                    news.append(
                        {
                            "app": cast.app, "node": cast.node, "iteration": cast.iteration, "lines": cast.lines,
                            "config": cast.config_warnings, "run": cast.run_warnings, "events": cast.events,
                        }
                    )  # fmt: skip
        return [f'"appcasts":{json.dumps(news)}'] if news else []

    def _mail(self, reader: Reader) -> list[str]:
        """What came since the last frame to the feed of the selected vehicle; another feed begins anew."""
        found = self.chosen(reader.vehicle)
        feed = found[0] if found is not None else (self.feeds[0] if self.feeds else None)
        if feed is None:
            return []
        known, count = reader.mailed
        rows, after = feed.mail_since(count if known is feed else 0)
        reader.mailed = feed, after
        parts = [f'"mail":{json.dumps(rows)}'] if rows else []
        return parts if known is feed else ['"mailOf":' + json.dumps(shown(feed.status().title)), *parts]

    def _draw_bed(self) -> None:
        """Draw a new picture of the sea bed, when a vehicle comes near the edge of the old one."""
        places = self.fleet.latest()
        if not self._beds or not places or all(self._beds[0].serves(x, y) for x, y in places):
            return
        rows = [row for _, vehicle in self.fleet.vehicles.values() for row in vehicle.data.track.everything()]
        self.bed = self._beds[0].around([row[1] for row in rows], [row[2] for row in rows])
        self._bed_count += 1
        for reader in self.readers:
            frame = {"bed": _corners(self.bed, self._bed_count)}
            reader.frames.append(json.dumps(frame).encode())


def _of_run(text: str, feed: Feed) -> str:
    """The JSON of a drawing; a next waypoint of one of several runs says of which, since each run has its own legs."""
    return f'{text[:-1]}, "run": {json.dumps(feed.run)}}}' if feed.run and '"leads": ' in text else text


def _plan(feed: Feed) -> Sequence[dict[str, Any]]:
    return feed.planned(feed.own.data)


def _once(drawings: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The drawings without those that are equal: a vehicle shares its shapes with the shore."""
    return list({json.dumps(drawing, sort_keys=True): drawing for drawing in drawings}.values())


def _movers() -> Movers:
    from usimmarine_py.watch.motion import Movers  # with arrays

    return Movers()


def _corners(image: Image | None, number: int = 0) -> dict[str, Any] | None:
    """The corners of a picture, m; the number makes a browser load a new one."""
    if image is None:
        return None
    corners = {"x0": image.x[0], "x1": image.x[1], "y0": image.y[0], "y1": image.y[1], "number": number}
    return {**corners, "contours": list(image.contours)}
