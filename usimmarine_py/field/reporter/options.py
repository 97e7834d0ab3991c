"""The block of pNodeReporter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from usimmarine_py.field.reporter.extras import PlatformInput, Rider, read_platform_input, read_rider
from usimmarine_py.field.settings import LineReader, colour_of, number_of, read_lines, text_of, truth_of
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine

#: Policies of filling in the other pair of coordinates.
LITERAL, FILL_EMPTY, GLOBAL, LOCAL, LATEST = "literal", "fill-empty", "global", "local", "use-latest"
_POLICIES = {LITERAL: LITERAL, FILL_EMPTY: FILL_EMPTY, GLOBAL: GLOBAL, "global-terse": GLOBAL, LOCAL: LOCAL,
             LATEST: LATEST}  # fmt: skip
#: Lengths of types of vehicles, m.
_LENGTHS = {
    **dict.fromkeys(("kayak", "mokai", "auv", "uuv"), 4.0), **dict.fromkeys(("skyw", "skywalker"), 2.0),
    **dict.fromkeys(("cray", "crayx", "bcray", "bcrayx", "glider", "heron", "swimmer", "buoy"), 3.0),
    "ship": 8.0, "longship": 15.0, **dict.fromkeys(("usv", "smr"), 6.0),
}  # fmt: skip


@dataclass(slots=True)
class Platform:
    """What reports say of the vehicle whatever it does: m."""

    kind: str = "unknown"
    colour: str = ""
    length: float = 0.0
    beam: float | None = None
    transparency: float | None = None
    aspects: dict[str, str] = field(default_factory=dict)
    group: str = ""
    source: str = ""


@dataclass(slots=True)
class Form:
    """How a report is written, and where to."""

    variable: str = "NODE_REPORT_LOCAL"
    global_only: bool = False
    terse: bool = False
    json: bool = False  #: in place of the text
    json_variable: str = ""  #: in addition to it
    course: bool = False


@dataclass(slots=True)
class OtherNavigation:
    """A second report, of navigation whose variables have another prefix."""

    prefix: str = ""
    name: str = "_GT"
    group: str = ""


@dataclass(slots=True)
class Extrapolation:
    """No report while the vehicle is where the last one leads to: m, deg, s."""

    active: bool = False
    position: float = 0.25
    heading: float = 1.0
    longest_gap: float = 5.0


@dataclass(slots=True)
class ReporterOptions:
    """What the block says: deg, s."""

    platform: Platform = field(default_factory=Platform)
    form: Form = field(default_factory=Form)
    other: OtherNavigation = field(default_factory=OtherNavigation)
    extrapolation: Extrapolation = field(default_factory=Extrapolation)
    colour_change: bool = False
    riders: list[Rider] = field(default_factory=list)
    pause: float = 0.0  #: without effect: the original overwrites it after the first report
    pause_spread: float = 0.0  #: half the width of the random pause between reports
    inputs: list[PlatformInput] = field(default_factory=list)
    platform_variable: str = "PLATFORM_REPORT_LOCAL"
    paused: bool = False
    nohelm_threshold: float = 5.0
    crossfill: str = LITERAL
    grace: float = 60.0
    heading_error: float = 0.0


def _aspect(options: ReporterOptions, value: str) -> str:
    key, equals, text = value.partition("=")
    if not equals or not key:
        return "must be key=value"
    options.platform.aspects[key] = text
    return ""


def _crossfill(options: ReporterOptions, value: str) -> str:
    found = _POLICIES.get(value.lower().replace("_", "-"))
    if found is None:
        return f"must be one of {', '.join(_POLICIES)}"
    options.crossfill = found
    return ""


def _rider(options: ReporterOptions, value: str) -> str:
    found = read_rider(value)
    if isinstance(found, str):
        return found
    if any(one.variable == found.variable for one in options.riders):
        return f"there is another rider for {found.variable}"
    options.riders.append(found)
    return ""


def _input(options: ReporterOptions, value: str) -> str:
    found = read_platform_input(value)
    if isinstance(found, str):
        return found
    options.inputs.append(found)
    return ""


def _json(options: ReporterOptions, value: str) -> str:
    options.form.json = value.lower() == "true"
    options.form.json_variable = "" if value.lower() in ("true", "false") else value
    return ""


def _prefix(options: ReporterOptions, value: str) -> str:
    options.other.prefix = value if value.endswith("_") else f"{value}_"
    return ""


_READERS: Mapping[str, LineReader[ReporterOptions]] = {
    **dict.fromkeys(("platform_type", "vessel_type"), text_of("platform.kind", needed=True)),
    "platform_color": colour_of("platform.colour"),
    **dict.fromkeys(("platform_length", "vessel_length"), number_of("platform.length", 0.0)),
    "platform_beam": number_of("platform.beam", 0.0), "platform_transparency": number_of("platform.transparency"),
    "platform_aspect": _aspect, **dict.fromkeys(("group", "platform_group"), text_of("platform.group")),
    **dict.fromkeys(("vsource", "platform_vsource"), text_of("platform.source")),
    "coord_policy_global": truth_of("form.global_only"), "terse_reports": truth_of("form.terse"),
    "allow_color_change": truth_of("colour_change"), "rider": _rider,
    "blackout_interval": number_of("pause", 0.0),
    "blackout_variance": number_of("pause_spread", 0.0),
    **dict.fromkeys(
        ("node_report_output", "node_report_var", "node_report_summary"), text_of("form.variable", needed=True)
    ),
    **dict.fromkeys(("plat_report_input", "plat_report_var", "platform_variable"), _input),
    "plat_report_output": text_of("platform_variable"), "paused": truth_of("paused"),
    "nohelm_threshold": number_of("nohelm_threshold", 0.0, above=True),
    **dict.fromkeys(("crossfill_policy", "cross_fill_policy"), _crossfill),
    "alt_nav_prefix": _prefix, "alt_nav_name": text_of("other.name"), "alt_nav_group": text_of("other.group"),
    "nav_grace_period": number_of("grace"), "extrap_enabled": truth_of("extrapolation.active"),
    "extrap_pos_thresh": number_of("extrapolation.position"), "extrap_hdg_thresh": number_of("extrapolation.heading"),
    "extrap_max_gap": number_of("extrapolation.longest_gap"),
    "json_report": _json, "report_cog": truth_of("form.course"),
    "hdg_error": number_of("heading_error", 0.0, above=True),
}  # fmt: skip


def read_reporter_block(lines: Sequence[ConfigLine], *, has_datum: bool) -> tuple[ReporterOptions, tuple[str, ...]]:
    """Return the options of a block, and warnings."""
    options = ReporterOptions()
    warnings = read_lines(lines, _READERS, options)
    if not has_datum:
        warnings += ("Lat or Lon Origin not set in *.moos file.",)
    if options.platform.length == 0.0:
        kind = options.platform.kind.lower()
        options.platform.length = _LENGTHS.get(kind, 0.0)
        if kind not in _LENGTHS:
            warnings += (f"Unrecognized platform type: {kind}",)
    return options, warnings
