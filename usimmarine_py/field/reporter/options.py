"""The block of pNodeReporter."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.field.reporter.extras import PlatformInput, Rider, read_platform_input, read_rider
from usimmarine_py.field.settings import colour, field_table, needed, number, read_lines, special, text, truth
from usimmarine_py.finding import Finding
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


def _aspect(options: ReporterOptions, value: str) -> Finding | None:
    key, _, text = value.partition("=")
    if not key or not text or "=" in text:
        return Finding("must be key=value")
    options.platform.aspects[key] = text
    return None


def _crossfill(options: ReporterOptions, value: str) -> Finding | None:
    found = _POLICIES.get(value.lower().replace("_", "-"))
    if found is None:
        return Finding(f"must be one of {', '.join(_POLICIES)}")
    options.crossfill = found
    return None


def _rider(options: ReporterOptions, value: str) -> Finding | None:
    found = read_rider(value)
    if isinstance(found, str):
        return Finding(found)
    if any(one.variable == found.variable for one in options.riders):
        return Finding(f"there is another rider for {found.variable}")
    options.riders.append(found)
    return None


def _input(options: ReporterOptions, value: str) -> Finding | None:
    found = read_platform_input(value)
    if isinstance(found, str):
        return Finding(found)
    if any(one.variable == found.variable for one in options.inputs):
        return Finding(f"{found.variable} is reported already")
    options.inputs.append(found)
    return None


def _json(options: ReporterOptions, value: str) -> Finding | None:
    options.form.json = value.lower() == "true"
    options.form.json_variable = "" if value.lower() in ("true", "false") else value
    return None


def _prefix(options: ReporterOptions, value: str) -> Finding | None:
    options.other.prefix = value if value.endswith("_") else f"{value}_"
    return None


#: The keys of its block.
KEYS = field_table(
    ReporterOptions,
    text(
        "platform_type", "platform.kind", "Type of the vehicle, such as kayak, auv, ship.", aliases=("vessel_type",),
        parse=needed, example="kayak",
    ),
    colour("platform_color", "platform.colour", "Colour in viewers.", example="yellow"),
    number(
        "platform_length", "platform.length", "Length of the vehicle; 0: by its type.", "m", minimum=0.0,
        aliases=("vessel_length",), example="4",
    ),
    number("platform_beam", "platform.beam", "Width of the vehicle.", "m", minimum=0.0),
    number("platform_transparency", "platform.transparency", "How a viewer draws it: 0 solid, 1 not at all."),
    special("platform_aspect", "list", _aspect, "A further KEY=VALUE of each report.", repeatable=True),
    text("group", "platform.group", "Group of the vehicle.", aliases=("platform_group",), example="blue"),
    text("vsource", "platform.source", "Where the report comes from, such as ais.", aliases=("platform_vsource",)),
    truth("coord_policy_global", "form.global_only", "Reports without X and Y."),
    truth("terse_reports", "form.terse", "Reports with short names of their parts."),
    truth("allow_color_change", "colour_change", "Mail PLATFORM_COLOR changes the colour."),
    special(
        "rider", "list", _rider, "A variable whose value rides in reports: var=V, policy=always | updated | updated+S "
        "| S seconds, rfld=NAME, prec=DECIMALS.", repeatable=True, example="var=DEPLOY, policy=updated+10",
    ),
    number("blackout_interval", "pause", "Without effect, as in the original.", "s", minimum=0.0),
    number(
        "blackout_variance", "pause_spread", "Half the width of the random pause between reports.", "s", minimum=0.0,
    ),
    text(
        "node_report_output", "form.variable", "The variable of reports.", parse=needed,
        aliases=("node_report_var", "node_report_summary"),
    ),
    special(
        "plat_report_input", "list", _input, "A variable of the platform report: VAR, gap=SECONDS, alias=NAME.",
        aliases=("plat_report_var", "platform_variable"), repeatable=True,
    ),
    text("plat_report_output", "platform_variable", "The variable of platform reports."),
    truth("paused", "paused", "Starts without reports, until mail PNR_PAUSE = false."),
    number(
        "nohelm_threshold", "nohelm_threshold", "A helm that is silent for longer shows as NOHELM.", "s", above=0.0,
    ),
    special(
        "crossfill_policy", "text", _crossfill, "Which of local and global position is made from the other one.",
        "crossfill", choices=tuple(_POLICIES), aliases=("cross_fill_policy",),
    ),
    special(
        "alt_nav_prefix", "text", _prefix, "Prefix of other navigation, of which there is a second report.",
        "other.prefix", example="NAV_GT_",
    ),
    text(
        "alt_nav_name", "other.name", "Name in the second report; one that begins with _ is added to the own name.",
        parse=needed,
    ),
    text("alt_nav_group", "other.group", "Group in the second report."),
    number("nav_grace_period", "grace", "Time from the start in which navigation may be missing.", "s"),
    truth("extrap_enabled", "extrapolation.active", "No report while the vehicle is where the last one leads to."),
    number("extrap_pos_thresh", "extrapolation.position", "Distance from there that makes a report.", "m", minimum=0.0),
    number(
        "extrap_hdg_thresh", "extrapolation.heading", "Difference of heading that makes a report.", "deg", minimum=0.0,
    ),
    number("extrap_max_gap", "extrapolation.longest_gap", "Longest time without a report.", "s", minimum=0.0),
    special(
        "json_report", "text", _json, "true: reports are JSON; the name of a variable: JSON goes there, too.",
        default="false",
    ),
    truth("report_cog", "form.course", "Reports have the course over ground."),
    number("hdg_error", "heading_error", "Added to the heading of reports.", "deg", above=0.0),
)  # fmt: skip


def read_reporter_block(lines: Sequence[ConfigLine], *, has_datum: bool) -> tuple[ReporterOptions, list[Finding]]:
    """Return the options of a block, and what is wrong with it."""
    options = ReporterOptions()
    found = read_lines(lines, KEYS, options)
    if not has_datum:
        found.append(Finding("Lat or Lon Origin not set in *.moos file."))
    if options.platform.length == 0.0:
        kind = options.platform.kind.lower()
        options.platform.length = _LENGTHS.get(kind, 0.0)
        if kind not in _LENGTHS:
            found.append(Finding(f"Unrecognized platform type: {kind}"))
    return options, found
