"""Playing a recorded scenario of a field: communities, applications, mail and datagrams in, posts of all databases out.

All applications start together, so early that each has posted once at t = 0, as in the recordings.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from usimmarine_py.errors import ConfigError, file_errors
from usimmarine_py.field.application import FieldApp
from usimmarine_py.field.programs import make_field_app
from usimmarine_py.field.settings import HomeCommunity
from usimmarine_py.field.share.share import SHARE_TICK
from usimmarine_py.field.viewer.viewer import MOST_TICKS
from usimmarine_py.logs.whole_rows import put_file
from usimmarine_py.moos.app.argv import AppArguments
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.app.settings import AppSettings, PlainKeys, resolve_settings
from usimmarine_py.moos.app.status import no_figures
from usimmarine_py.moos.clock import SteppedClock
from usimmarine_py.moos.transport.lockstep import LockstepBus, LockstepComms
from usimmarine_py.run.loop import BusCommunity, RunLoop
from usimmarine_py.run.scenarios.player import not_a_scenario
from usimmarine_py.run.scenarios.text import scenario_text
from usimmarine_py.texts.shares import ShareAddress
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.key import ConfigLine, config_lines
from usimmarine_py.values.mail import Message, Value
from usimmarine_py.values.rows import Shape, single

#: The address of the machine of the recordings, and a mission's hash: each recording has one of its own.
RECORDED_ADDRESS, RECORDED_HASH = "192.0.2.2", "261122-1733X-COOL-ALVA"
#: The client that posts the inputs.
INJECT = "inject"
#: Programs that post this long after their start, s, and not first in their first iteration.
_FIRST_POST = {"pshare": 0.025, "ufldnodebroker": 0.0, "ufldshorebroker": 0.0, "pmarineviewer": 0.0}
#: Programs whose scenarios record what was injected.
_INJECTION_SHOWN = frozenset(("pshare", "phostinfo", "ufldnodebroker", "ufldshorebroker"))
_VIEWER = "pmarineviewer"
#: How long before a whole tick applications tick, s: mail at that time comes after it, as recorded.
_EARLY = 0.005
#: What an iteration of the recorded programs takes beyond its period, real s.
_SLIP = 0.0002
#: How much longer than its recording a scenario is played, s.
_LAST = 0.05
#: How long a scenario without recorded posts goes on after its last input, s.
_LATER = 5.0
_SOURCE = "x"


@dataclass(frozen=True, slots=True)
class FieldProgram:
    """An application of a scenario."""

    program: str
    name: str
    lines: tuple[ConfigLine, ...]


class FieldInput(NamedTuple):
    """A post of the test's client."""

    time: float  #: s
    community: str
    message: Message  #: its time is an offset, s


class Datagram(NamedTuple):
    """A message that the test sent to a port; its time is an offset, s."""

    time: float  #: s
    port: int
    message: Message


@dataclass(frozen=True, slots=True)
class FieldScenario:
    """A scenario as read; times in s since t = 0, which is MOOS time ``epoch``."""

    name: str
    warp: float
    datum: tuple[float, float] | None
    epoch: float
    end: float
    communities: Mapping[str, tuple[int, tuple[FieldProgram, ...]]]  #: port of the MOOSDB, and applications
    inputs: tuple[FieldInput, ...]
    datagrams: tuple[Datagram, ...]
    actions: tuple[tuple[float, str], ...]


class FieldPost(NamedTuple):
    """What a database forwarded; the columns of the file of posts."""

    time: float  #: s since t = 0
    db: str
    variable: str
    value: Value
    source: str
    source_aux: str
    community: str
    stamp: float  #: s since t = 0


def is_field_scenario(path: Path) -> bool:
    """Whether a file is a scenario of a field."""
    try:
        found = json.loads(scenario_text(path))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(found, dict) and "communities" in found and "t0_epoch" in found


def read_field_scenario(path: Path) -> FieldScenario:
    """Return the scenario of a file. Raises ``ConfigError`` or ``LogFileError``."""
    try:
        with file_errors(path, "cannot be read"):
            return _scenario(json.loads(scenario_text(path)), path)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise not_a_scenario(path, error, "a field") from None


def _scenario(found: Mapping[str, Any], path: Path) -> FieldScenario:
    inputs = tuple(_input(row) for row in found.get("inputs", ()))
    datagrams = tuple(_datagrams(found.get("udp_sent") or []))
    actions = tuple((float(t), str(what)) for t, what in found.get("user_actions") or ())
    given = [*(one.time for one in inputs), *(one.time for one in datagrams), *(time for time, _ in actions)]
    recorded = [float(row[0]) for row in found.get("posts", ())]
    datum = found.get("datum")
    return FieldScenario(
        name=str(found.get("name", path.stem)),
        warp=float(found.get("warp", 1.0)),
        datum=(float(datum[0]), float(datum[1])) if datum else None,
        epoch=float(found["t0_epoch"]),
        end=max(recorded) + _LAST if recorded else max(given, default=0.0) + _LATER,
        communities={str(one["name"]): (int(one.get("port", 9000)), _programs(one)) for one in found["communities"]},
        inputs=inputs,
        datagrams=datagrams,
        actions=actions,
    )


def _programs(community: Mapping[str, Any]) -> tuple[FieldProgram, ...]:
    return tuple(
        FieldProgram(str(one.get("program", name)), name, tuple(config_lines("\n".join(one["config"]))))
        for one in community["apps"]
        for name in [str(one["name"])]
    )


def _input(row: list[Any]) -> FieldInput:
    time, community, variable, value, *rest = row
    options = rest[0] if rest else {}
    message = Message(
        str(variable), value if isinstance(value, str) else float(value), float(options.get("dt", 0.0)),
        str(options.get("src", "")), str(options.get("aux", "")), str(options.get("comm", "")),
    )  # fmt: skip
    return FieldInput(float(time), str(community), message)


def _datagrams(rows: list[list[Any]]) -> Iterator[Datagram]:
    for time, port, found in rows:
        if not isinstance(found, dict):
            continue  # bytes that are no message
        value = float(found["dval"]) if found.get("dt") == "D" or "sval" not in found else str(found["sval"])
        message = Message(
            str(found["key"]), value, float(found.get("tdt", 0.0)), str(found.get("src", _SOURCE)),
            str(found.get("aux", "")), str(found.get("comm", "")),
        )  # fmt: skip
        yield Datagram(float(time), int(port), message)


def play_field(scenario: FieldScenario) -> list[FieldPost]:
    """Play a scenario in lock step and return all that its databases forwarded, in order."""
    programs = [one for _, apps in scenario.communities.values() for one in apps]
    first = [_FIRST_POST.get(one.program.lower(), _settings(scenario, "", one).loop.period) for one in programs]
    clock = SteppedClock(scenario.epoch - _EARLY - max(first, default=0.0), scenario.warp)
    posts: list[FieldPost] = []
    players = [_Player(scenario, name, clock, posts) for name in scenario.communities]
    run = RunLoop(clock, [one.community for one in players])
    run.connect()
    by_name = {one.community.name: one for one in players}
    for one in scenario.inputs:
        if one.community not in by_name:
            raise ConfigError(f"there is no community {one.community}", key=f"input at {one.time:g}")
        run.at(scenario.epoch + one.time, _Posting(by_name[one.community], one.message))
    for datagram in scenario.datagrams:
        time = scenario.epoch + datagram.time
        run.at(time, _Sending(run, datagram, time))
    for time, what in scenario.actions:
        for player in players:
            run.at(scenario.epoch + time, _Acting(player, what))
    run.run(scenario.epoch + scenario.end)
    run.close()
    return posts


class _Player:
    """One community of a scenario."""

    def __init__(self, scenario: FieldScenario, name: str, clock: SteppedClock, posts: list[FieldPost]) -> None:
        port, programs = scenario.communities[name]
        bus = LockstepBus(clock, name)
        self.community = BusCommunity(name, bus)
        self._epoch, self._clock, self._posts = scenario.epoch, clock, posts
        kinds = {one.program.lower() for one in programs}
        shown = not _INJECTION_SHOWN.isdisjoint(kinds)
        self._shows = _shown(with_inputs=shown, with_requests=_VIEWER in kinds)
        bus.listeners.append(self._note)
        self.inject: LockstepComms = bus.client(INJECT)
        self.inject.run()
        home = HomeCommunity(
            name, port, scenario.datum, scenario.warp, address=RECORDED_ADDRESS, mission_hash=RECORDED_HASH
        )
        self.applications: list[FieldApp] = []
        for one in programs:
            application = make_field_app(one.program, one.lines, home, one.name)
            settings = _settings(scenario, name, one)
            self.applications.append(application)
            app = MoosApp(application, settings, bus.client(one.name), clock, meter=no_figures, terminal=False)
            # a window takes time to open
            late = one.program.lower() == _VIEWER
            self.community.add(app, scenario.epoch - _EARLY if late else 0.0)

    def _note(self, stamp: float, shape: Shape, values: tuple[Value, ...], source_aux: str) -> None:
        time, community = self._clock.now() - self._epoch, shape.community or self.community.name
        for variable, value in zip(shape.names, values, strict=True):
            if self._shows(variable, shape.source):
                self._posts.append(
                    FieldPost(
                        time, self.community.name, variable, value, shape.source, source_aux, community,
                        stamp - self._epoch,
                    )
                )  # fmt: skip


def _shown(*, with_inputs: bool, with_requests: bool) -> Callable[[str, str], bool]:
    """Return whether a variable of a source stands in the recordings."""
    left_out = {"APPCAST"} if with_requests else {"APPCAST", "APPCAST_REQ"}

    def shows(variable: str, source: str) -> bool:
        if variable in left_out or variable.startswith("DB_") or (source == INJECT and not with_inputs):
            return False
        return not variable.endswith(("_STATUS", "_ITER_GAP", "_ITER_LEN", "_PID"))

    return shows


def _settings(scenario: FieldScenario, community: str, program: FieldProgram) -> AppSettings:
    keys = PlainKeys({line.key: line.value for line in reversed(program.lines)})
    common = PlainKeys({"Community": community, "MOOSTimeWarp": f"{scenario.warp:g}"})
    settings = resolve_settings(AppArguments(program.name, alias=program.name), keys, common)
    tick = 1.0 / (settings.loop.period + _SLIP * scenario.warp)
    if program.program.lower() == "pshare":
        tick = SHARE_TICK
    elif program.program.lower() == _VIEWER:
        tick = min(tick, MOST_TICKS / scenario.warp)
    return settings.silent().at(tick)


class _Posting:
    """An input that is posted."""

    def __init__(self, player: _Player, message: Message) -> None:
        self.player, self.message = player, message

    def __call__(self) -> BusCommunity:
        variable, value, offset, source, aux, community = self.message
        time = self.player._clock.now() + offset
        self.player.inject.post_rows([single(variable, value, time, aux, source, community)])
        return self.player.community


class _Sending:
    """A datagram that is sent."""

    def __init__(self, run: RunLoop, datagram: Datagram, time: float) -> None:
        self.run, self.datagram, self.time = run, datagram, time

    def __call__(self) -> None:
        message = self.datagram.message
        self.run.send(ShareAddress("127.0.0.1", self.datagram.port), message._replace(time=self.time + message.time))


class _Acting:
    """A click of the user."""

    def __init__(self, player: _Player, what: str) -> None:
        self.player, self.what = player, what

    def __call__(self) -> BusCommunity:
        for application in self.player.applications:
            click = getattr(application, "click", None)
            if click is not None:
                click(self.what)
        return self.player.community


def write_field_posts(scenario: FieldScenario, file: Path) -> None:
    """Play a scenario and write the posts, tab-separated: t, db, variable, type, value, source, aux, community,
    t_stamp; times in s, text with the escapes of JSON.
    """
    lines = ["\t".join(COLUMNS) + "\n"]
    lines += [post_line(post) for post in play_field(scenario)]
    put_file(file, "".join(lines).encode("utf-8", "surrogateescape"))


#: Of the file of posts.
COLUMNS = ("t", "db", "variable", "type", "value", "source", "aux", "community", "t_stamp")


def post_line(post: FieldPost) -> str:
    """Return the line of a post."""
    value = post.value
    text = value.decode("latin-1") if isinstance(value, bytes) else value
    content = f"{text:.17g}" if isinstance(text, float) else json.dumps(text, ensure_ascii=False)[1:-1]
    kind = "D" if isinstance(text, float) else "S"
    names = post.source, post.source_aux, post.community
    cells = f"{post.time:.6f}", post.db, post.variable, kind, content, *names, f"{post.stamp:.6f}"
    return "\t".join(cells) + "\n"
