"""The block of the contact manager."""

from __future__ import annotations

from collections.abc import Mapping

from usimmarine_py.field.contacts.manager.alerts import AlertTable
from usimmarine_py.field.contacts.posting import Flag, interval_into, positive
from usimmarine_py.field.settings import LineReader, choice_of, colour_of, flag_into, number_of, put, text_of, truth_of
from usimmarine_py.maths.encounters.filters import ContactFilter, words_of
from usimmarine_py.maths.encounters.ledger import MOST_VEHICLES
from usimmarine_py.text import read_number
from usimmarine_py.values.frozen import dataclass, field

#: A mission may ask for this many alerts; each is looked at for every contact in every tick.
MOST_ALERTS = 1000
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
    local_coordinates: str = VERBATIM  #: of the older program


_Reader = LineReader[ManagerOptions]


def _alert(options: ManagerOptions, value: str) -> str:
    if len(options.alerts.alerts) >= MOST_ALERTS:
        return f"there are {MOST_ALERTS} alerts already"
    return "; ".join(options.alerts.read(value))


def _filter(key: str) -> _Reader:
    def read(options: ManagerOptions, value: str) -> str:
        return options.filter.read(key, value) or ""

    return read


def _decay(options: ManagerOptions, value: str) -> str:
    begin, end = (read_number(part) for part in (*value.partition(",")[::2],))
    if begin is None or end is None or begin < 0 or begin > end:
        return "must be BEGIN,END, BEGIN not after END"
    options.decay = begin, end
    return ""


def _count(name: str, low: int, high: int | None = None) -> _Reader:
    def read(options: ManagerOptions, value: str) -> str:
        number = read_number(value)
        if number is None:
            return "must be a whole number"
        if high is None and number < low:
            return f"must be a whole number of at least {low}"
        least = max(int(number), low)
        put(options, name, least if high is None else min(least, high))
        return ""

    return read


def _positive(name: str) -> _Reader:
    def read(options: ManagerOptions, value: str) -> str:
        number = positive(value)
        if number is None:
            return "must be a number above 0"
        put(options, name, number)
        return ""

    return read


def _old_recap(options: ManagerOptions, value: str) -> str:
    return interval_into("summary.recap_interval")(options, value) or "is taken; its name is recap_interval now"


def _idle(options: ManagerOptions, value: str) -> str:
    del options, value
    return ""


_FILTERS = (
    "match_name", "ignore_name", "match_group", "ignore_group", "match_type", "ignore_type", "match_region",
    "ignore_region", "strict_ignore",
)  # fmt: skip
READERS: Mapping[str, _Reader] = {
    "alert": _alert,
    **{key: _filter(key) for key in _FILTERS},
    "contact_max_age": _positive("limits.age"),
    "reject_range": interval_into("limits.range"),
    "max_contacts": _count("limits.contacts", 0),
    "max_retired_history": _count("limits.retired", 1, 50),
    "recap_interval": interval_into("summary.recap_interval"),
    "contacts_recap_interval": _old_recap,
    "decay": _decay,
    "display_radii": truth_of("display_radii"),
    "alert_range_color": colour_of("alert_range_color"),
    "early_warning_color": colour_of("warning.colour"),
    "ewarn_radii_color": colour_of("warning.colour"),
    "early_warning_time": number_of("warning.time"),
    "early_warning_radii": truth_of("warning.radii"),
    "early_warning_flag": flag_into("warning.flags"),
    "cease_warning_flag": flag_into("warning.cease_flags"),
    "post_closest_range": truth_of("summary.closest_range"),
    "post_closest_relbng": truth_of("summary.closest_bearing"),
    "post_all_ranges": truth_of("summary.all_ranges"),
    "alert_verbose": truth_of("summary.verbose"),
    "range_report_timeout": number_of("limits.request_timeout", 0.0),
    "range_report_maxsize": _count("limits.requests", 0),
    "hold_alerts_for_helm": truth_of("hold_alerts_for_helm"),
    "ownship_group": text_of("ownship_group"),
    "ownship_type": text_of("ownship_type"),
    "retire_flag": flag_into("retire_flags"),
    "disable_var": text_of("able.disable"),
    "enable_var": text_of("able.enable"),
    "expunge_var": text_of("able.expunge"),
    "able_flag": flag_into("able.flags"),
    "disable_flag": flag_into("able.disable_flags"),
    "enable_flag": flag_into("able.enable_flags"),
    "display_radii_id": _idle,
    "contact_local_coords": _idle,
    "cpa_range_color": _idle,
}


def _default_near(options: ManagerOptions, value: str) -> str:
    number = read_number(value)
    if number is None or number < 0:
        return "must be a number of at least 0"
    options.alerts.defaults = number, max(options.alerts.defaults[1], number)
    return ""


def _default_far(options: ManagerOptions, value: str) -> str:
    number = read_number(value)
    if number is None or number < 0:
        return "must be a number of at least 0"
    options.alerts.defaults = min(options.alerts.defaults[0], number), number
    return ""


def _ignored_groups(options: ManagerOptions, value: str) -> str:
    options.ignored_groups.update(words_of(value.lower()))
    return ""


def _reject_range(options: ManagerOptions, value: str) -> str:
    return interval_into("limits.range")(options, "off" if read_number(value) == 0 else value)


#: Of the older program, pBasicContactMgr, which knows few of them.
BASIC_READERS: Mapping[str, _Reader] = {
    # as the original reads its block, the first pair of quotes of a line protects nothing
    "alert": lambda options, value: _alert(options, value.replace('"', "", 2)),
    **{
        key: READERS[key]
        for key in (
            "contact_max_age", "max_retired_history", "decay", "display_radii", "post_closest_range",
            "alert_verbose", "range_report_timeout",
        )
    },
    "ignore_group": _ignored_groups,
    "contact_local_coords": choice_of("local_coordinates", (VERBATIM, LAZY, FORCED)),
    "reject_range": _reject_range,
    "contacts_recap_interval": interval_into("summary.recap_interval"),
    "alert_range": _default_near,
    "default_alert_range": _default_near,
    "alert_cpa_range": _default_far,
    "default_alert_range_color": _idle,
    "default_cpa_range_color": _idle,
}  # fmt: skip


def basic_options() -> ManagerOptions:
    """Return the defaults of pBasicContactMgr."""
    limits = ContactLimits(age=600.0, contacts=MOST_VEHICLES, requests=1000)
    return ManagerOptions(alerts=AlertTable(1000.0, 1000.0, older=True), limits=limits)
