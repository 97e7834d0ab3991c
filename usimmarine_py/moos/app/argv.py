"""The command line of a MOOS application: ``app [switches] file.moos [alias]``.

click cannot serve here: MOOS has single-dash long switches (``-example``), switches that pAntler hands over with
blanks around them, and programs that run on after a switch they do not know. The rules are those of
laws/moos 4 with these deliberate differences: a switch in second place is not an alias, an
alias may stand before the mission file, a value may follow its switch after a blank as well as after ``=``, and every
argument that has no effect gets one warning.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING

from usimmarine_py.errors import ConfigError, shorten, suggest
from usimmarine_py.moos.clock import valid_warp
from usimmarine_py.moos.transport.comms import COMMS_KINDS
from usimmarine_py.text import whole_number
from usimmarine_py.values.frozen import dataclass, field

if TYPE_CHECKING:
    from usimmarine_py.mission import Mission

#: Endings of a mission file; pAntler hands ``.moos++`` to its children when it was given ``--Key=Value`` itself.
MISSION_ENDINGS = (".moos", ".moos++")


class Action(Enum):
    """The action of the command line. All except ``RUN`` print a text and end with exit code 0."""

    RUN = "run"
    HELP = "help"
    EXAMPLE = "example"
    INTERFACE = "interface"
    VERSION = "version"
    WEB = "web"


@dataclass(frozen=True, slots=True)
class Switch:
    """One switch. ``metavar`` is empty for a flag; ``effect`` is empty where it does what ``help`` says."""

    name: str
    help: str
    metavar: str = ""
    group: str = "MOOS"
    effect: str = ""  #: why it has none here


@dataclass(frozen=True, slots=True)
class MissionWords:
    """What a command line says of the mission."""

    file: str = ""
    definitions: tuple[str, ...] = ()  #: macros of a template
    folders: tuple[str, ...] = ()  #: for its ``#include``
    changes: tuple[str, ...] = ()  #: KEY=VALUE texts that go into it

    def read(self) -> Mission:
        """Read the file, without the changes. Raises ``MissionFileError`` and ``ConfigError``."""
        from usimmarine_py.mission import read_mission

        return read_mission(self.file, definitions=self.definitions, folders=self.folders)


@dataclass(frozen=True, slots=True)
class AppArguments:
    """A parsed command line. ``values`` and ``flags`` hold the ``--moos_*`` switches by name, without dashes."""

    program: str  #: base name of argv[0]
    action: Action = Action.RUN
    mission: MissionWords = MissionWords()
    alias: str = ""  #: application name: block, prefix of <APP>_STATUS; default is ``program``
    alias_given: bool = False
    values: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    flags: frozenset[str] = frozenset()
    comms: str = ""  #: auto | native | pymoos; empty = not given
    seed: int | None = None
    strict: bool = False
    duration: float | None = None  #: MOOS s; None: without limit
    until_quit: bool = False
    db: bool = False
    behaviors: tuple[str, ...] = ()  #: files of own behaviours for the helm
    warnings: tuple[str, ...] = ()  #: one line each, to be printed at the start

    @property
    def client_name(self) -> str:
        """The name towards the MOOSDB: ``--moos_name``, else the alias."""
        return self.values.get("moos_name") or self.alias


_NO_KILL_SWITCH = "the multicast kill switch of libMOOS is not built in: end the program with SIGTERM"

#: Every switch with a name, in the order in which ``--help`` shows them.
SWITCHES: tuple[Switch, ...] = (
    Switch("--alias", "application name: picks the ProcessConfig block", "NAME", "MOOS-IvP"),
    Switch("--comms", "transport: auto, native or pymoos", "KIND", "usimmarine"),
    Switch("--seed", "seed of every random number, an integer >= 0", "N", "usimmarine"),
    Switch("--strict", "a configuration warning ends the start with exit code 2", "", "usimmarine"),
    Switch("--set", "put KEY=VALUE into the block; may be given several times", "KEY=VALUE", "usimmarine"),
    Switch("--for", "end after S seconds (MOOS time, so 1/warp of real time)", "S", "usimmarine"),
    Switch("--until-quit", "end when the script's event = quit comes, or a plan is done", "", "usimmarine"),
    Switch("-D", "macro of a template, as nsplug takes it; may be repeated", "NAME=VALUE", "usimmarine"),
    Switch("--path", "where a template's #include looks, too", "DIR", "usimmarine"),
    Switch("--behaviors", "usim_helm: behaviours of your own, a Python file", "FILE.py", "usimmarine"),
    Switch("--db", "start the built-in MOOSDB if none listens (loopback only)", "", "usimmarine"),
    Switch("--moos_file", "mission file", "FILE"),
    Switch("--moos_name", "name towards the MOOSDB (default: the alias)", "NAME"),
    Switch("--moos_app_name", "application name, as --alias", "NAME"),
    Switch("--moos_host", "host of the MOOSDB (overrides ServerHost)", "HOST"),
    Switch("--moos_port", "port of the MOOSDB (overrides ServerPort)", "PORT"),
    Switch("--moos_time_warp", "time warp, 0 < W <= 400 (overrides MOOSTimeWarp)", "W"),
    Switch("--moos_app_tick", "iterations per MOOS second (AppTick in the file wins)", "HZ"),
    Switch("--moos_max_app_tick", "limit for iterate modes 1 and 2 (MaxAppTick wins)", "HZ"),
    Switch("--moos_iterate_mode", "0, 1 or 2 (IterateMode in the file wins)", "MODE"),
    Switch("--moos_tw_delay_factor", "send pause, ms per unit of warp, 0 to 10", "F"),
    Switch("--moos_comms_tick", "poll rate of synchronous clients", "HZ", effect="our clients are asynchronous"),
    Switch("--moos_no_comms", "run without a MOOSDB"),
    Switch("--moos_iterate_no_comms", "iterate while not connected, too"),
    Switch("--moos_filter_command", "subscribe to <APP>_CMD"),
    Switch("--moos_no_sort_mail", "leave mail in order of arrival"),
    Switch("--moos_quit_on_iterate_fail", "end with exit code 1 when an iteration fails"),
    Switch("--moos_quiet", "print nothing but errors"),
    Switch("--moos_no_colour", "plain text on the terminal", effect="the terminal text has no colours anyway"),
    Switch("--moos_configuration_audit", "list the MOOS keys and where their values come from"),
    Switch("--moos_suicide_channel", "kill switch: multicast group", "ADDRESS", effect=_NO_KILL_SWITCH),
    Switch("--moos_suicide_port", "kill switch: port", "PORT", effect=_NO_KILL_SWITCH),
    Switch("--moos_suicide_phrase", "kill switch: phrase", "TEXT", effect=_NO_KILL_SWITCH),
    Switch("--moos_suicide_disable", "kill switch: off", effect=_NO_KILL_SWITCH),
    Switch("--moos_suicide_print", "kill switch: show its state", effect=_NO_KILL_SWITCH),
)

#: Switches that print something and end.
ACTIONS: Mapping[str, Action] = MappingProxyType(
    {
        **dict.fromkeys(("-v", "--version", "-version", "--moos_print_version"), Action.VERSION),
        **dict.fromkeys(("-e", "--example", "-example", "--moos_print_example"), Action.EXAMPLE),
        **dict.fromkeys(("-h", "--help", "-help", "--moos_help"), Action.HELP),
        **dict.fromkeys(("-i", "--interface", "-interface", "--moos_print_interface"), Action.INTERFACE),
        **dict.fromkeys(("-w", "--web", "-web"), Action.WEB),
    }
)

_BY_NAME = {s.name: s for s in SWITCHES}


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _within(low: float, high: float) -> Callable[[str], bool]:
    def check(text: str) -> bool:
        value = _number(text)
        return value is not None and low <= value <= high

    return check


def _port(text: str) -> bool:
    value = whole_number(text)
    return value is not None and 1 <= value <= 65535


def _warp(text: str) -> bool:
    value = _number(text)
    return value is not None and valid_warp(value)


#: What a value must be; a value that is not is left out with a warning, as libMOOS runs on, too.
CHECKS: Mapping[str, tuple[Callable[[str], bool], str]] = MappingProxyType(
    {
        "moos_port": (_port, "must be a port, 1 to 65535"),
        "moos_time_warp": (_warp, "must be a number above 0, at most 400"),
        "moos_app_tick": (lambda text: _number(text) is not None, "must be a number"),
        "moos_max_app_tick": (_within(0.0, math.inf), "must be a number >= 0"),
        "moos_iterate_mode": (lambda text: text in ("0", "1", "2"), "must be 0, 1 or 2"),
        "moos_tw_delay_factor": (_within(0.0, 10.0), "must be a number from 0 to 10"),
        "moos_comms_tick": (lambda text: _number(text) is not None, "must be a number"),
    }
)


def is_mission_file(text: str) -> bool:
    """Whether an argument is a mission file by its ending."""
    return text.endswith(MISSION_ENDINGS)


def parse_arguments(argv: Sequence[str], default_name: str = "usimmarine") -> AppArguments:
    """Read ``argv``, program name included. ``default_name`` serves where argv[0] has no name.

    The first switch that prints something decides at once; without a mission file the action is ``HELP``.
    Raises ``ConfigError`` (exit code 2) for a wrong value of a switch of our own.
    """
    program = os.path.basename(argv[0]) if argv else ""  # noqa: PTH119  # a start need not wait for pathlib
    return _SwitchReader(program or default_name, [str(a) for a in argv[1:]]).read()


class _SwitchReader:
    """One pass over the arguments."""

    def __init__(self, program: str, arguments: list[str]) -> None:
        self.program = program
        self.waiting = arguments
        self.values: dict[str, str] = {}
        self.flags: set[str] = set()
        self.warnings: list[str] = []
        self.definitions: list[str] = []
        self.folders: list[str] = []
        self.behaviors: list[str] = []
        self.changes: list[str] = []
        self.mission_file = ""
        self.alias = ""
        self.word_alias = ""

    def read(self) -> AppArguments:
        while self.waiting:
            # pAntler keeps the blanks of its ExtraProcessParams
            argument = self.waiting.pop(0).strip()
            if argument in ACTIONS:
                return AppArguments(self.program, ACTIONS[argument], alias=self.program)
            if is_mission_file(argument) and not argument.startswith("-"):
                self._mission(argument)
            elif argument.startswith("-") and argument != "-":
                self._switch(argument)
            else:
                self._word(argument)
        mission_file = self.mission_file or self.values.get("moos_file", "")
        if not mission_file and self.word_alias:
            self.warnings.append(f"{shorten(self.word_alias)} is no mission file: that ends in .moos or .moos++")
        return AppArguments(
            program=self.program,
            action=Action.RUN if mission_file else Action.HELP,
            mission=MissionWords(mission_file, tuple(self.definitions), tuple(self.folders), tuple(self.changes)),
            alias=self.alias or self.word_alias or self.program,
            alias_given=bool(self.alias or self.word_alias),
            values=MappingProxyType({k: v for k, v in self.values.items() if k.startswith("moos_")}),
            flags=frozenset(f for f in self.flags if f.startswith("moos_")),
            comms=self._comms(),
            seed=self._seed(),
            strict="strict" in self.flags,
            duration=self._duration(),
            until_quit="until-quit" in self.flags,
            db="db" in self.flags,
            behaviors=tuple(self.behaviors),
            warnings=tuple(self.warnings),
        )

    def _mission(self, argument: str) -> None:
        if self.mission_file and argument != self.mission_file:
            self.warnings.append(
                f"two mission files given; {shorten(argument)} is used, {shorten(self.mission_file)} is not"
            )
        self.mission_file = argument

    def _word(self, argument: str) -> None:
        if not argument:
            return
        if self.word_alias:
            self.warnings.append(f"argument ignored: {shorten(argument)} (the alias is {shorten(self.word_alias)})")
        else:
            self.word_alias = argument

    def _definition(self, argument: str) -> None:
        """``-D NAME=VALUE`` and ``-DNAME=VALUE``."""
        text = argument[2:].lstrip(" ")
        if not text and self.waiting and not self._is_argument(self.waiting[0]):
            text = self.waiting.pop(0).strip()
        if not text:
            raise ConfigError("-D needs a value: -D NAME=VALUE")
        self.definitions.append(text)

    def _switch(self, argument: str) -> None:
        if argument.startswith("-D"):
            self._definition(argument)
            return
        name, equals, value = argument.partition("=")
        if " " in name:  # "--seed 3", "--set turn_rate=40" handed over as one argument by pAntler
            name, _, value = argument.partition(" ")
        name, value = name.strip(), value.strip()
        switch = _BY_NAME.get(name)
        if switch is None:
            near = suggest(name, [*_BY_NAME, *ACTIONS])
            hint = f"; did you mean {near}?" if near else "; --help lists all"
            self.warnings.append(f"unknown switch ignored: {shorten(argument)}{hint}")
            return
        key = name.lstrip("-")
        if not switch.metavar:
            self._flag(key, value)
            return
        if not equals and not value and self.waiting and not self._is_argument(self.waiting[0]):
            value = self.waiting.pop(0).strip()
        if not value:
            self._refuse(key, f"{name} needs a value: {name}={switch.metavar}")
        elif key in CHECKS and not CHECKS[key][0](value):
            self.warnings.append(f"{name} {CHECKS[key][1]}, ignored: {shorten(value)}")
        elif key in ("alias", "moos_app_name"):
            self.alias = value
        elif key == "path":
            self.folders.append(value)
        elif key == "behaviors":
            self.behaviors.append(value)
        elif key == "set":
            self.changes.append(value)
        else:
            self.values[key] = value

    def _flag(self, key: str, value: str) -> None:
        if value.lower() in ("", "true", "1"):
            self.flags.add(key)
        elif value.lower() in ("false", "0"):
            self.flags.discard(key)
        else:
            self._refuse(key, f"--{key} is true or false, not {shorten(value)}")

    def _refuse(self, key: str, problem: str) -> None:
        if key.startswith("moos_"):
            self.warnings.append(problem + "; ignored")
        else:
            raise ConfigError(problem)

    @staticmethod
    def _is_argument(text: str) -> bool:
        """Whether the next argument stands for itself and is not the value of the switch before it."""
        text = text.strip()
        return is_mission_file(text) or (text.startswith("-") and _number(text) is None)

    def _comms(self) -> str:
        kind = self.values.get("comms", "").lower()
        if kind and kind not in COMMS_KINDS:
            raise ConfigError(
                f"must be auto, native or pymoos, not {shorten(kind)}",
                key="--comms",
                suggestion=suggest(kind, COMMS_KINDS),
            )
        return kind

    def _duration(self) -> float | None:
        text = self.values.get("for")
        seconds = None if text is None else _number(text)
        if text is not None and (seconds is None or seconds <= 0.0):
            raise ConfigError(f"must be a number of seconds above 0, not {shorten(text)}", key="--for")
        return seconds

    def _seed(self) -> int | None:
        text = self.values.get("seed")
        if text is None:
            return None
        seed = whole_number(text)
        if seed is None:
            raise ConfigError(f"must be an integer >= 0, not {shorten(text)}", key="--seed")
        return seed
