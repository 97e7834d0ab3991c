"""Configuration lines: what is known, what is said of a wrong one."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from tests.support.internals import internals
from tests.support.paths import ROOT
from usimmarine_py.control.gains import PARAMETERS as CONTROLLER
from usimmarine_py.control.gains import PidSettings, read_pid_parameter
from usimmarine_py.errors import ConfigError
from usimmarine_py.kinematic.dialects import DIALECT_NAMES, find_dialect
from usimmarine_py.kinematic.settings import KinematicSettings
from usimmarine_py.simulator import MAIL, PARAMETERS, ConfigLine, Simulator
from usimmarine_py.simulator.config.draft import Draft
from usimmarine_py.simulator.config.reading import CHOICE_KEYS, OF_FORCES
from usimmarine_py.simulator.parts.steering.direct import SET_POINTS
from usimmarine_py.simulator.table import INCOMING
from usimmarine_py.vehicle.parameters import PARAMETERS as FOSSEN


def _warnings(*lines: tuple[str, str], dialect: str = "documented", quirks: bool = False) -> list[str]:
    numbered = [ConfigLine(key, value, "alpha.moos", 40 + n) for n, (key, value) in enumerate(lines, start=1)]
    found = Simulator.from_lines(numbered, dialect=dialect, quirks=quirks)
    return [str(warning) for warning in found.config_warnings]


def test_a_misspelt_name() -> None:
    wanted = "alpha.moos:41: thurst_map: unknown parameter; did you mean thrust_map?"
    assert _warnings(("thurst_map", "1:1")) == [wanted]
    assert _warnings(("thurst_map", "1:1"), dialect="v22") == [wanted]
    assert _warnings(("thurst_map", "1:1"), dialect="v22", quirks=True) == ["Unhandled config line: thurst_map=1:1"]


def test_the_last_of_two_lines_counts_and_is_warned_of() -> None:
    (text,) = _warnings(("start_x", "5"), ("start_x", "6"))
    assert text == "alpha.moos:42: start_x: also given at alpha.moos:41 as start_x = 5; this one counts"
    assert _warnings(("start_x", "5"), ("START_X", "5")) == []
    (text,) = _warnings(("start_x", "5"), ("start_x", "6"), dialect="classic")
    assert text.startswith("alpha.moos:41: start_x: also given at alpha.moos:42")


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("max_acceleration", "-1", "must be at least 0; 0 is used"),
        ("turn_rate", "130", "must lie in [0, 100]; 100 is used"),
        ("turn_loss", "1.5", "must lie in [0, 1]; 1 is used"),
        ("start_depth", "-3", "must be at least 0; 0 is used"),
        ("thrust_factor", "-3", "must be at least 0"),
        ("default_water_depth", "-1", "must be at least 0"),
        ("sim_pause", "maybe", "must be true or false"),
        ("drift_vector", "90", "must be heading,magnitude"),
        ("start_pos", "x=1,y=2,z=3", "an unknown key or too many values"),
        ("nav_modulo", "2.5", "must be a whole number from 1"),
        ("post_des_thrust", "DESIRED_THRUST", "must be a variable name other than DESIRED_THRUST"),
        ("polar_plot", "0,10:200,1", "must be angle,value"),
        ("wormhole", "madrid_poly={0,0:1,0:1,1}", "needs tag=NAME"),
        ("current_field", "bay.cfd", "no files can be read here"),
    ],
)
def test_a_wrong_value(key: str, value: str, said: str) -> None:
    (text,) = _warnings((key, value))
    assert text.startswith(f"alpha.moos:41: {key}: ")
    assert said in text


def test_values_are_read_as_the_mission_reader_hands_them_over() -> None:
    lines = [
        ConfigLine("Thrust_Map", '"20:1, 100:5"'),
        ConfigLine(" START_POS ", ' "x = 1, y=2, heading = 90" '),
        ConfigLine("prefix", "NAV"),
        ConfigLine("AppTick", "10"),
        ConfigLine("comms", "native"),
    ]
    simulator = Simulator.from_lines(lines, known_elsewhere=("Comms",))
    assert simulator.config_warnings == []
    assert (simulator.state.x, simulator.state.y, simulator.state.heading) == (1, 2, 90)
    assert simulator.prefix == "NAV"


def test_old_names() -> None:
    simulator = Simulator.from_lines(
        [ConfigLine("startheading", "90"), ConfigLine("force_x", "0.5")], dialect="classic"
    )
    assert simulator.state.heading == 90
    assert internals(simulator).drift.x == 0.5
    assert all(warning.is_note for warning in simulator.config_warnings)
    # the last line is read first
    assert simulator.config_warnings[-1].reference == "STARTHEADING is deprecated. Use instead: START_HEADING"
    (text,) = _warnings(("force_x", "0.5"), dialect="v22")
    assert "an old name that only CLASSIC knows" in text


def test_what_works_though_the_recorded_version_complains_is_harmless() -> None:
    for dialect in ("classic", "v22", "v23"):
        (warning,) = Simulator.from_lines([ConfigLine("thrust_factor", "30")], dialect=dialect).config_warnings
        assert warning.is_note
        assert warning.reference == "Unhandled config line: thrust_factor=30"
    # ... and so it does not stop a keyword
    assert internals(Simulator(dialect="v22", thrust_factor=10)).settings.thrust_map.factor == 10


def test_dialect_and_quirks_of_the_block_win() -> None:
    lines = [ConfigLine("dialect", "V23"), ConfigLine("quirks", "true")]
    simulator = Simulator.from_lines(lines, dialect="classic", quirks=False)
    assert (simulator.dialect, simulator.quirks) == ("v23", True)
    with pytest.raises(ConfigError, match=r"alpha\.moos:7: dialect: unknown dialect 'v32'"):
        Simulator.from_lines([ConfigLine("dialect", "v32", "alpha.moos", 7)])
    (text,) = _warnings(("quirks", "sometimes"))
    assert text == "alpha.moos:41: quirks: must be true or false"


def test_names_that_another_room_declares_are_never_unknown() -> None:
    assert _warnings(("wave_hs", "0.5")) in ([], ["alpha.moos:41: wave_hs: not supported yet"])


def test_what_is_for_vehicles_with_hydrodynamics_is_told_without_them() -> None:
    text = "has no effect: it is for dynamics = fossen3 or fossen6, this vehicle is kinematic"
    assert {name for parameter in FOSSEN for name in parameter.names} == OF_FORCES
    for name in sorted(OF_FORCES):
        assert _warnings((name, "heron")) == [f"alpha.moos:41: {name}: {text}"]


def test_python_values() -> None:
    simulator = Simulator(start_x=1e-7, sim_pause=True, drift_y=-2, dialect="v22", prefix="ABC")
    assert simulator.state.x == 1e-7
    assert internals(simulator).paused
    assert internals(simulator).drift.y == -2
    with pytest.raises(ConfigError, match="sim_pause: must be true or false"):
        Simulator(sim_pause=3)
    with pytest.raises(ConfigError, match="has no value"):
        Simulator(start_x="")


def test_every_parameter_has_a_reader_or_a_field() -> None:
    draft = Draft(find_dialect("documented"), 0.0, None, [])
    for parameter in PARAMETERS:
        if parameter.name not in CHOICE_KEYS and parameter not in CONTROLLER:
            assert (
                parameter.rules.reader
                or not isinstance(parameter.rules.into, str)
                or draft.get(parameter.target) is not None
            )
    for parameter in CONTROLLER:
        settings, problem = read_pid_parameter(PidSettings(), parameter.name, parameter.default)
        assert problem is None and replace(settings, coupled=False) == PidSettings(max_pitch=settings.max_pitch)
    names = {parameter.name for parameter in PARAMETERS}
    assert len(names) == len(PARAMETERS)
    every = [name for p in PARAMETERS for name in (p.name, *p.aliases, *p.rules.deprecated)]
    assert len(set(every)) == len(every)


def test_no_two_records_of_a_draft_have_a_field_of_the_same_name() -> None:
    draft = Draft(find_dialect("documented"), 0.0, None, [])
    names = [name for record in draft.records for name in record.__slots__]
    names += [f.name for f in fields(KinematicSettings)]
    assert len(names) == len(set(names))


def test_every_mail_that_is_read_has_a_handler_and_no_two_are_called_alike() -> None:
    # those of actuators go by the names in the vehicle file
    assert {entry for entry in MAIL if entry.direction == "in"} == {*INCOMING, *SET_POINTS}
    assert len({(entry.name, entry.direction) for entry in MAIL}) == len(MAIL)


@pytest.mark.parametrize("dialect", DIALECT_NAMES)
def test_defaults_of_the_table_are_the_ones_in_force(dialect: str) -> None:
    plain = Simulator.from_lines([], dialect=dialect)
    for parameter in PARAMETERS:
        default = parameter.rules.dialect_defaults.get(dialect, parameter.default)
        if not default or parameter.name in CHOICE_KEYS or parameter.group == "controller":
            continue
        if parameter.name == "max_speed" or parameter.name.startswith("turn_spd_map_"):
            continue  # giving one switches a feature on
        told = Simulator.from_lines([ConfigLine(parameter.name, default)], dialect=dialect)
        if parameter.name == "start_pos":
            continue
        # a dynamic backend goes by the buoyancy rate only once somebody has named one
        assert repr(internals(told, buoyancy_given=False)) == repr(internals(plain)), parameter.name
        assert told.prefix == plain.prefix


@pytest.mark.parametrize("dialect", DIALECT_NAMES)
def test_examples_of_the_table_run_without_a_warning(dialect: str) -> None:
    lines = [ConfigLine(parameter.name, parameter.example) for parameter in PARAMETERS if parameter.example]
    warnings = Simulator.from_lines(lines, dialect=dialect).config_warnings
    assert [warning for warning in warnings if not warning.is_note] == []


def test_dialects() -> None:
    assert find_dialect(" V22 ").name == "v22"
    assert find_dialect("documented", quirks=True) == find_dialect("documented")
    assert not find_dialect("documented").recorded
    for name in ("classic", "v22", "v23"):
        mended, usual, exact = (find_dialect(name, quirks=quirks) for quirks in (False, None, True))
        assert (mended.quirks, exact.quirks, mended.recorded) == (False, True, True)
        assert mended.reproduced == frozenset()
        assert usual == find_dialect(name) and usual.reproduced < exact.reproduced
        page = (ROOT / "docs" / "laws" / "usimmarine.md").read_text(encoding="utf-8")
        for quirk in exact.reproduced:
            assert exact.has(quirk) and not exact.without(quirk).has(quirk) and quirk in page
        some = {"turn_rate_zero", "full_speed_fixed", "rudder_first_unlimited", "bad_dt", "turn_radius_nan"}
        assert exact.reproduced >= some
    with pytest.raises(ConfigError, match="did you mean classic"):
        find_dialect("clasic")
