"""A mission that is played where there is nothing but Python: in a browser's worker, by Pyodide (docs/browser.md).

``Playground`` has the mission's files in a folder of the worker's memory, says what ``usim check`` says of them, plays
them as ``usim run`` does, and serves the live page meanwhile and afterwards. It opens no socket and starts no thread.
What a page sends is text; nothing of it is run.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import shutil
import time
import traceback
from array import array
from bisect import bisect_right
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from usimmarine_py.cli.community.watch import kinematic_facts
from usimmarine_py.cli.run import print_result
from usimmarine_py.errors import ConfigError, UsimError, shorten
from usimmarine_py.finding import Finding
from usimmarine_py.mission.fields import communities_of
from usimmarine_py.mission.shipped import shipped_folder
from usimmarine_py.run.asked import MissionReading
from usimmarine_py.run.changes import changed_missions
from usimmarine_py.run.checked import file_findings
from usimmarine_py.run.files import run_to_files
from usimmarine_py.run.output import RunFiles
from usimmarine_py.run.plan import RunPlan, plan_run
from usimmarine_py.values import Value
from usimmarine_py.values.rows import Shape
from usimmarine_py.watch.feeds.alog import LogFeed
from usimmarine_py.watch.hub import Hub, Reader

#: Simulated s after which a run without a duration ends, whatever it plays, and the longest duration.
LONGEST, LONGEST_ASKED = 3600.0, 24 * 3600.0
#: Most files of a mission, bytes of all of them, and bytes of all logs of a run: they lie in the browser's memory.
MOST_FILES, MOST_BYTES, MOST_LOG = 40, 1_000_000, 64_000_000
#: Most points of a curve, and variables at a time, that a page gets.
_MOST_POINTS, _MOST_NAMES = 1500, 24
#: What else a page asks of a log; most of it needs arrays, which the answer then says.
_OF_LOGS = ("helm", "functions", "encounters", "happened")
#: Real s between two frames to the page while a run is under way.
_FRAME = 0.15
#: What the page may be given of the shipped missions: text.
_TEXTS = (".moos", ".bhv", ".md")
#: Files of text alone: Python beside a mission would be run.
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,54}\.(?:moos|bhv|plug|md|txt|csv|json)")
#: Where the files of a mission and of its run lie.
MISSION, RUN = Path("mission"), Path("run")
INTERRUPTED = "interrupted"


def shipped_texts(name: str) -> dict[str, str]:
    """The text files of a shipped mission, by name."""
    folder = shipped_folder(name).folder
    return {file.name: file.read_text(encoding="utf-8") for file in sorted(folder.iterdir()) if file.suffix in _TEXTS}


class RunPosts:
    """All posts of a community, by variable: what the page asks of a log, without arrays."""

    def __init__(self, start: float) -> None:
        self._start = start
        self._found: dict[str, tuple[array[float], list[float | str]]] = {}

    def __call__(self, stamp: float, shape: Shape, values: tuple[Value, ...], source_aux: str) -> None:
        """Take a row of posts at ``stamp``, MOOS s."""
        del source_aux
        for name, value in zip(shape.names, values, strict=True):
            if isinstance(value, float | str):
                times, kept = self._found.setdefault(name, (array("d"), []))
                times.append(stamp - self._start)
                kept.append(value)

    def mail(self, at: float) -> dict[str, Any]:
        """The latest value of every variable at a time of the run, s."""
        rows = []
        for name, (times, values) in sorted(self._found.items()):
            place = bisect_right(times, at) - 1
            if place >= 0:
                value = values[place]
                rows.append([name, value[:240] if isinstance(value, str) else value, round(times[place], 2), ""])
        return {"mail": rows, "absent": 0}

    def names(self) -> dict[str, Any]:
        """The numeric variables."""
        return {"names": sorted(name for name, (_, values) in self._found.items() if isinstance(values[-1], float))}

    def series(self, names: str) -> dict[str, Any]:
        """Times (s) and values of variables; of a long series the least and the largest of each short part."""
        found: dict[str, Any] = {}
        absent: list[str] = []
        for name in dict.fromkeys(word.strip() for word in names.split(",") if word.strip()):
            if len(found) == _MOST_NAMES:
                absent.append(f"{name}: no more than {_MOST_NAMES} variables at a time")
                break
            times, values = self._found.get(name, (array("d"), []))
            points = [(t, v) for t, v in zip(times, values, strict=True) if isinstance(v, float)]
            if not points:
                absent.append(f"{shorten(name)}: no numbers of this name")
                continue
            size = max(1, -(-2 * len(points) // _MOST_POINTS)) if len(points) > _MOST_POINTS else 1
            kept = []
            for begin in range(0, len(points), size):
                part = points[begin : begin + size]
                kept += sorted({min(part, key=lambda one: one[1]), max(part, key=lambda one: one[1])})
            found[name] = [[round(t, 4) for t, _ in kept], [float(f"{v:.7g}") for _, v in kept]]
        return {"series": found, "absent": absent}


class Playground:
    """A mission's files, its findings, its run, and what the live page shows of it; works in the current folder.

    ``send`` gets the page's frames (JSON); ``pause`` is called between frames of a run, so that who plays it can hear
    of ``stop`` meanwhile.
    """

    def __init__(self, send: Callable[[str], object], pause: Callable[[], object] = lambda: None) -> None:
        self._send, self._pause = send, pause
        self._stopped, self._shown = "", 0.0
        self._hub: Hub | None = None
        self._reader: Reader | None = None
        self._posts: dict[int, RunPosts] = {}
        self._wishes: Mapping[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
            "shipped": lambda given: {"files": shipped_texts(given["name"])},
            "check": self._check,
            "play": self._play,
            "ask": lambda given: self.ask(given["path"]),
        }

    def write(self, files: Mapping[str, str]) -> None:
        """Put the mission's files into the folder, in place of all before. Raises ``ConfigError``."""
        if len(files) > MOST_FILES:
            raise ConfigError(f"{len(files)} files; a mission has at most {MOST_FILES} here")
        for name in files:
            if not _NAME.fullmatch(name):
                problem = "is no file for here: .moos, .bhv, .plug, .md, .txt, .csv or .json, and no folders"
                raise ConfigError(f"{shorten(name)!r} {problem}")
        size = sum(len(text.encode("utf-8", "replace")) for text in files.values())
        if size > MOST_BYTES:
            raise ConfigError(f"the files have {size} bytes; they may have {MOST_BYTES} here")
        shutil.rmtree(MISSION, ignore_errors=True)
        MISSION.mkdir()
        for name, text in files.items():
            (MISSION / name).write_bytes(text.encode("utf-8", "replace"))

    def check(self) -> list[dict[str, str | int]]:
        """What ``usim check`` finds in the files, in its JSON form."""
        found: list[Finding] = []
        for path in sorted(file for file in MISSION.iterdir() if file.suffix in (".moos", ".bhv")):
            try:
                news = file_findings(str(path))
            except UsimError as error:
                news = [Finding.of(error)]
            except ModuleNotFoundError as error:
                news = [Finding.of(_lacks(error, str(path)))]
            found += [one for one in news if one not in found]  # a file of behaviours is read by several
        return [{**one.as_dict(), "file": Path(one.file).name} for one in found]

    def run(self, duration: float | None = None, seed: int | None = None) -> dict[str, Any]:
        """Play the mission; the words, the failures and the files of the run. Raises ``UsimError``."""
        if duration is not None and not 0.0 < duration <= LONGEST_ASKED:
            raise ConfigError(f"must be above 0 and at most {LONGEST_ASKED:g} s", key="duration")
        self._leave()
        shutil.rmtree(RUN, ignore_errors=True)
        self._stopped = ""
        try:
            missions = changed_missions([str(path) for path in communities_of(MISSION)], MissionReading(), ())
            plan = plan_run(missions, duration=duration, seed=seed)
            plan.limit = min(plan.limit, LONGEST)
            self._watch(plan)
            files = RunFiles(most=MOST_LOG)
            summary = run_to_files(plan, RUN, files, progress=self._progress, stopped=lambda: self._stopped)
        except ModuleNotFoundError as error:
            raise _lacks(error, str(MISSION)) from None
        self.poll()
        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            print_result(summary, RUN)
        failures = [*summary.faults(), *summary.unmet()]
        files_of_run = [{"name": file.name, "bytes": file.stat().st_size} for file in sorted(RUN.iterdir())]
        return {"text": text.getvalue(), "ended": summary.ended, "failures": failures, "files": files_of_run}

    def stop(self) -> None:
        """Let the run end behind its present tick, with whole files."""
        self._stopped = INTERRUPTED

    def file(self, name: str) -> bytes:
        """A file of the last run. Raises ``ConfigError`` for a name that is none."""
        found = {file.name: file for file in RUN.iterdir()} if RUN.is_dir() else {}
        if name not in found:
            raise ConfigError(f"{shorten(name)!r} is no file of the last run")
        return found[name].read_bytes()

    def do(self, wish: str) -> str:
        """Do what a page wishes, as JSON: ``{"do": "play", "files": ...}``. The answer, or ``refused``: one line."""
        try:
            given = json.loads(wish)
            return json.dumps(self._wishes[given["do"]](given))
        except UsimError as error:
            return json.dumps({"refused": str(error)})
        except Exception as error:
            traceback.print_exc()  # on the browser's console
            return json.dumps({"refused": f"this should not happen: {type(error).__name__}: {shorten(str(error))}"})

    def _check(self, given: Mapping[str, Any]) -> dict[str, Any]:
        self.write(given["files"])
        return {"findings": self.check()}

    def _play(self, given: Mapping[str, Any]) -> dict[str, Any]:
        self.write(given["files"])
        return self.run(given.get("duration"), given.get("seed"))

    # --- the live page --------------------------------------------------------------------------------

    def poll(self) -> None:
        """Send what is new to the page."""
        if self._hub is None or self._reader is None:
            return
        self._hub.poll()
        while self._reader.frames:
            self._send(self._reader.frames.popleft().decode())

    def anew(self) -> None:
        """A page was opened: it gets everything."""
        if self._reader is not None:
            self._reader.fresh = True
            self.poll()

    def look(self, vehicle: str, appcasts: bool) -> None:
        """Show this vehicle, and the reports of applications."""
        if self._hub is not None and self._reader is not None:
            self._hub.look(self._reader.name, vehicle, appcasts)

    def ask(self, path: str) -> dict[str, Any]:
        """What the page asks of a log or of another time, by the path and query that ``usim watch`` answers."""
        if self._hub is None:
            return {"refused": "nothing was played yet"}
        url = urlsplit(path)
        asked = {key: values[-1] for key, values in parse_qs(url.query).items()}
        try:
            if url.path == "then":
                return self._hub.then(float(asked.get("t", "")), asked.get("vehicle", ""))
            if url.path == "hears":
                return {"hears": self._hub.hears(float(asked["t"]) if "t" in asked else None)}
            found = self._hub.chosen(asked.get("vehicle", ""))
            posts = self._posts.get(id(found[0])) if found is not None else None
            if posts is not None and url.path == "mail":
                return posts.mail(float(asked.get("t", "")))
            if posts is not None and url.path == "variables":
                return posts.names()
            if posts is not None and url.path == "series":
                return posts.series(asked.get("names", ""))
        except ValueError:
            return {"refused": "t must be a number"}
        if url.path not in _OF_LOGS:
            return {"refused": "there is nothing here"}
        return self._hub.look_up(f"/{url.path}", asked)

    def _watch(self, plan: RunPlan) -> None:
        """Show the logs that the run will write."""
        feeds = []
        for one in plan.communities:
            feeds.append(LogFeed(RUN / f"{one.stem}.alog", "", kinematic_facts(one.mission)))
            self._posts[id(feeds[-1])] = posts = RunPosts(plan.loop.start)
            one.community.bus.listeners.append(posts)
        title = Path(plan.communities[0].mission.file).stem if plan.alone is not None else ", ".join(
            one.name for one in plan.communities
        )  # fmt: skip
        self._hub = Hub(feeds, mission=title)
        self._reader = self._hub.join("")
        self.poll()

    def _leave(self) -> None:
        if self._hub is not None:
            self._hub.close()
        self._hub = self._reader = None
        self._posts = {}

    def _progress(self, simulated: float, part: float) -> None:
        now = time.monotonic()
        if now - self._shown < _FRAME:
            return
        self._shown = now
        self._send(json.dumps({"progress": [round(simulated, 1), round(min(part, 1.0), 4)]}))
        self.poll()
        self._pause()


def _lacks(error: ModuleNotFoundError, file: str) -> ConfigError:
    """The one line for a mission that needs a package which a browser does not have."""
    what = f"this mission needs the package {error.name}, which this page does not have"
    return ConfigError(what, file=file, remedy="play it with usim run on your machine")
