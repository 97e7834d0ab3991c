"""The block of the contact manager."""

from __future__ import annotations

from collections.abc import Mapping

from usimmarine_py.field.contacts.manager.alerts import AlertTable
from usimmarine_py.field.contacts.posting import Flag, interval_into, positive
from usimmarine_py.field.settings import LineReader, colour_of, flag_into, number_of, text_of, truth_of
from usimmarine_py.maths.encounters.filters import ContactFilter, words_of
from usimmarine_py.maths.encounters.ledger import MOST_VEHICLES
from usimmarine_py.text import read_number
from usimmarine_py.values.frozen import dataclass, field

#: A mission may ask for this many alerts; each is looked at for every contact in every tick.
MOST_ALERTS = 1000


@dataclass(slots=True)
class ManagerOptions:
    """What the block says; s and m."""

    alerts: AlertTable = field(default_factory=AlertTable)
    filter: ContactFilter = field(default_factory=ContactFilter)
    ignored_groups: set[str] = field(default_factory=set)  #: of the older program, in lower case
    contact_max_age: float = 60.0
    reject_range: float | None = 2000.0
    max_contacts: int = 500
    max_retired_history: int = 5
    recap_interval: float | None = 1.0
    decay: tuple[float, float] = (15.0, 30.0)
    display_radii: bool = False
    alert_range_color: str = "gray65"
    early_warning_time: float = -1.0
    early_warning_radii: bool = False
    ewarn_radii_color: str = "green"
    early_warning_flags: list[Flag] = field(default_factory=list)
    cease_warning_flags: list[Flag] = field(default_factory=list)
    post_closest_range: bool = False
    post_closest_relbng: bool = False
    post_all_ranges: bool = False
    alert_verbose: bool = False
    range_report_timeout: float = 10.0
    range_report_maxsize: int = 20
    hold_alerts_for_helm: bool = False
    ownship_group: str = ""
    ownship_type: str = ""
    retire_flags: list[Flag] = field(default_factory=list)
    disable_var: str = ""
    enable_var: str = ""
    expunge_var: str = ""
    able_flags: list[Flag] = field(default_factory=list)
    disable_flags: list[Flag] = field(default_factory=list)
    enable_flags: list[Flag] = field(default_factory=list)


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
        least = max(int(number), low)
        setattr(options, name, least if high is None else min(least, high))
        return ""

    return read


def _positive(name: str) -> _Reader:
    def read(options: ManagerOptions, value: str) -> str:
        number = positive(value)
        if number is None:
            return "must be a number above 0"
        setattr(options, name, number)
        return ""

    return read


def _old_recap(options: ManagerOptions, value: str) -> str:
    return interval_into("recap_interval")(options, value) or "is taken; its name is recap_interval now"


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
    "contact_max_age": _positive("contact_max_age"),
    "reject_range": interval_into("reject_range"),
    "max_contacts": _count("max_contacts", 0),
    "max_retired_history": _count("max_retired_history", 1, 50),
    "recap_interval": interval_into("recap_interval"),
    "contacts_recap_interval": _old_recap,
    "decay": _decay,
    "display_radii": truth_of("display_radii"),
    "alert_range_color": colour_of("alert_range_color"),
    "early_warning_color": colour_of("ewarn_radii_color"),
    "ewarn_radii_color": colour_of("ewarn_radii_color"),
    "early_warning_time": number_of("early_warning_time"),
    "early_warning_radii": truth_of("early_warning_radii"),
    "early_warning_flag": flag_into("early_warning_flags"),
    "cease_warning_flag": flag_into("cease_warning_flags"),
    "post_closest_range": truth_of("post_closest_range"),
    "post_closest_relbng": truth_of("post_closest_relbng"),
    "post_all_ranges": truth_of("post_all_ranges"),
    "alert_verbose": truth_of("alert_verbose"),
    "range_report_timeout": number_of("range_report_timeout", 0.0),
    "range_report_maxsize": _count("range_report_maxsize", 0),
    "hold_alerts_for_helm": truth_of("hold_alerts_for_helm"),
    "ownship_group": text_of("ownship_group"),
    "ownship_type": text_of("ownship_type"),
    "retire_flag": flag_into("retire_flags"),
    "disable_var": text_of("disable_var"),
    "enable_var": text_of("enable_var"),
    "expunge_var": text_of("expunge_var"),
    "able_flag": flag_into("able_flags"),
    "disable_flag": flag_into("disable_flags"),
    "enable_flag": flag_into("enable_flags"),
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


#: Of the older program, pBasicContactMgr, which knows few of them.
BASIC_READERS: Mapping[str, _Reader] = {
    **{
        key: READERS[key]
        for key in (
            "alert", "contact_max_age", "reject_range", "max_retired_history", "decay", "display_radii",
            "post_closest_range", "alert_verbose", "range_report_timeout", "contact_local_coords",
        )
    },
    "ignore_group": _ignored_groups,
    "contacts_recap_interval": interval_into("recap_interval"),
    "alert_range": _default_near,
    "default_alert_range": _default_near,
    "alert_cpa_range": _default_far,
    "default_alert_range_color": _idle,
    "default_cpa_range_color": _idle,
}  # fmt: skip


def basic_options() -> ManagerOptions:
    """Return the defaults of pBasicContactMgr."""
    return ManagerOptions(
        alerts=AlertTable(1000.0, 1000.0, older=True),
        contact_max_age=600.0,
        max_contacts=MOST_VEHICLES,
        range_report_maxsize=1000,
    )
