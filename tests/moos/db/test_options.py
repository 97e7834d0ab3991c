"""Where the options of the built-in MOOSDB come from: switches, the mission, defaults as those of the real one."""

from __future__ import annotations

import pytest

from usimmarine_py.errors import ConfigError
from usimmarine_py.moos.db import DbOptions, parse_db_arguments, resolve_db_options


def test_as_pantler_starts_it() -> None:
    arguments = parse_db_arguments(["alpha.moos", "MOOSDB"])
    assert arguments.mission_file == "alpha.moos"
    assert arguments.warnings == ()
    values = {"serverport": "9123", "community": "alpha", "moostimewarp": "10"}
    options = resolve_db_options(arguments, lambda key: values.get(key.lower()))
    assert options == DbOptions("127.0.0.1", 9123, "alpha", 10.0, 5.0, ())


def test_switches_win_over_the_file() -> None:
    arguments = parse_db_arguments(
        [
            "--moos_port=9001",
            "x.moos",
            "--moos_community=beta",
            "--moos_time_warp=4",
            "--moos_timeout=2.5",
            "--response=x_app:20,*_inst:7",
            "-d",
            "--moos_suicide_disable",
            "--moos_suicide_port=1",
        ]
    )
    options = resolve_db_options(arguments, lambda key: "7")
    assert options == DbOptions("127.0.0.1", 9001, "beta", 4.0, 2.5, (("x_app", 0.02), ("*_inst", 0.007)))
    assert arguments.warnings == ()


def test_defaults_are_those_of_the_real_one_but_for_the_address() -> None:
    assert resolve_db_options(parse_db_arguments([])) == DbOptions("127.0.0.1", 9000, "#1", 1.0, 5.0, ())


def test_help_version_and_what_is_not_built() -> None:
    arguments = parse_db_arguments(
        ["-h", "--moos_print_version", "-s", "--webserver_port=9090", "--moos_file=a", "--nonsense"]
    )
    assert arguments.wants_help and arguments.wants_version
    assert [w.split(":")[0] for w in arguments.warnings] == [
        "-s is ignored",
        "--webserver_port is ignored",
        "--moos_file is ignored",
        "unknown switch --nonsense; see --help",
    ]


@pytest.mark.parametrize(
    ("switch", "key"),
    [
        ("--moos_port=70000", "ServerPort"),
        ("--moos_port=90.5", "ServerPort"),
        ("--moos_port=", "ServerPort"),
        ("--moos_port=nine", "ServerPort"),
        ("--moos_time_warp=0", "MOOSTimeWarp"),
        ("--moos_time_warp=401", "MOOSTimeWarp"),
        ("--moos_time_warp=nan", "MOOSTimeWarp"),
        ("--moos_timeout=0", "ClientTimeout"),
        ("--response=x", "--response"),
        ("--response=x:y", "--response"),
        ("--response=x:-1", "--response"),
        ("--response=:1", "--response"),
    ],
)
def test_values_that_cannot_be_used_name_their_key(switch: str, key: str) -> None:
    with pytest.raises(ConfigError) as caught:
        resolve_db_options(parse_db_arguments([switch]))
    assert caught.value.key == key
