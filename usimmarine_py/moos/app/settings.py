"""The settings of every MOOS application from its command line and mission file (laws/moos 2).

The mission file is handed in as two look-ups, so that a plain dict serves as well as a ``.moos`` file:
``mission.Block`` and ``mission.Mission`` fit as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar

from usimmarine_py.errors import shorten
from usimmarine_py.moos.app import appcast
from usimmarine_py.moos.app.argv import CHECKS, AppArguments
from usimmarine_py.moos.clock import Clock, valid_warp
from usimmarine_py.moos.transport.comms import COMMS_KINDS, Comms
from usimmarine_py.moos.transport.open import open_comms
from usimmarine_py.text import block_number, global_number, moos_boolean
from usimmarine_py.values.application import COMMS_POLICIES
from usimmarine_py.values.frozen import dataclass, replace

_T = TypeVar("_T")

DEFAULT_HOST = "LOCALHOST"
DEFAULT_PORT = 9000
DEFAULT_APP_TICK = 5.0
DEFAULT_MAX_APP_TICK = 5.0
MAX_EVENTS = 50
MAX_REPORT_INTERVAL = 10.0

_TRUTHS = {"true": True, "false": False}
_LOGGING = {**_TRUTHS, "off": False, "file": False, "log": True}
_BLOCK_FLAGS = (
    "moos_no_comms",
    "moos_iterate_no_comms",
    "moos_filter_command",
    "moos_no_sort_mail",
    "moos_quiet",
    "moos_quit_on_iterate_fail",
)


class KeyLookup(Protocol):
    """The source of values by key; case is ignored, the first line of a key is used."""

    def value(self, key: str) -> str | None:
        """The text of a key, None if it is not given."""
        ...


class PlainKeys:
    """A look-up over a plain dict."""

    def __init__(self, values: Mapping[str, str] | None = None) -> None:
        self._values: dict[str, str] = {}
        for key, value in (values or {}).items():
            self._values.setdefault(key.lower(), value)

    def value(self, key: str) -> str | None:
        """The text of a key, None if it is not given."""
        return self._values.get(key.lower())


@dataclass(frozen=True, slots=True)
class DbSettings:
    """Where the MOOSDB is, and how to talk to it."""

    host: str = DEFAULT_HOST
    port: int = DEFAULT_PORT
    client_name: str = ""  #: empty: the name of the application
    comms: str = "auto"
    tw_delay_factor: float = 0.4  #: send pause, ms per unit of warp
    use_comms: bool = True
    iterate_no_comms: bool = False


@dataclass(frozen=True, slots=True)
class LoopSettings:
    """How often it iterates, what it does with its mail, and when it ends."""

    app_tick: float = DEFAULT_APP_TICK  #: iterations per MOOS s; <= 0: no pause at all
    max_app_tick: float = DEFAULT_MAX_APP_TICK  #: 0 = no limit
    iterate_mode: int = 0
    sort_mail: bool = True
    catch_commands: bool = False
    quit_on_iterate_fail: bool = False
    duration: float | None = None  #: MOOS s from the start of the application to its end
    until_quit: bool = False  #: end when the application has ``finished``

    @property
    def period(self) -> float:
        """MOOS s between two iterations; 0 without a pause."""
        return 1.0 / self.app_tick if self.app_tick > 0 else 0.0


@dataclass(frozen=True, slots=True)
class ReportSettings:
    """What it says on the terminal and in its reports."""

    quiet: bool = False
    terminal: bool | None = None  #: reports on the terminal; None = if stdout is one
    show_audit: bool = False
    interval: float = appcast.DEFAULT_REPORT_INTERVAL  #: real s
    max_events: int = appcast.DEFAULT_MAX_EVENTS
    max_run_warnings: int = appcast.DEFAULT_MAX_RUN_WARNINGS
    app_logging: bool = False
    comms_policy: str = "open"


@dataclass(frozen=True, slots=True)
class AppSettings:
    """The settings of the life cycle."""

    name: str  #: application name: block, prefix of <APP>_STATUS
    mission_file: str = ""
    brings_moosdb: bool = False  #: the program has --db, worth a hint where there is no MOOSDB
    community: str = ""
    time_warp: float = 1.0
    strict: bool = False  #: a configuration warning ends the start with exit code 2
    db: DbSettings = DbSettings()
    loop: LoopSettings = LoopSettings()
    reports: ReportSettings = ReportSettings()
    config_warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()  #: worth a line on the terminal, nothing wrong
    audit: tuple[str, ...] = ()  #: one line a value: key, value, where it came from

    def at(self, app_tick: float) -> AppSettings:
        """Return these settings with another AppTick."""
        return replace(self, loop=replace(self.loop, app_tick=app_tick))

    def silent(self) -> AppSettings:
        """Return these settings without a word on the terminal and without APP_LOG, as for lock-step runs."""
        return replace(self, reports=replace(self.reports, quiet=True, terminal=False, app_logging=False))


def resolve_settings(
    arguments: AppArguments, block: KeyLookup | None, globals_: KeyLookup, *, no_block: str = ""
) -> AppSettings:
    """Settle all values by MOOS's precedence. ``block`` is None if the mission has no block of this name, of which
    ``no_block`` warns (empty: in the usual words).

    ``AppTick``, ``MaxAppTick`` and ``IterateMode`` of the block win over their switches; all other switches win over
    the file. A value that cannot be used leaves the default and makes a configuration warning.
    """
    return _Resolver(arguments, block, globals_, no_block).resolve()


def open_application_comms(settings: AppSettings, clock: Clock) -> Comms:
    """The client of an application, as its settings want it; it does not yet run. Raises as ``open_comms``."""
    return open_comms(
        settings.db.comms,
        settings.db.client_name or settings.name,
        settings.db.host,
        settings.db.port,
        clock,
        delay_factor=settings.db.tw_delay_factor,
    )


class _Resolver:
    def __init__(self, arguments: AppArguments, block: KeyLookup | None, globals_: KeyLookup, no_block: str) -> None:
        self.arguments = arguments
        no_block = no_block or f"No mission config block found for {arguments.alias}"
        self.no_block = no_block if block is None else ""
        self.block: KeyLookup = PlainKeys() if block is None else block
        self.globals = globals_
        self.warnings: list[str] = []
        self.notes: list[str] = []
        self.audit: list[str] = []

    def resolve(self) -> AppSettings:
        arguments = self.arguments
        community = self.globals.value("Community") or ""
        if not community:
            self.warnings.append("XCommunity/Vehicle name not found in mission file")
        if self.no_block:
            self.warnings.append(self.no_block)
        self._origin("Community", community or "-", "file" if community else "default")
        catch = self._block_boolean("CatchCommandMessages", False)
        no_sort = not self._block_boolean("SortMailByTime", True)
        flags = {name: self._flag(name) for name in _BLOCK_FLAGS}
        use_comms = self.globals.value("UseMOOSComms")
        # none of our applications is deprecated
        self._word(self.block, "DEPRECATED_OK", _TRUTHS, False)
        # in the order of their lines in warnings and audit
        host, port, time_warp = self._host(), self._port(), self._warp()
        loop = LoopSettings(
            app_tick=self._tick("AppTick", "moos_app_tick", DEFAULT_APP_TICK),
            max_app_tick=max(0.0, self._tick("MaxAppTick", "moos_max_app_tick", DEFAULT_MAX_APP_TICK)),
            iterate_mode=int(self._tick("IterateMode", "moos_iterate_mode", 0.0, _mode, "; must be 0, 1 or 2")),
            sort_mail=not (no_sort or flags["moos_no_sort_mail"]),
            catch_commands=catch or flags["moos_filter_command"],
            quit_on_iterate_fail=flags["moos_quit_on_iterate_fail"],
            duration=arguments.duration,
            until_quit=arguments.until_quit,
        )
        db = DbSettings(
            host=host,
            port=port,
            client_name=arguments.client_name,
            tw_delay_factor=self._number_switch("moos_tw_delay_factor", 0.4),
            comms=self._comms(),
            use_comms=not flags["moos_no_comms"] and (use_comms is None or moos_boolean(use_comms)),
            iterate_no_comms=flags["moos_iterate_no_comms"],
        )
        terminal = self._word(self.globals, "term_reporting", _TRUTHS, None, "value for TERM_REPORTING")
        most = appcast.DEFAULT_MAX_EVENTS, appcast.DEFAULT_MAX_RUN_WARNINGS
        reports = ReportSettings(
            quiet=flags["moos_quiet"],
            terminal=terminal,
            show_audit="moos_configuration_audit" in arguments.flags,
            interval=self._limit("TERM_REPORT_INTERVAL", appcast.DEFAULT_REPORT_INTERVAL, MAX_REPORT_INTERVAL),
            max_events=int(self._limit("MAX_APPCAST_EVENTS", most[0], MAX_EVENTS)),
            max_run_warnings=int(self._limit("MAX_APPCAST_RUN_WARNINGS", most[1], MAX_EVENTS)),
            app_logging=self._word(self.block, "APP_LOGGING", _LOGGING, False),
            comms_policy=self._word(
                self.block, "COMMS_POLICY", {policy: policy for policy in COMMS_POLICIES}, "open", "comms_policy"
            ),
        )
        return AppSettings(
            name=arguments.alias,
            mission_file=arguments.mission.file,
            community=community,
            time_warp=time_warp,
            strict=arguments.strict,
            db=db,
            loop=loop,
            reports=reports,
            config_warnings=tuple(self.warnings),
            notes=tuple(self.notes),
            audit=tuple(self.audit),
        )

    # -- where the MOOSDB is, and the warp: switch, else global key

    def _host(self) -> str:
        host = self.arguments.values.get("moos_host")
        text = self.globals.value("ServerHost")
        used = host or text or DEFAULT_HOST
        self._origin("ServerHost", used, "--moos_host" if host else "file" if text else "default")
        return used

    def _port(self) -> int:
        given = self.arguments.values.get("moos_port")
        text = self.globals.value("ServerPort")
        port, origin = DEFAULT_PORT, "default"
        if given:
            port, origin = int(given), "--moos_port"
        elif text is not None and CHECKS["moos_port"][0](text):
            port, origin = int(text), "file"
        elif text is not None:
            self.warnings.append(f"Invalid ServerPort: {shorten(text)}; {DEFAULT_PORT} is used")
        self._origin("ServerPort", str(port), origin)
        return port

    def _warp(self) -> float:
        found = [(self.arguments.values.get("moos_time_warp"), "--moos_time_warp")]
        found += [(self.block.value("moos_time_warp"), "block"), (self.globals.value("MOOSTimeWarp"), "file")]
        for text, origin in found:
            if text is None:
                continue
            warp = global_number(text)
            if warp is not None and valid_warp(warp):
                self._origin("MOOSTimeWarp", text, origin)
                return warp
            self.warnings.append(f"Invalid MOOSTimeWarp: {shorten(text)}; must be above 0, at most 400")
        self._origin("MOOSTimeWarp", "1", "default")
        return 1.0

    # -- ticks and modes: the block's own key, else switch, else the block's moos_ key

    def _tick(
        self, key: str, switch: str, default: float, read: Callable[[str], float | None] = block_number, must: str = ""
    ) -> float:
        text = self.block.value(key)
        given = self.arguments.values.get(switch)
        if text is not None:
            value = read(text)
            if value is not None:
                if given is not None and float(given) != value:
                    self.notes.append(f"{key} = {shorten(text)} of the mission file overrides --{switch}={given}")
                self._origin(key, text, "block")
                return value
            self.warnings.append(f"Invalid {key}: {shorten(text)}{must}")
        value = self._number_switch(switch, default)
        self._origin(key, f"{value:g}", f"--{switch}" if given else "default")
        return value

    def _number_switch(self, name: str, default: float) -> float:
        given = self.arguments.values.get(name)
        if given is not None:
            return float(given)
        text = self.block.value(name)
        if text is None:
            return default
        if CHECKS[name][0](text):
            return float(text)
        self.warnings.append(f"Invalid {name}: {shorten(text)}; {CHECKS[name][1]}")
        return default

    def _flag(self, name: str) -> bool:
        return name in self.arguments.flags or self._block_boolean(name, False)

    def _block_boolean(self, key: str, default: bool) -> bool:
        text = self.block.value(key)
        return default if text is None else moos_boolean(text)

    def _comms(self) -> str:
        found = [(self.arguments.comms, "--comms"), (self.block.value("comms"), "block")]
        for text, origin in [*found, (self.globals.value("comms"), "file")]:
            if not text:
                continue
            if text.lower() in COMMS_KINDS:
                self._origin("comms", text.lower(), origin)
                return text.lower()
            self.warnings.append(f"Invalid comms: {shorten(text)}; must be {', '.join(COMMS_KINDS)}")
        return COMMS_KINDS[0]

    # -- reports (laws/moos 2, 7)

    def _word(self, source: KeyLookup, key: str, words: Mapping[str, _T], default: _T, shown: str = "") -> _T:
        """Return what the word of a key stands for; any other word leaves the default and warns of ``shown``."""
        text = source.value(key)
        if text is None:
            return default
        if text.lower() not in words:
            self.warnings.append(f"Invalid {shown or key}: {shorten(text)}")
        return words.get(text.lower(), default)

    def _limit(self, key: str, default: float, most: float) -> float:
        """Return a number of 0 to ``most``; what is beyond counts as that."""
        text = self.block.value(key)
        if text is None:
            return default
        value = block_number(text)
        if value is None:
            self.warnings.append(f"Invalid {key}: {shorten(text)}")
            return default
        return appcast.clamp(value, 0.0, most)

    def _origin(self, key: str, text: str, origin: str) -> None:
        self.audit.append(f"{key} = {shorten(text)} ({origin})")


def _mode(text: str) -> float | None:
    return float(text) if text in ("0", "1", "2") else None
