"""The block of the helm in a mission file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import inf
from typing import NamedTuple

from usimmarine_py.helm.functions.axis import DomainAxis
from usimmarine_py.helm.platform import TurningModel, read_platform
from usimmarine_py.text import loose_boolean, read_number
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine, config_lines


class HelmWarning(NamedTuple):
    """A line of the block that makes the helm MALCONFIG: the original's text, and where it stands."""

    text: str
    where: str = ""


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
    start_in_drive: bool = False
    allow_park: bool = True
    park_on_allstop: bool = False
    goals_mandatory: bool = False
    other_override: str = ""
    helm_prefix: str = ""
    helm_alias: str = ""
    times: HelmTimes = field(default_factory=HelmTimes)
    platform: TurningModel | None = None  #: how own ship turns; None: at once
    hold_on_apps: list[str] = field(default_factory=list)
    warnings: list[HelmWarning] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


_Reader = Callable[[HelmOptions, str], bool]


def _truth(name: str) -> _Reader:
    def read(options: HelmOptions, value: str) -> bool:
        found = loose_boolean(value, getattr(options, name))
        if found is not None:
            setattr(options, name, found)
        return found is not None

    return read


def _text(name: str) -> _Reader:
    def read(options: HelmOptions, value: str) -> bool:
        setattr(options, name, value.strip('"'))
        return bool(value)

    return read


def _seconds(name: str, low: float = 0.0, high: float = inf) -> _Reader:
    def read(options: HelmOptions, value: str) -> bool:
        found = read_number(value)
        if found is None or not low <= found <= high:
            return False
        setattr(options.times, name, found)
        return True

    return read


def _skew(options: HelmOptions, value: str) -> bool:
    if value.lower() == "any" or read_number(value) == 0:
        options.times.ok_skew = inf
        return True
    return _seconds("ok_skew")(options, value)


def _standby(options: HelmOptions, value: str) -> bool:
    return read_number(value) != 0 and _seconds("standby")(options, value)


def _node_skew(options: HelmOptions, value: str) -> bool:
    name, _, seconds = value.partition(",")
    return bool(name.strip()) and read_number(seconds) is not None


def _axis(options: HelmOptions, value: str) -> bool:
    parts = [part.strip() for part in value.replace(",", ":").split(":")]
    if len(parts) not in (4, 5) or (len(parts) == 5 and parts[4].lower() != "optional") or not parts[0]:
        return False
    low, high = read_number(parts[1]), read_number(parts[2])
    if low is None or high is None or high < low or parts[0] in (axis.name for axis in options.axes):
        return False
    key, equals, step_text = parts[3].partition("=")
    if equals and key.strip().lower() == "delta":
        step = read_number(step_text)
        if step is None or step <= 0:
            return False
        count = int((high - low) / step + 1e-9) + 1
    else:
        number = read_number(parts[3])
        if number is None or number != int(number) or number < 1:
            return False
        count = int(number)
    if (count == 1) != (low == high):
        return False
    options.axes.append(DomainAxis(parts[0], low, high, count))
    if len(parts) == 5:
        options.optional.add(parts[0])
    return True


def _files(options: HelmOptions, value: str) -> bool:
    name = value.strip('"')
    if not name or name in options.files:
        return False
    options.files.append(name)
    return True


def _apps(options: HelmOptions, value: str) -> bool:
    options.hold_on_apps += [name.strip() for name in value.split(",") if name.strip()]
    return True


def _accepted(options: HelmOptions, value: str) -> bool:
    return True


def _platform(options: HelmOptions, value: str) -> bool:
    try:
        options.platform = read_platform(value)
    except ValueError:
        return False
    return True


def _directory(options: HelmOptions, value: str) -> bool:
    options.notes.append(f"behaviours of shared libraries cannot be loaded: {value}; own behaviours are Python classes")
    return True


_READERS: Mapping[str, _Reader] = {
    "behaviors": _files, "domain": _axis,
    **dict.fromkeys(("start_in_drive", "start_indrive", "start_engaged", "active_start"), _truth("start_in_drive")),
    "allow_park": _truth("allow_park"), "park_on_allstop": _truth("park_on_allstop"),
    "goals_mandatory": _truth("goals_mandatory"), "other_override_var": _text("other_override"),
    "helm_prefix": _text("helm_prefix"), "helm_alias": _text("helm_alias"), "ok_skew": _skew,
    "pmgen": _platform, "nav_grace": _seconds("nav_grace"), "standby": _standby, "node_skew": _node_skew,
    "contact_max_age": _seconds("contact_max_age", 10.0, 1800.0), "hold_on_app": _apps, "hold_on_apps": _apps,
    **dict.fromkeys(("ivp_behavior_dir", "ivp_behavior_dirs"), _directory),
    **dict.fromkeys(
        ("bhv_dir_not_found_ok", "bhv_dirs_not_found_ok", "seed_random", "verbose"), _accepted
    ),
}  # fmt: skip
#: Every key of the block, for suggestions.
HELM_KEYS = tuple(_READERS)


def read_helm_block(
    lines: str | Iterable[ConfigLine], application_keys: frozenset[str] = frozenset(), *, has_datum: bool = True
) -> HelmOptions:
    """Read the block of the helm; lines are handled from the last to the first, as the original does.

    ``lines`` may be a text of lines ``key = value``. ``application_keys`` (lower case) belong to every MOOS application
    and are passed over. A line that is refused stands in ``warnings`` and makes the helm MALCONFIG.
    """
    options = HelmOptions()
    for line in reversed(config_lines(lines)):
        key = line.key.lower()
        if key in application_keys:
            continue
        reader = _READERS.get(key)
        if reader is None or not reader(options, line.value):
            options.warnings.append(HelmWarning(f"Unhandled config line: {line.key}={line.value}", line.where))
    options.files.sort()
    if not has_datum:
        options.warnings.append(HelmWarning("No LatOrigin in *.moos file"))
    return options
