"""The block of the contact manager."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from usimmarine_py.field.contacts.manager.alerts import AlertTable
from usimmarine_py.field.contacts.posting import Flag
from usimmarine_py.field.settings import colour, count, field_table, flags, idle, number, span, special, text, truth
from usimmarine_py.finding import Finding
from usimmarine_py.limits import MOST_VEHICLES
from usimmarine_py.text import atof, compact_number, read_number
from usimmarine_py.texts.contact_filter import ContactFilter
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import Key

#: Where the local coordinates of a contact come from (pBasicContactMgr): its report; the global ones where the report
#: has none; the global ones wherever the report has them.
VERBATIM, LAZY, FORCED = "verbatim", "lazy_lat_lon", "force_lat_lon"


@dataclass(slots=True)
class ContactLimits:
    """When contacts go, and how much is kept: s, m."""

    age: float = 60.0
    range: float | None = 2000.0
    contacts: int = 500
    retired: int = 5
    request_timeout: float = 10.0
    requests: int = 20


@dataclass(slots=True)
class ContactSummary:
    """What is posted of all contacts beside the lists."""

    recap_interval: float | None = 1.0  #: s
    closest_range: bool = False
    closest_bearing: bool = False
    all_ranges: bool = False
    verbose: bool = False


@dataclass(slots=True)
class EarlyWarning:
    """What is posted before a contact comes near."""

    time: float = -1.0  #: s
    radii: bool = False
    colour: str = "green"
    flags: list[Flag] = field(default_factory=list)
    cease_flags: list[Flag] = field(default_factory=list)


@dataclass(slots=True)
class AbleVariables:
    """Variables whose mail disables, enables or expunges behaviours for a contact, and what is posted then."""

    disable: str = ""
    enable: str = ""
    expunge: str = ""
    flags: list[Flag] = field(default_factory=list)
    disable_flags: list[Flag] = field(default_factory=list)
    enable_flags: list[Flag] = field(default_factory=list)


@dataclass(slots=True)
class OlderOptions:
    """Of pBasicContactMgr alone: m."""

    local_coordinates: str = VERBATIM
    evaluated_far: float = 20.0  #: a closest contact nearer than this sets CONTACT_CLOSEST_EVAL
    evaluated_near: float = 10.0


@dataclass(slots=True)
class ManagerOptions:
    """What the block says."""

    alerts: AlertTable = field(default_factory=AlertTable)
    filter: ContactFilter = field(default_factory=ContactFilter)
    ignored_groups: set[str] = field(default_factory=set)  #: of the older program, in lower case
    limits: ContactLimits = field(default_factory=ContactLimits)
    summary: ContactSummary = field(default_factory=ContactSummary)
    warning: EarlyWarning = field(default_factory=EarlyWarning)
    able: AbleVariables = field(default_factory=AbleVariables)
    decay: tuple[float, float] = (15.0, 30.0)  #: s
    display_radii: bool = False
    alert_range_color: str = "gray65"
    hold_alerts_for_helm: bool = False
    ownship_group: str = ""
    ownship_type: str = ""
    retire_flags: list[Flag] = field(default_factory=list)
    older: OlderOptions = field(default_factory=OlderOptions)


def _alert(options: ManagerOptions, value: str) -> Finding | None:
    problem = "; ".join(options.alerts.read(value))
    return Finding(problem) if problem else None


def _older_alert(options: ManagerOptions, value: str) -> Finding | None:
    # as the original reads its block, the first pair of quotes of a line protects nothing
    return _alert(options, value.replace('"', "", 2))


def _filter(name: str, help: str, **more: Any) -> Key:
    def take(options: ManagerOptions, value: str) -> Finding | None:
        try:
            options.filter.read(name, value)
        except ValueError as error:
            return Finding(str(error))
        return None

    return special(name, "list", take, help, repeatable=True, **more)


def _decay(options: ManagerOptions, value: str) -> Finding | None:
    begin, end = (read_number(part) for part in (*value.partition(",")[::2],))
    if begin is None or end is None or begin < 0 or begin > end:
        return Finding("must be BEGIN,END, BEGIN not after END")
    options.decay = begin, end
    return None


def _old_recap(options: ManagerOptions, value: str) -> Finding | None:
    return _RECAP.read_into(options, value) or Finding("is taken; its name is recap_interval now")


def _words(kind: str) -> str:
    return f"Only contacts of this {kind}, of several between commas one; empty: any."


def _old_colour(options: ManagerOptions, value: str) -> Finding | None:
    return _COLOUR.read_into(options, value) or Finding("is taken; its name is alert_range_color now")


_COLOUR = colour("alert_range_color", "alert_range_color", "Colour of the ranges of alerts.")
_RECAP = span("recap_interval", "summary.recap_interval", "Time between two posts of CONTACTS_RECAP.", "s")
_AGE = number("contact_max_age", "limits.age", "A contact that is silent for longer is retired.", "s", above=0.0)
_RETIRED = count(
    "max_retired_history", "limits.retired", "Names of retired contacts that are kept.", minimum=1, maximum=50,
    clamped=True,
)  # fmt: skip
_DECAY = special(
    "decay", "pair", _decay, "An extrapolated contact slows down from BEGIN on and stands still from END on.",
    unit="s", default="15,30",
)  # fmt: skip
_RADII = truth("display_radii", "display_radii", "Viewers show the ranges of alerts.")
_CLOSEST = truth("post_closest_range", "summary.closest_range", "Posts CONTACT_CLOSEST_RANGE.")
_VERBOSE = truth("alert_verbose", "summary.verbose", "Posts ALERT_VERBOSE with each change of an alert.")
_TIMEOUT = number(
    "range_report_timeout", "limits.request_timeout", "Requests of ranges that are older may be dropped.", "s",
    minimum=0.0,
)  # fmt: skip
_ALERT_HELP = "An alert: id=, alert_range=, cpa_range= (m), on_flag=, off_flag=, filters; several lines add up."
_ALERT_EXAMPLE = "id=avd, on_flag=CONTACT_INFO=name=$[VNAME]#contact=$[VNAME], alert_range=40, cpa_range=50"

#: The keys of its block.
KEYS = field_table(
    ManagerOptions,
    special("alert", "list", _alert, _ALERT_HELP, repeatable=True, unit="m", example=_ALERT_EXAMPLE),
    _filter("match_name", _words("name")),
    _filter("ignore_name", "No contacts of this name, or of several between commas."),
    _filter("match_group", _words("group")),
    _filter("ignore_group", "No contacts of this group, or of several between commas."),
    _filter("match_type", _words("type")),
    _filter("ignore_type", "No contacts of this type, or of several between commas."),
    _filter("match_region", "Only contacts in this convex polygon, of several lines in one.", unit="m"),
    _filter("ignore_region", "No contacts in this convex polygon.", unit="m"),
    _filter("strict_ignore", "A contact that does not say what is filtered is ignored, too.", default="true"),
    _AGE,
    span("reject_range", "limits.range", "A contact 5 % farther than this is retired; off: at any range.", "m"),
    count("max_contacts", "limits.contacts", "With more contacts the oldest and farthest ones are retired.", minimum=0),
    _RETIRED,
    _RECAP,
    special(
        "contacts_recap_interval", "number", _old_recap, "A former name of recap_interval.", "summary.recap_interval",
        unit="s",
    ),
    _DECAY,
    _RADII,
    _COLOUR,
    special(
        "default_alert_range_color", "colour", _old_colour, "A former name of alert_range_color.", "alert_range_color",
    ),
    colour(
        "early_warning_color", "warning.colour", "Colour of the ranges of early warnings.",
        aliases=("ewarn_radii_color",),
    ),
    number(
        "early_warning_time", "warning.time", "A contact that comes near is warned of so long before its alert; below "
        "0: not.", "s",
    ),
    truth("early_warning_radii", "warning.radii", "Viewers show the ranges of early warnings."),
    flags(
        "early_warning_flag", "warning.flags", "Posted with an early warning; $[CONTACT], $[RNG], $[CPA], $[ROC] are "
        "filled in.", example="EARLY_WARNING = $[CONTACT]",
    ),
    flags("cease_warning_flag", "warning.cease_flags", "Posted when an early warning ends."),
    _CLOSEST,
    truth("post_closest_relbng", "summary.closest_bearing", "Posts CONTACT_CLOSEST_RELBNG."),
    truth("post_all_ranges", "summary.all_ranges", "Posts CONTACT_RANGES in each iteration."),
    _VERBOSE,
    _TIMEOUT,
    count("range_report_maxsize", "limits.requests", "Requests of ranges that are kept.", minimum=0),
    truth("hold_alerts_for_helm", "hold_alerts_for_helm", "No alerts before the helm was in DRIVE."),
    text("ownship_group", "ownship_group", "Group of own ship, for the report."),
    text("ownship_type", "ownship_type", "Type of own ship, for the report."),
    flags(
        "retire_flag", "retire_flags", "Posted with each contact that is retired; $[CONTACT] and $[UTC] are filled in.",
        example="GONE = $[CONTACT]",
    ),
    text("disable_var", "able.disable", "Variable whose mail disables behaviours for a contact."),
    text("enable_var", "able.enable", "Variable whose mail enables behaviours for a contact."),
    text("expunge_var", "able.expunge", "Variable whose mail ends behaviours for a contact."),
    flags("able_flag", "able.flags", "Posted with each contact that is disabled or enabled."),
    flags("disable_flag", "able.disable_flags", "Posted with each contact that is disabled."),
    flags("enable_flag", "able.enable_flags", "Posted with each contact that is enabled."),
    idle("display_radii_id", "Id of the ranges in viewers"),
    idle("contact_local_coords", "Of the older program"),
    idle("cpa_range_color", "Colour of the farther ranges of alerts", aliases=("default_cpa_range_color",)),
    file_order=True,
)  # fmt: skip


def _default_near(options: ManagerOptions, value: float) -> None:
    options.alerts.defaults = value, options.alerts.defaults[1]


def _default_far(options: ManagerOptions, value: float) -> None:
    options.alerts.defaults = options.alerts.defaults[0], value


def _ignored_groups(options: ManagerOptions, value: str) -> None:
    options.ignored_groups.add(value.lower())


def _evaluated_far(options: ManagerOptions, value: float | None) -> None:
    older, value = options.older, value or 0.0
    older.evaluated_far, older.evaluated_near = value, min(older.evaluated_near, value)


def _evaluated_near(options: ManagerOptions, value: float | None) -> None:
    older, value = options.older, value or 0.0
    older.evaluated_near, older.evaluated_far = value, max(older.evaluated_far, value)


def _reject_range(options: ManagerOptions, value: float | None) -> None:
    options.limits.range = value or None


def _recap_interval(options: ManagerOptions, value: float | None) -> None:
    options.summary.recap_interval = value or None


def _read_by_atof(
    name: str, store: Callable[[ManagerOptions, float | None], None], help: str, unit: str, default: str, *,
    may_be_off: bool = False,
) -> Key:  # fmt: skip
    """Declare a number whose text counts as what it begins with, 0 without a number, as the older program reads it."""

    def take(options: ManagerOptions, value: str) -> Finding | None:
        if may_be_off and value.lower() == "off":
            store(options, None)
            return None
        number = atof(value)
        if not number >= 0.0:
            return Finding("must be a number of at least 0")
        store(options, number)
        plain = read_number(value) is not None
        return None if plain else Finding(f"is no number, and counts as {compact_number(number)}", taken=True)

    return special(name, "number", take, help, unit=unit, default=default)


def basic_options() -> ManagerOptions:
    """Return the defaults of pBasicContactMgr."""
    limits = ContactLimits(age=600.0, contacts=MOST_VEHICLES, requests=1000)
    return ManagerOptions(alerts=AlertTable(1000.0, 1000.0, older=True), limits=limits)


#: Of the older program, pBasicContactMgr, which knows few of them.
BASIC_KEYS = field_table(
    basic_options,
    special("alert", "list", _older_alert, _ALERT_HELP, repeatable=True, unit="m", example=_ALERT_EXAMPLE),
    _AGE,
    _RETIRED,
    _DECAY,
    _RADII,
    _CLOSEST,
    _VERBOSE,
    _TIMEOUT,
    text("ignore_group", _ignored_groups, "No contacts of this group.", repeatable=True),
    text(
        "contact_local_coords", "older.local_coordinates", "Local coordinates of a contact: those of its report; made "
        "of the global ones where it has none; always made.", choices=(VERBATIM, LAZY, FORCED),
    ),
    _read_by_atof(
        "reject_range", _reject_range, "The first report of a contact farther than this is dropped; off or 0: none.",
        "m", "2000", may_be_off=True,
    ),
    _read_by_atof(
        "contacts_recap_interval", _recap_interval, "Time between two posts of CONTACTS_RECAP; off or 0: none.", "s",
        "1", may_be_off=True,
    ),
    number(
        "alert_range", _default_near, "Range of alerts that say none; at most alert_cpa_range.", "m", above=0.0,
        default="1000", aliases=("default_alert_range",),
    ),
    number(
        "alert_cpa_range", _default_far, "Range of alerts for contacts that will come near.", "m", above=0.0,
        default="1000", aliases=("default_cpa_range",),
    ),
    colour("default_alert_range_color", "alerts.near_colour", "Colour of the ranges of alerts."),
    colour("default_cpa_range_color", "alerts.far_colour", "Colour of the farther ranges of alerts."),
    _read_by_atof(
        "eval_range_far", _evaluated_far, "A contact nearer than this sets CONTACT_CLOSEST_EVAL.", "m", "20",
    ),
    _read_by_atof("eval_range_near", _evaluated_near, "A lower bound of eval_range_far.", "m", "10"),
    file_order=True,
)  # fmt: skip
