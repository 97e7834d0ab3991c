"""Precedence and conversions of the keys that every application reads."""

from __future__ import annotations

from operator import attrgetter

import pytest

from usimmarine_py.mission.reader import parse_mission
from usimmarine_py.moos.app.argv import parse_arguments
from usimmarine_py.moos.app.settings import AppSettings, DbSettings, PlainKeys, resolve_settings


def resolve(arguments=(), block=None, **globals_) -> AppSettings:
    parsed = parse_arguments(["app", "m.moos", *arguments])
    keys = None if block is None else PlainKeys(block)
    return resolve_settings(parsed, keys, PlainKeys({"Community": "alpha", **globals_}))


def test_defaults():
    found = resolve(block={})
    assert found == AppSettings(
        name="app", mission_file="m.moos", community="alpha", db=DbSettings(client_name="app"), audit=found.audit
    )
    assert (found.db.host, found.db.port, found.loop.app_tick, found.loop.max_app_tick) == ("LOCALHOST", 9000, 5.0, 5.0)
    assert found.loop.period == 0.2


def test_ticks_of_the_file_win_over_switches():
    switches = ["--moos_app_tick=7", "--moos_max_app_tick=8", "--moos_iterate_mode=2"]
    found = resolve(switches, {"apptick": "4", "MaxAppTick": "20", "IterateMode": "1"})
    assert (found.loop.app_tick, found.loop.max_app_tick, found.loop.iterate_mode) == (4.0, 20.0, 1)
    assert "AppTick = 4 of the mission file overrides --moos_app_tick=7" in found.notes
    assert len(found.notes) == 3
    found = resolve(switches, {})
    assert (found.loop.app_tick, found.loop.max_app_tick, found.loop.iterate_mode) == (7.0, 8.0, 2)
    found = resolve([], {"moos_app_tick": "9", "moos_iterate_mode": "1"})
    assert (found.loop.app_tick, found.loop.iterate_mode) == (9.0, 1)


def test_other_switches_win_over_the_file():
    keys = {"ServerHost": "there", "ServerPort": "9100", "MOOSTimeWarp": "3"}
    found = resolve([], {}, **keys)
    assert (found.db.host, found.db.port, found.time_warp) == ("there", 9100, 3.0)
    found = resolve(["--moos_host=here", "--moos_port=9200", "--moos_time_warp=5", "--moos_name=me"], {}, **keys)
    assert (found.db.host, found.db.port, found.time_warp, found.db.client_name) == ("here", 9200, 5.0, "me")
    assert "ServerHost = here (--moos_host)" in found.audit


@pytest.mark.parametrize(
    ("block", "field", "value"),
    [
        ({"AppTick": "12abc"}, "loop.app_tick", 12.0),
        ({"AppTick": "0"}, "loop.app_tick", 0.0),
        ({"SortMailByTime": "false"}, "loop.sort_mail", False),
        ({"SortMailByTime": "yes"}, "loop.sort_mail", False),  # only "true" and positive numbers are true
        ({"moos_no_sort_mail": "true"}, "loop.sort_mail", False),
        ({"CatchCommandMessages": "1"}, "loop.catch_commands", True),
        ({"moos_filter_command": "true"}, "loop.catch_commands", True),
        ({"TERM_REPORT_INTERVAL": "20"}, "reports.interval", 10.0),
        ({"MAX_APPCAST_EVENTS": "80"}, "reports.max_events", 50),
        ({"MAX_APPCAST_RUN_WARNINGS": "3"}, "reports.max_run_warnings", 3),
        ({"APP_LOGGING": "log"}, "reports.app_logging", True),
        ({"APP_LOGGING": "file"}, "reports.app_logging", False),
        ({"COMMS_POLICY": "LEAN"}, "reports.comms_policy", "lean"),
        ({"comms": "Native"}, "db.comms", "native"),
        ({"moos_quit_on_iterate_fail": "true"}, "loop.quit_on_iterate_fail", True),
    ],
)
def test_block_keys(block, field, value):
    found = resolve([], block)
    assert attrgetter(field)(found) == value
    assert found.config_warnings == ()


@pytest.mark.parametrize(
    ("block", "warning"),
    [
        ({"AppTick": "fast"}, "Invalid AppTick: fast"),
        ({"IterateMode": "7"}, "Invalid IterateMode: 7; must be 0, 1 or 2"),
        ({"TERM_REPORT_INTERVAL": "often"}, "Invalid TERM_REPORT_INTERVAL: often"),
        ({"MAX_APPCAST_EVENTS": "many"}, "Invalid MAX_APPCAST_EVENTS: many"),
        ({"APP_LOGGING": "x"}, "Invalid APP_LOGGING: x"),
        ({"COMMS_POLICY": "foo"}, "Invalid comms_policy: foo"),
        ({"DEPRECATED_OK": "maybe"}, "Invalid DEPRECATED_OK: maybe"),
        ({"moos_time_warp": "900"}, "Invalid MOOSTimeWarp: 900; must be above 0, at most 400"),
        ({"comms": "smoke"}, "Invalid comms: smoke; must be auto, native, pymoos"),
        (None, "No mission config block found for app"),
    ],
)
def test_bad_values_leave_the_default(block, warning):
    found = resolve([], block)
    assert found.config_warnings == (warning,)
    plain = resolve([], {})
    assert (found.loop.app_tick, found.time_warp, found.db.comms) == (
        plain.loop.app_tick,
        plain.time_warp,
        plain.db.comms,
    )


def test_bad_global_values():
    found = resolve([], {}, ServerPort="0x10", MOOSTimeWarp="-2", term_reporting="maybe", Community="")
    assert found.config_warnings == (
        "XCommunity/Vehicle name not found in mission file",
        "Invalid ServerPort: 0x10; 9000 is used",
        "Invalid MOOSTimeWarp: -2; must be above 0, at most 400",
        "Invalid value for TERM_REPORTING: maybe",
    )
    assert (found.db.port, found.time_warp, found.reports.terminal) == (9000, 1.0, None)


def test_running_without_a_moosdb():
    assert resolve([], {}).db.use_comms
    assert not resolve([], {}, UseMOOSComms="false").db.use_comms
    assert not resolve(["--moos_no_comms"], {}).db.use_comms


def test_a_real_mission_file_fits_as_it_is():
    mission = parse_mission(
        "ServerPort = 9123\nCommunity = al pha\nProcessConfig = app\n{\n  AppTick = 4\n  APP_LOGGING = true\n}\n",
        "m.moos",
    )
    found = resolve_settings(parse_arguments(["app", "m.moos"]), mission.block("app"), mission)
    assert (found.db.port, found.community, found.loop.app_tick, found.reports.app_logging) == (
        9123,
        "alpha",
        4.0,
        True,
    )
    assert found.config_warnings == ()
