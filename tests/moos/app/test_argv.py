"""The command line of a MOOS application."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from usimmarine_py.errors import ConfigError
from usimmarine_py.moos.app.argv import ACTIONS, SWITCHES, Action, parse_arguments

PROGRAM = "/somewhere/bin/uSimMarineV22"


def parse(*arguments: str):
    return parse_arguments([PROGRAM, *arguments])


@pytest.mark.parametrize(
    ("arguments", "client", "block"),
    [
        (["m.moos"], "uSimMarineV22", "uSimMarineV22"),
        (["m.moos", "simX"], "simX", "simX"),
        (["--alias=simX", "m.moos"], "simX", "simX"),
        (["m.moos", "simX", "--moos_name=simY"], "simY", "simX"),
        # libMOOS takes the switch for the alias here; we do not
        (["m.moos", "--moos_name=simY"], "simY", "uSimMarineV22"),
        (["m.moos", "--seed=3", "simX"], "simX", "simX"),
        (["simX", "m.moos"], "simX", "simX"),
        (["m.moos", "--moos_app_name", "simX"], "simX", "simX"),
        (["--moos_file=m.moos"], "uSimMarineV22", "uSimMarineV22"),
        (["--moos_file=m.moos", "simX", "--alias=simZ"], "simZ", "simZ"),
    ],
)
def test_names(arguments, client, block):
    found = parse(*arguments)
    assert (found.client_name, found.alias) == (client, block)
    assert found.action is Action.RUN
    assert found.mission.file == "m.moos"
    assert found.warnings == ()


def test_what_pantler_hands_over():
    found = parse("m.moos++", "pyalias2", "--comms=native", "--moos_time_warp=20", "  --seed 4 ", "-x")
    assert found.mission.file == "m.moos++"
    assert found.alias == "pyalias2"
    assert (found.comms, found.seed) == ("native", 4)
    assert found.values["moos_time_warp"] == "20"
    assert found.warnings == ("unknown switch ignored: -x; --help lists all",)


@pytest.mark.parametrize("switch", sorted(ACTIONS))
def test_printing_switches_decide_at_once(switch):
    assert parse("m.moos", switch, "--comms=nonsense").action is ACTIONS[switch]


def test_without_a_mission_file_help_is_shown():
    assert parse().action is Action.HELP
    assert parse("mission.txt").action is Action.HELP
    assert parse("--strict").action is Action.HELP
    assert parse_arguments([]).action is Action.HELP


def test_own_switches_in_both_forms():
    for arguments in (["--comms", "pymoos", "--seed", "12"], ["--comms=pymoos", "--seed=12"]):
        found = parse("m.moos", *arguments, "--strict", "--db")
        assert (found.comms, found.seed, found.strict, found.db) == ("pymoos", 12, True, True)
    plain = parse("m.moos")
    assert (plain.comms, plain.seed, plain.strict, plain.db) == ("", None, False, False)


def test_a_switch_does_not_swallow_the_mission_file():
    found = parse("--moos_host", "m.moos")
    assert found.mission.file == "m.moos"
    assert found.warnings == ("--moos_host needs a value: --moos_host=HOST; ignored",)
    with pytest.raises(ConfigError, match="--seed needs a value: --seed=N"):
        parse("--seed", "m.moos")


@pytest.mark.parametrize(
    ("argument", "text"),
    [
        ("--seed=-3", "--seed: must be an integer >= 0, not -3"),
        ("--seed=x", "--seed: must be an integer >= 0, not x"),
        ("--comms=nativ", "--comms: must be auto, native or pymoos, not nativ; did you mean native?"),
        ("--strict=perhaps", "--strict is true or false, not perhaps"),
    ],
)
def test_wrong_values_of_own_switches(argument, text):
    with pytest.raises(ConfigError) as caught:
        parse("m.moos", argument)
    assert str(caught.value) == text
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    ("argument", "warning"),
    [
        ("--moos_prot=9", "unknown switch ignored: --moos_prot=9; did you mean --moos_port?"),
        ("--zzz", "unknown switch ignored: --zzz; --help lists all"),
        ("--moos_port=99999", "--moos_port must be a port, 1 to 65535, ignored: 99999"),
        ("--moos_time_warp=0", "--moos_time_warp must be a number above 0, at most 400, ignored: 0"),
        ("--moos_time_warp=nan", "--moos_time_warp must be a number above 0, at most 400, ignored: nan"),
        ("--moos_iterate_mode=3", "--moos_iterate_mode must be 0, 1 or 2, ignored: 3"),
        ("--moos_app_tick=", "--moos_app_tick needs a value: --moos_app_tick=HZ; ignored"),
    ],
)
def test_one_warning_and_on_it_runs(argument, warning):
    found = parse("m.moos", argument)
    assert found.action is Action.RUN
    assert found.warnings == (warning,)
    assert not found.values


def test_surplus_words_and_files_are_named():
    found = parse("a.moos", "one", "two", "b.moos", "")
    assert (found.mission.file, found.alias) == ("b.moos", "one")
    assert found.warnings == (
        "argument ignored: two (the alias is one)",
        "two mission files given; b.moos is used, a.moos is not",
    )


@pytest.mark.parametrize("switch", [s for s in SWITCHES if s.name.startswith("--moos_")], ids=lambda s: s.name)
def test_every_moos_switch_is_known(switch):
    values = {"PORT": "9001", "W": "2", "HZ": "3", "MODE": "1", "F": "0.5", "FILE": "f.moos"}
    argument = f"{switch.name}={values.get(switch.metavar, 'text')}" if switch.metavar else switch.name
    found = parse("m.moos", argument)
    assert found.warnings == ()
    assert switch.name == "--moos_app_name" or switch.name[2:] in {*found.values, *found.flags}


def test_hostile_arguments_give_one_line():
    found = parse("m.moos", "--" + "\x1b[31m\n" * 5000)
    assert len(found.warnings) == 1
    assert len(found.warnings[0]) < 300
    assert found.warnings[0].isprintable()


@given(st.lists(st.one_of(st.text(max_size=12), st.sampled_from([s.name for s in SWITCHES]), st.just("m.moos"))))
def test_any_arguments_give_a_result_or_the_one_error(arguments):
    try:
        found = parse_arguments(["app", *arguments])
    except ConfigError as error:
        assert error.exit_code == 2
        assert "\n" not in str(error)
    else:
        assert all("\n" not in warning for warning in found.warnings)


def test_when_to_end():
    assert (parse("m.moos").duration, parse("m.moos").until_quit) == (None, False)
    found = parse("m.moos", "--for", "2.5", "--until-quit")
    assert (found.duration, found.until_quit) == (2.5, True)
    for wrong in ("0", "-3", "long"):
        with pytest.raises(ConfigError, match="--for: must be a number of seconds above 0"):
            parse("m.moos", f"--for={wrong}")
