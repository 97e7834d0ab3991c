"""The block of the helm in a mission file."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, isfinite
from typing import Any

from usimmarine_py.finding import FilePlace, Finding
from usimmarine_py.helm.functions.axis import DomainAxis
from usimmarine_py.helm.platform import TurningModel, read_platform
from usimmarine_py.text import atof, leading_integer, read_number
from usimmarine_py.values.application import COMMS_POLICIES
from usimmarine_py.values.frozen import dataclass, field, replace
from usimmarine_py.values.key import (
    ConfigLine,
    Key,
    KeyTable,
    RefusedValueError,
    Store,
    config_lines,
    read_each,
)


@dataclass(slots=True)
class HelmTimes:
    """Spans of time, s."""

    ok_skew: float = 60.0  #: between the stamp of a post and the own clock
    nav_grace: float = 5.0  #: from the start, in which navigation may be missing
    standby: float | None = None  #: silence of the other helm after which this one takes over
    contact_max_age: float = 45.0


@dataclass(slots=True)
class HelmOptions:
    """What the block says."""

    axes: list[DomainAxis] = field(default_factory=list)  #: the domain, in the original's order: last line first
    optional: set[str] = field(default_factory=set)  #: axes whose decision may be missing
    files: list[str] = field(default_factory=list)
    start_in_drive: bool | None = None  #: None: no line says so
    allow_park: bool = True
    park_on_allstop: bool = False
    goals_mandatory: bool = False
    other_override: str = ""
    helm_prefix: str = ""
    helm_alias: str = ""
    times: HelmTimes = field(default_factory=HelmTimes)
    platform: TurningModel | None = None  #: how own ship turns; None: at once
    hold_on_apps: list[str] = field(default_factory=list)
    comms_policy: str = "open"  #: what mail may tighten
    skewed: set[str] = field(default_factory=set)  #: vehicles whose clocks are said to differ
    #: Lines that the original refuses when they are read again, in their order: a restart makes it MALCONFIG.
    again: list[Finding] = field(default_factory=list)
    line: ConfigLine = field(default_factory=lambda: ConfigLine("", ""))  #: that is read
    #: Lines that make the helm MALCONFIG: ``what`` is the original's text, ``remedy`` the reason.
    warnings: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def read_again(self) -> Finding:
        """Return what a restart says of the line."""
        text = f"Unhandled config line: {self.line.key}={self.line.value}"
        remedy = "a restart reads it again, and makes the helm MALCONFIG as the original's"
        return Finding(text, FilePlace(self.line.file, self.line.line), remedy=remedy)


def _needed(text: str) -> str:
    if not text:
        raise RefusedValueError("must not be empty")
    return text


def _skew(text: str) -> float:
    if text.lower() == "any":
        return inf
    seconds = read_number(text)
    if seconds is None or seconds < 0:
        raise RefusedValueError("must be any, or a number of at least 0")
    return seconds


def _node_skew(options: HelmOptions, text: str) -> Finding | None:
    name, _, seconds = (part.strip() for part in text.partition(","))
    if not name or read_number(seconds) is None:
        return Finding("must be NAME,SECONDS")
    if name in options.skewed:
        return Finding("another line is of the same vehicle")
    options.skewed.add(name)
    options.again.append(options.read_again())
    return None


_AXIS = Finding("must be NAME:LOW:HIGH:POINTS[:optional], or NAME:LOW:HIGH:delta=STEP; each name once")


def _axis(options: HelmOptions, text: str) -> Finding | None:
    parts = text.replace(",", ":").split(":")
    if len(parts) not in (4, 5) or not parts[0]:
        return _AXIS
    low, high = atof(parts[1]), atof(parts[2])  # as the original, which takes a word for 0
    if not isfinite(low) or not isfinite(high) or high < low or parts[0] in (axis.name for axis in options.axes):
        return _AXIS
    step = read_number(parts[3].removeprefix("delta=")) if parts[3].startswith("delta=") else None
    if step is not None and 0 < step <= high - low:
        count = int((high - low) / step + 1)
    else:
        count = leading_integer(parts[3])
    if count < 1 or (count == 1) != (low == high):
        return _AXIS
    for word in parts[1:3]:
        if read_number(word) is None:
            options.notes.append(f"domain {parts[0]}: {word} is no number, and taken for {atof(word):g}")
    options.axes.append(DomainAxis(parts[0], low, high, count))
    if len(parts) == 5 and parts[4].lower() == "optional":
        options.optional.add(parts[0])
    elif len(parts) == 5:
        options.notes.append(f"domain {parts[0]}: {parts[4]} is not optional, and has no effect")
    return None


#: Said of a block without one.
NO_FILE = "names no .bhv file (behaviors = FILE.bhv): the helm has nothing to do"


def _files(options: HelmOptions, text: str) -> Finding | None:
    name = text.strip('"')
    if not name or name in options.files:
        return Finding("must be a file that no other line names")
    options.files.append(name)
    return None


def _apps(options: HelmOptions, text: str) -> Finding | None:
    for name in text.removesuffix(",").split(","):
        if not name or name in options.hold_on_apps:
            return Finding("must be names between commas, each once")
        options.hold_on_apps.append(name)
    options.again.append(options.read_again())
    return None


def _platform(options: HelmOptions, text: str) -> Finding | None:
    try:
        options.platform = read_platform(text, options.platform)
    except ValueError as error:
        return Finding(str(error))
    return None


def _directory(options: HelmOptions, text: str) -> None:
    options.notes.append(f"behaviours of shared libraries cannot be loaded: {text}; own behaviours are Python classes")


def _key(name: str, kind: str, help: str, into: str | Store = "", **more: Any) -> Key:
    return Key(name, kind, help=help, into=into, by_moos=True, group="helm", source="docs/helm.md", **more)


def _idle(name: str, kind: str, help: str, **more: Any) -> Key:
    words = more.get("choices", ("true", "false", "on", "off", "yes", "no", "toggle"))

    def take(_options: HelmOptions, text: str) -> Finding | None:
        return None if text.lower() in words else Finding(f"must be one of {', '.join(words)}")

    return _key(name, kind, f"{help}; taken, without effect.", take=take, **more)


#: The keys of the block.
KEYS = KeyTable(
    (
        _key(
            "behaviors", "file", "A .bhv file beside the mission; several lines add up.", take=_files, repeatable=True,
            example="alpha.bhv",
        ),
        _key(
            "domain", "list", "An axis that is decided over: NAME:LOW:HIGH:POINTS, or delta=STEP in place of POINTS; "
            "with :optional its decision may be missing. course (deg), speed (m/s), depth (m).", take=_axis,
            repeatable=True, example="course:0:359:360",
        ),
        _key(
            "start_in_drive", "bool", "Begins in DRIVE; otherwise in PARK until MOOS_MANUAL_OVERRIDE = false.",
            aliases=("start_indrive", "start_engaged", "active_start"), default="false",
        ),
        _key("allow_park", "bool", "MOOS_MANUAL_OVERRIDE = true parks it."),
        _key("park_on_allstop", "bool", "An all-stop parks it."),
        _key("goals_mandatory", "bool", "Without a behaviour that has a goal it makes an all-stop."),
        _key(
            "other_override_var", "variable", "A variable that parks it as MOOS_MANUAL_OVERRIDE does.",
            "other_override", parse=_needed,
        ),
        _key("helm_prefix", "text", "Stands before the names of its decisions.", parse=_needed),
        _key("helm_alias", "text", "Its name in summaries.", parse=_needed),
        _key(
            "ok_skew", "number", "Largest difference between the stamp of a post and the own clock; any: no limit.",
            "times.ok_skew", parse=_skew, unit="s",
        ),
        _key(
            "pmgen", "text", "How own ship turns: alg=holo, at once, or alg=dubins#radius=R#spoke_degs=D, without "
            "which R is 30 and D 10; a further line changes what it names, the last one comes first.", take=_platform,
            unit="m, deg", default="alg=holo", repeatable=True,
        ),
        _key(
            "nav_grace", "number", "Time from the start in which navigation may be missing.", "times.nav_grace",
            unit="s",
        ),
        _key(
            "standby", "number", "Silence of the other helm after which this one takes over; none: it does not wait.",
            "times.standby", above=0.0, unit="s",
        ),
        _key(
            "node_skew", "list", "Difference of another vehicle's clock: NAME,SECONDS; taken, without effect.",
            take=_node_skew, repeatable=True, unit="s",
        ),
        _key(
            "contact_max_age", "number", "A contact without a report for longer counts as unknown.",
            "times.contact_max_age", minimum=10.0, maximum=1800.0, unit="s",
        ),
        _key(
            "hold_on_app", "list", "Applications that must be there before it begins, between commas.", take=_apps,
            aliases=("hold_on_apps",), repeatable=True,
        ),
        _key(
            "ivp_behavior_dir", "file", "Folder of behaviours in shared libraries, which cannot be loaded; a note says "
            "so.", take=_directory, aliases=("ivp_behavior_dirs",), repeatable=True,
        ),
        _idle("bhv_dir_not_found_ok", "bool", "Folders may be missing", aliases=("bhv_dirs_not_found_ok",)),
        _idle("seed_random", "bool", "Random numbers from the clock"),
        _idle("verbose", "text", "More in the terminal", choices=("verbose", "true", "terse", "false", "quiet")),
    ),
    HelmOptions,
    backwards=True,
)  # fmt: skip


def read_helm_block(
    lines: str | Iterable[ConfigLine], application_keys: frozenset[str] = frozenset(), *, has_datum: bool = True
) -> HelmOptions:
    """Read the block of the helm; lines are handled from the last to the first, as the original does.

    ``lines`` may be a text of lines ``key = value``. ``application_keys`` (lower case) belong to every MOOS application
    and are passed over. A line that is refused stands in ``warnings`` and makes the helm MALCONFIG.
    """
    options = HelmOptions()
    given = [
        replace(line, value=_without_blanks(line.value))
        for line in config_lines(lines) if line.value.strip() or not line.key.strip()
    ]  # fmt: skip
    options.notes += [  # as the original's reader of blocks
        f"{line.where}: {line.key} has no value; passed over".lstrip(": ")
        for line in config_lines(lines) if line.key.strip() and not line.value.strip()
    ]  # fmt: skip
    for line in reversed(given):
        if line.key.strip().lower() == "comms_policy" and line.value.strip().lower() in COMMS_POLICIES:
            options.comms_policy = line.value.strip().lower()
    for line, finding in read_each(given, KEYS, options, application_keys, unknown="unknown key"):
        # the original reads such a block without its blanks
        text = f"Unhandled config line: {line.key}={line.value}"
        options.warnings.append(finding._replace(what=text, where=FilePlace(line.file, line.line), remedy=finding.what))
        options.again.append(options.warnings[-1])
    options.files.sort()
    if not has_datum:
        options.warnings.append(Finding("No LatOrigin in *.moos file"))
    return options


def _without_blanks(text: str) -> str:
    """Return a text without blanks, but for those in quotes."""
    parts = text.split('"')
    return '"'.join("".join(part.split()) if k % 2 == 0 else part for k, part in enumerate(parts))
