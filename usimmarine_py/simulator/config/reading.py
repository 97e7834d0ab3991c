"""Configuration lines into a draft: which name is known to whom, in which order lines count, what is warned of."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from usimmarine_py.control.gains import PID_PARAMETERS, STARTUP_REFUSAL, read_pid_parameter
from usimmarine_py.errors import Severity, suggest
from usimmarine_py.kinematic.dialects import Dialect
from usimmarine_py.sea.data.parameters import PARAMETERS as SEA
from usimmarine_py.sensors.kinds import line_meant
from usimmarine_py.simulator.config.draft import Draft
from usimmarine_py.simulator.config.lines import about
from usimmarine_py.simulator.config.weather import COLLECTED as WEATHER_AND_SENSORS
from usimmarine_py.simulator.features import FEATURES
from usimmarine_py.simulator.parameters import PARAMETERS
from usimmarine_py.text import loose_boolean, read_number, strict_boolean, unquote
from usimmarine_py.values import ConfigLine, Finding, Key, unhandled
from usimmarine_py.values.application import APP_KEYS

#: Read before everything else, since they decide how the rest is read.
CHOICE_KEYS = frozenset({"dynamics", "dialect", "quirks"})

#: Parameters whose lines are collected, and judged together behind the last of them.
COLLECTED = (*SEA, *WEATHER_AND_SENSORS, *(p for feature in FEATURES for p in feature.PARAMETERS))
#: Sea, weather and sensors: features of our own, known in every dialect unless it is to have the original's quirks.
_OURS = frozenset(parameter.name for parameter in COLLECTED)

_BY_NAME = {name: parameter for parameter in (*PARAMETERS, *COLLECTED) for name in parameter.names}

#: Parameters of vehicles with hydrodynamics (their backends declare them); without effect otherwise.
OF_FORCES = frozenset((
    "vehicle", "variant", "solver", "sim_step", "attitude", "fluid_memory", "speed_option", "drift_option", "compiled",
    "start_with_water", "bed_soil",
))  # fmt: skip

_BLANKS = str.maketrans("", "", " \t\r")


def clean(value: str, parameter: Key | None) -> str:
    """A value as MOOS's reader hands it over: first quotation marks and all blanks removed (laws/usimmarine 1.4).

    A file name keeps its inner blanks.
    """
    text = unquote(value)
    if parameter is not None and parameter.kind == "file":
        return text.strip()
    return text.translate(_BLANKS)


def _foreign(key: str, parameter: Key, dialect: Dialect) -> str:
    """Why a dialect does not know a name that the table has; empty when it does."""
    if key in parameter.rules.deprecated:
        return "" if not dialect.later else "an old name that only CLASSIC knows"
    if not dialect.recorded or not (dialect.quirks or parameter.rules.exclusive):
        return ""
    if parameter.name in _OURS:
        return f"not a parameter of dialect {dialect.name} with quirks"
    known = ("v22",) if key == "turn_spd_loss" else parameter.rules.dialects
    if not known or dialect.name in known:
        return ""
    return f"not a parameter of dialect {dialect.name} (known to {', '.join(known)})"


def read_lines(
    draft: Draft, lines: Sequence[ConfigLine], *, elsewhere: Collection[str], backend: Iterable[Key]
) -> None:
    """Read the lines into the draft; its warnings come in the order in which the lines are worked through.

    ``elsewhere`` names keys (lower case) that other packages read, ``backend`` the parameters of a dynamics backend
    other than the kinematic one.
    """
    own = {name.lower(): parameter for parameter in backend for name in parameter.names}
    ours: list[ConfigLine] = []
    controllers: list[ConfigLine] = []
    for raw in lines:
        key = raw.key.strip().lower()
        parameter = _BY_NAME.get(key) or own.get(key)
        line = ConfigLine(raw.key.strip(), clean(raw.value, parameter), raw.file, raw.line)
        if key in APP_KEYS or key in CHOICE_KEYS or key in elsewhere:
            continue
        steers = key in PID_PARAMETERS and parameter is not None and not _foreign(key, parameter, draft.dialect)
        (controllers if steers else ours).append(line)
    exact = bool(draft.dialect.quirks)
    draft.warnings += [about(*found, as_reference=exact) for found in _read_controller(draft, controllers)]
    if draft.aborted:
        return
    for line in _in_order(ours, draft.dialect):
        key = line.key.lower()
        parameter = _BY_NAME.get(key) or own.get(key)
        notes = _read_line(draft, key, line, parameter, own)
        draft.warnings += [about(line, note, as_reference=exact) for note in notes]


def _in_order(lines: Sequence[ConfigLine], dialect: Dialect) -> Sequence[ConfigLine]:
    """The lines in the order in which the dialect works through them; the last word on a parameter counts.

    CLASSIC starts from the end. Without its quirks it goes by the file, but of several lines of one parameter the
    first still counts, so that the vehicle is the same: those lines change places among themselves.
    """
    if dialect.has("config_order"):
        return lines[::-1]
    if dialect.name != "classic":
        return lines
    places: dict[str, list[int]] = {}
    for place, line in enumerate(lines):
        parameter = _BY_NAME.get(line.key.lower())
        if parameter is not None and not parameter.repeatable:
            places.setdefault(parameter.name, []).append(place)
    ordered = list(lines)
    for several in places.values():
        for place, other in zip(several, reversed(several), strict=True):
            ordered[place] = lines[other]
    return ordered


def _read_controller(draft: Draft, lines: Sequence[ConfigLine]) -> Iterable[tuple[ConfigLine, Finding]]:
    """The embedded controller's lines, which come before all others (laws/usimmarine 2.1)."""
    settings = draft.steering.gains
    notes: list[tuple[ConfigLine, Finding]] = []
    for line in lines:
        if not line.value:
            notes.append((line, Finding("has no value; the line has no effect", severity=Severity.ERROR)))
            continue
        settings, finding = read_pid_parameter(settings, line.key, line.value, exponent=not draft.dialect.recorded)
        if finding is not None:
            notes.append((line, Finding(finding.what, severity=finding.severity)))
    if not settings.coupled:
        # a recorded version does not even look at them
        idle = Finding("has no effect: without a yaw_pid_* parameter nothing is steered by it", idle=True)
        bad = {id(line) for line, _ in notes}
        return [] if draft.dialect.quirks else notes + [(line, idle) for line in lines if id(line) not in bad]
    if draft.dialect.has("pid_startup_abort"):
        for line, note in notes:
            if line.key.lower() == "depth_control":
                draft.aborted = True
                return [(line, note._replace(reference=STARTUP_REFUSAL))]
    draft.steering.gains = settings
    return notes


def _read_line(
    draft: Draft,
    key: str,
    line: ConfigLine,
    parameter: Key | None,
    own: dict[str, Key],
) -> Iterable[Finding]:
    if parameter is None and key in OF_FORCES and not draft.dialect.quirks:
        text = f"has no effect: it is for dynamics = fossen3 or fossen6, this vehicle is {draft.vehicle.dynamics}"
        yield unhandled(text, severity=Severity.WARNING, about_key=True, idle=True)
        return
    if parameter is None:
        yield unhandled("unknown parameter", about_key=True, unknown=True, suggestion=_like(key, own))
        return
    foreign = _foreign(key, parameter, draft.dialect) if key in _BY_NAME else ""
    if foreign:
        yield unhandled(foreign, severity=Severity.WARNING, about_key=True, idle=True)
        return
    if not line.value:
        yield Finding("has no value; the line has no effect", severity=Severity.ERROR)
        return
    if key in map(str.lower, parameter.rules.deprecated):
        new = parameter.name
        exact = f"{key.upper()} is deprecated. Use instead: {new.upper()}"
        yield unhandled(f"an old name of {new}", severity=Severity.NOTE, about_key=True, reference=exact)
    earlier = draft.lines.get(parameter.name)
    if earlier is not None and not parameter.repeatable and earlier.value != line.value:
        where = f" at {earlier.where}" if earlier.where else ""
        yield Finding(f"also given{where} as {earlier.key} = {earlier.value[:50]}; this one counts", taken=True)
    draft.lines[parameter.name] = draft.line = line
    if parameter.name.lower() in own:
        draft.pending.backend_lines[own[parameter.name.lower()].name] = line.value
        return
    reader = parameter.rules.reader
    if parameter.name in _OURS and reader is None:
        draft.pending.lines[parameter.name] = line
        return
    note = reader(draft, line.value) if reader else _by_kind(draft, parameter, line.value)
    if note is not None:
        yield note
    yield from draft.more_notes
    draft.more_notes.clear()


def _like(key: str, own: dict[str, Key]) -> str:
    """The known name most like a key (lower case), as it was declared."""
    declared = {name.lower(): name for parameter in own.values() for name in parameter.names}
    found = line_meant(key) or suggest(key, [*_BY_NAME, *declared])
    return declared.get(found, found)


def _by_kind(draft: Draft, parameter: Key, text: str) -> Finding | None:
    """Read a value by kind, range and dialect into its field."""
    value: float | bool | None
    note: Finding | None = None
    if parameter.kind == "bool":
        # CLASSIC itself knows the strict one only
        strict = draft.dialect.has("strict_booleans")
        value = strict_boolean(text) if strict else loose_boolean(text, bool(draft.get(parameter.target)))
        note = None if value is not None else unhandled("must be true or false")
    else:
        value, note = _number(draft.dialect, parameter, text)
    if value is not None:
        if isinstance(parameter.rules.into, str):
            draft.change(**{parameter.target: value})
        else:
            parameter.rules.into(draft, value)
    return note


def _number(dialect: Dialect, parameter: Key, text: str) -> tuple[float | None, Finding | None]:
    """The number to use, None for none, and what is wrong with it."""
    value = read_number(text, exponent=not dialect.recorded)
    low = parameter.minimum
    if parameter.kind == "integer":
        if value is None or value != int(value) or (low is not None and value < low):
            return None, unhandled(f"must be a whole number from {low:g}")
        return int(value), None
    if value is None:
        return None, unhandled("not a finite number")
    inside = parameter.limits.clamped(value)
    if inside == value:
        return value, None
    problem = (
        f"must be at least {low:g}" if parameter.maximum is None else f"must lie in [{low:g}, {parameter.maximum:g}]"
    )
    if parameter.rules.beyond == "never" or (parameter.rules.beyond == "refuse" and dialect.recorded):
        return None, unhandled(problem)
    used = f"{problem}; {inside:g} is used"
    if parameter.rules.beyond == "zero" and dialect.recorded:
        return inside, unhandled(used)
    return inside, Finding(used, taken=True)
