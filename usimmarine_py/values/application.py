"""Keys and mail of the application around the simulator: those of every MOOS application, and additional ones."""

from __future__ import annotations

from functools import partial

from usimmarine_py.values.key import Key, MailEntry

_own = partial(Key, group="application", source="laws/moos 2")

#: How strictly communication is limited, the mildest first.
COMMS_POLICIES = ("open", "lean", "dire")
#: Keys of a MOOS application; the first line of each is used.
APPLICATION_PARAMETERS: tuple[Key, ...] = (
    _own(
        "AppTick", "number", "5", "Iterations per MOOS second; at or below 0 there is no pause.", unit="1/s",
        example="10",
    ),
    _own("CommsTick", "number", "5", "Read, but without effect on asynchronous clients.", unit="1/s", example="10"),
    _own("MaxAppTick", "number", "5", "Limit of the rate with IterateMode 1 and 2; 0 means none.", unit="1/s"),
    _own(
        "IterateMode", "integer", "0",
        "0: mail and iteration at AppTick. 1: both when mail arrives. 2: mail when it arrives, iteration at AppTick.",
        minimum=0.0, maximum=2.0,
    ),
    _own("SortMailByTime", "bool", "true", "Sort each batch of mail by its time."),
    _own("CatchCommandMessages", "bool", "false", "Subscribe to <APP>_CMD."),
    _own("TERM_REPORT_INTERVAL", "number", "0.5", "Real time between two terminal reports, 0 to 10.", unit="s"),
    _own("MAX_APPCAST_EVENTS", "integer", "8", "Events kept for the report, 0 to 50."),
    _own("MAX_APPCAST_RUN_WARNINGS", "integer", "10", "Distinct run warnings kept for the report."),
    _own("APP_LOGGING", "text", "off", "true or log: the terminal output goes to APP_LOG; file; off."),
    _own(
        "COMMS_POLICY", "text", "open", "How strictly communication is limited; mail cannot relax it.",
        choices=COMMS_POLICIES,
    ),
    _own("DEPRECATED_OK", "bool", "false", "Be silent about a deprecated application."),
    _own("moos_app_tick", "number", "", "As the switch --moos_app_tick.", unit="1/s"),
    _own("moos_max_app_tick", "number", "", "As the switch --moos_max_app_tick.", unit="1/s"),
    _own("moos_iterate_mode", "integer", "", "As the switch --moos_iterate_mode."),
    _own("moos_time_warp", "number", "", "As the switch --moos_time_warp."),
    _own("moos_tw_delay_factor", "number", "0.4", "Send pause in ms per unit of time warp.", unit="ms"),
    _own("moos_no_comms", "bool", "false", "Run without a MOOSDB."),
    _own("moos_iterate_no_comms", "bool", "false", "Iterate without a connection."),
    _own("moos_filter_command", "bool", "false", "As the switch --moos_filter_command."),
    _own("moos_no_sort_mail", "bool", "false", "Leave mail in the order of its arrival."),
    _own("moos_quiet", "bool", "false", "Less on the terminal."),
    _own("moos_quit_on_iterate_fail", "bool", "false", "End when an iteration fails."),
    _own("moos_suicide_disable", "bool", "false", "Accepted; the multicast kill switch is not built in."),
    _own("moos_suicide_channel", "text", "", "Accepted; the multicast kill switch is not built in."),
    _own("moos_suicide_port", "integer", "", "Accepted; the multicast kill switch is not built in."),
    _own("moos_suicide_phrase", "text", "", "Accepted; the multicast kill switch is not built in."),
    _own("moos_suicide_print", "bool", "false", "Accepted; the multicast kill switch is not built in."),
)  # fmt: skip

#: Keys of usimmarine outside the simulator.
OWN_PARAMETERS: tuple[Key, ...] = (
    _own(
        "comms", "text", "auto",
        "Transport: auto uses pymoos if it can be imported, else the native client. Also a global key.",
        choices=("auto", "native", "pymoos"), source="docs/moos.md",
    ),
    _own(
        "timer_script", "text", "none", "Name of a uTimerScript block of this mission that usimmarine itself plays.",
        source="laws/script",
    ),
    _own(
        "seed", "integer", "0", "Seed of every random number; the switch --seed overrides it.", minimum=0.0,
        source="laws/solvers 4",
    ),
    _own(
        "record", "file", "",
        "Log of tick times and received mail (beside the mission file), for usim run --again; live runs only.",
        source="docs/run.md",
    ),
    _own(
        "hull_model", "file", "",
        "Hull that usim watch draws in three dimensions: a binary glTF file (.glb) of the mission's folder, in m.",
        source="docs/pictures.md",
    ),
)  # fmt: skip

PARAMETERS: tuple[Key, ...] = (*APPLICATION_PARAMETERS, *OWN_PARAMETERS)
#: Keys that every application reads, lower case: never "unhandled".
APP_KEYS = frozenset(p.name.lower() for p in APPLICATION_PARAMETERS) | {"comms"}
#: Keys of the simulator's block that the application reads, lower case.
APPLICATION_NAMES = frozenset(p.name.lower() for p in PARAMETERS)


def _mail(
    name: str, direction: str, kind: str, what: str, when: str, unit: str = "", section: str = "moos 7"
) -> MailEntry:
    source = f"laws/{section}"
    return MailEntry(name, direction, kind, what, unit, when, group="application", source=source)


MAIL: tuple[MailEntry, ...] = (
    _mail("APPCAST_REQ", "in", "text", "Request for reports.", "at any time"),
    _mail("LOADCAST_REQ", "in", "text", "Request for <APP>_ITER_GAP, <APP>_ITER_LEN.", "at any time", section="moos 6"),
    _mail("TERM_REPORT_INTERVAL", "in", "number", "Time between two reports.", "at any time", "s"),
    _mail("COMMS_POLICY", "in", "text", "open, lean or dire.", "at any time", section="moos 7.7"),
    _mail("DB_CLIENTS", "in", "text", "Clients of the community.", "with timer_script", section="moos 2"),
    _mail("DB_RWSUMMARY", "in", "text", "Who posts what, so that a rival is named.", "live", section="moos 2"),
    _mail("APPCAST", "out", "text", "The report.", "in the first iteration, then on request"),
    _mail("<APP>_STATUS", "out", "text", "Health of the application.", "every 2 MOOS seconds", section="moos 5"),
    _mail(
        "<APP>_ITER_GAP", "out", "number", "Time since the last iteration, in periods.", "on request", section="moos 6",
    ),
    _mail("<APP>_ITER_LEN", "out", "number", "Duration of the iteration, in periods.", "on request", section="moos 6"),
    _mail("APP_LOG", "out", "text", "The terminal output.", "with APP_LOGGING", section="moos 7.7"),
)  # fmt: skip
