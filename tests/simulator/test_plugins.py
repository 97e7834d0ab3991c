"""What a backend of somebody else's is given, what it may give back, and what becomes of its mistakes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import cos, hypot, inf, isnan, nan, radians, sin
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.support.internals import internals
from tests.support.paths import ROOT
from usimmarine_py import Parameter, Simulator, VehicleState, check_backend, register_backend
from usimmarine_py.cli.run import run as run_command
from usimmarine_py.cli.vehicles import backends as backends_command
from usimmarine_py.errors import ConfigError
from usimmarine_py.simulator import backends
from usimmarine_py.values import ActuatorCommand, Backend, Continuous, Environment, Gridded, Limited, Limits
from usimmarine_py.values.frozen import field_names
from usimmarine_py.vehicle.factory import FOSSEN3

Step = Callable[[VehicleState, ActuatorCommand, Environment, float], Any]

PARAMETERS = (
    Parameter("Boat_Speed", "number", "2", "Speed.", unit="m/s", minimum=0.0, maximum=9.0, aliases=("BoatV",)),
    Parameter("boat_count", "integer", "3", "Number."),
    Parameter("boat_flag", "bool", "false", "Flag."),
    Parameter("boat_pair", "pair", "", "Pair."),
    Parameter("boat_word", "text", "one", "Word.", choices=("one", "two")),
)


def circle(state: VehicleState, command: ActuatorCommand, environment: Environment, dt: float) -> VehicleState:
    """2 m/s, turning to starboard by the rudder in deg/s; x, y, heading and speed are all that it fills."""
    heading, psi = state.heading + command.rudder * dt, radians(state.heading)
    x, y = state.x + (2.0 * sin(psi) + environment.drift_x) * dt, state.y + 2.0 * cos(psi) * dt
    return replace(state, x=x, y=y, heading=heading, speed=2.0)


@dataclass(frozen=True)
class Boat:
    """A backend with any step."""

    move: Step = circle
    name: str = "boat"

    def initial_state(self, start: VehicleState) -> VehicleState:
        return start

    def step(self, state: VehicleState, command: ActuatorCommand, environment: Environment, dt: float) -> VehicleState:
        moved: VehicleState = self.move(state, command, environment, dt)
        return moved


@dataclass
class Factory:
    """A factory of whatever, which keeps the values that it was given."""

    made: object
    parameters: tuple[Parameter, ...] = PARAMETERS
    values: Mapping[str, Any] | None = None

    def __call__(self, parameters: Mapping[str, Any], read_file: Callable[[str], str] | None) -> Any:
        self.values = parameters
        if isinstance(self.made, Exception):
            raise self.made
        return self.made


@pytest.fixture
def boat(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Factory]]:
    """Registers a boat with a step."""
    monkeypatch.setattr(backends, "_REGISTERED", {})

    def register(move: Step = circle) -> Factory:
        factory = Factory(Boat(move))
        register_backend("Boat", factory)
        return factory

    yield register


def test_parameters_arrive_as_values_with_their_defaults(boat: Callable[..., Factory]) -> None:
    factory = boat()
    Simulator(dynamics="boat", BOAT_speed="3.5", boat_flag="yes", boat_pair="1,2")
    expected = {"Boat_Speed": 3.5, "boat_count": 3, "boat_flag": True, "boat_pair": (1.0, 2.0), "boat_word": "one"}
    assert factory.values == expected
    Simulator(dynamics="Boat", boatv=4)
    assert factory.values["Boat_Speed"] == 4.0 and factory.values["boat_pair"] is None


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("Boat_Speed = abc", "Boat_Speed: must be a finite number, found 'abc'"),
        ("boat_speed = 9.5", "Boat_Speed: must be at most 9 m/s, found 9.5"),
        ("boatv = -1", "Boat_Speed: must be at least 0 m/s, found -1"),
        ("boat_count = 2.5", "boat_count: must be a whole number, found '2.5'"),
        ("boat_flag = perhaps", "boat_flag: must be true or false, found 'perhaps'"),
        ("boat_word = tow", "boat_word: must be one of one, two, found 'tow'; did you mean two?"),
    ],
)
def test_a_bad_value_is_one_line_with_file_and_line(
    boat: Callable[..., Factory], tmp_path: Path, line: str, problem: str
) -> None:
    boat()
    file = tmp_path / "boat.moos"
    file.write_text(f"ProcessConfig = uSimMarineV22\n{{\n  dynamics = boat\n  {line}\n}}\n")
    with pytest.raises(ConfigError) as caught:
        Simulator.from_mission(file)
    assert str(caught.value) == f"{file}:4: {problem}"


def test_an_unknown_key_is_told_with_the_known_one_as_it_was_declared(boat: Callable[..., Factory]) -> None:
    boat()
    with pytest.raises(ConfigError, match="boat_speeed: unknown parameter; did you mean Boat_Speed"):
        Simulator(dynamics="boat", boat_speeed=1)


def test_what_a_step_leaves_out_follows_from_the_rest(boat: Callable[..., Factory]) -> None:
    boat()
    simulator = Simulator(dynamics="boat", start_heading=350, default_water_depth=30, drift_x=0.5)
    state = simulator.step(ActuatorCommand(rudder=20.0), 0.1)
    for _ in range(9):
        state = simulator.step(ActuatorCommand(rudder=20.0), 0.1)
    east, north = 2.0 * sin(radians(8.0)) + 0.5, 2.0 * cos(radians(8.0))
    assert state.heading == pytest.approx(10.0)
    assert state.yaw == pytest.approx(-radians(10.0))
    assert (state.sog, state.time, state.altitude) == (pytest.approx(hypot(east, north)), pytest.approx(1.0), 30.0)
    assert (sin(radians(state.hog)), cos(radians(state.hog))) == pytest.approx(
        (east / state.sog, north / state.sog), abs=1e-9
    )
    assert {p.variable: p.value for p in simulator.iterate(1.1)}["USM_SPEED_OVER_GROUND"] > 2.0


def test_speed_over_ground_of_its_own_is_left_alone(boat: Callable[..., Factory]) -> None:
    boat(lambda s, c, e, dt: replace(circle(s, c, e, dt), sog=7.0, hog=8.0))
    simulator = Simulator(dynamics="boat")
    for _ in range(5):
        state = simulator.step(ActuatorCommand(), 0.1)
        assert (state.sog, state.hog) == (7.0, 8.0)


def test_speed_over_ground_of_a_derivative_at_a_tick_that_misses_its_grid(monkeypatch: pytest.MonkeyPatch) -> None:
    class Straight:
        name = "straight"

        def vector(self, start: VehicleState) -> tuple[float, ...]:
            return (start.x, start.y)

        def derivative(self, t: float, y: Any, command: ActuatorCommand, environment: Environment) -> Any:
            return (3.0, 4.0)

        def shown(self, y: Any, last: VehicleState) -> VehicleState:
            return replace(last, x=y[0], y=y[1])

    assert isinstance(Straight(), Continuous)
    monkeypatch.setattr(backends, "_REGISTERED", {"straight": Factory(Straight(), ())})
    simulator = Simulator(dynamics="straight")
    assert isinstance(simulator.backend, Gridded)
    speeds = [simulator.step(ActuatorCommand(), 0.03).sog for _ in range(20)]
    assert speeds[0] == 0.0 and speeds[1:] == pytest.approx([5.0] * 19)


def broken(state: VehicleState, command: ActuatorCommand, environment: Environment, dt: float) -> VehicleState:
    return replace(circle(state, command, environment, dt), speed=1.0 / (command.thrust - 50.0))


@pytest.mark.parametrize(
    ("move", "told"),
    [
        (
            broken,
            r"plug-in 'boat' failed in step: ZeroDivisionError: (\S+ )?division by zero \(test_plugins\.py:\d+\)",
        ),
        (lambda s, c, e, dt: replace(s, x=nan), "the plug-in 'boat': step gave x = nan"),
        (lambda s, c, e, dt: replace(s, nu=(0.0, 0.0, inf, 0.0, 0.0, 0.0)), r"step gave nu\[2\] = inf"),
        (lambda s, c, e, dt: replace(s, internal=(nan,)), r"step gave internal\[0\] = nan"),
        (lambda s, c, e, dt: replace(s, altitude=inf), "step gave altitude = inf"),
        (lambda s, c, e, dt: replace(s, heading=None), "step gave heading = None"),
        (lambda s, c, e, dt: None, "step gave a NoneType, not a VehicleState"),
    ],
)
def test_a_step_that_fails_holds_the_vehicle_with_one_line(boat: Callable[..., Factory], move: Step, told: str) -> None:
    boat(lambda s, c, e, dt: move(s, c, e, dt) if c.thrust == 50.0 else circle(s, c, e, dt))
    simulator = Simulator(dynamics="boat")
    good = simulator.step(ActuatorCommand(), 1.0)
    state = simulator.step(ActuatorCommand(thrust=50.0), 1.0)
    assert (state.x, state.y, state.speed) == (good.x, good.y, 0.0)
    (warning,) = simulator.run_warnings
    assert re.search(told, warning) and "\n" not in warning
    assert internals(simulator).status == "diverged"


def test_a_run_of_a_plug_in_that_fails_ends_with_one(boat: Callable[..., Factory], tmp_path: Path) -> None:
    boat(lambda s, c, e, dt: circle(s, c, e, dt) if s.y < 5.0 else 1 / 0)
    file = tmp_path / "boat.moos"
    file.write_text("ProcessConfig = uSimMarineV22\n{\n  AppTick = 4\n  dynamics = boat\n}\n")
    arguments = [str(file), "--duration", "10", "--output", str(tmp_path / "out")]
    done = CliRunner().invoke(run_command, arguments, standalone_mode=False)
    assert done.return_value == 1 and "Traceback" not in done.output
    assert done.output.count("the plug-in 'boat' failed in step: ZeroDivisionError") == 1
    file.write_text("ProcessConfig = uSimMarineV22\n{\n  AppTick = 4\n  dynamics = boat\n  boat_speed = abc\n}\n")
    with pytest.raises(ConfigError, match=r"boat\.moos:5: Boat_Speed: must be a finite number, found 'abc'"):
        CliRunner().invoke(run_command, [str(file), "--duration", "10"], catch_exceptions=False)


def test_what_fails_before_the_first_step(monkeypatch: pytest.MonkeyPatch) -> None:
    def started(made: object) -> str:
        monkeypatch.setattr(backends, "_REGISTERED", {"boat": Factory(made, ())})
        with pytest.raises(ConfigError) as caught:
            Simulator(dynamics="boat")
        return str(caught.value)

    assert "dynamics: the plug-in 'boat' failed to start: KeyError: 'x'" in started(KeyError("x"))
    assert "gave a int, which is no backend" in started(7)


def test_a_reset_that_fails_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    class Fussy(Boat):
        def initial_state(self, start: VehicleState) -> VehicleState:
            if start.x > 5.0:
                raise ValueError("too far\neast")
            return start

    monkeypatch.setattr(backends, "_REGISTERED", {"boat": Factory(Fussy(), ())})
    simulator = Simulator(dynamics="boat")
    from usimmarine_py.values import Message

    simulator.on_mail(Message("USM_RESET", "x=9,y=0", 0.0, "test"))
    (warning,) = simulator.take_warnings()
    assert warning.startswith("the plug-in 'boat' failed in initial_state: ValueError: too far east (test_plugins.py:")
    assert simulator.state.x == 0.0


def test_optional_parts_stay_visible(monkeypatch: pytest.MonkeyPatch) -> None:
    class Limited3(Boat):
        limits = Limits(speed_max=3.0)
        colour = "red"

        def validity(self, state: VehicleState) -> str:
            raise ValueError("no idea")

    monkeypatch.setattr(backends, "_REGISTERED", {"boat": Factory(Limited3(), ())})
    simulator = Simulator(dynamics="boat")
    backend = simulator.backend
    assert isinstance(backend, Backend) and isinstance(backend, Limited) and not isinstance(backend, Gridded)
    assert backend.limits.speed_max == 3.0 and backend.colour == "red"
    simulator.step(ActuatorCommand(), 0.1)
    assert "failed in validity: ValueError: no idea" in simulator.run_warnings[0]


class Keeping(Boat):
    """Keeps a count on itself."""

    def step(self, state: VehicleState, command: ActuatorCommand, environment: Environment, dt: float) -> VehicleState:
        object.__setattr__(self, "count", getattr(self, "count", 0) + 1)
        return replace(state, x=state.x + self.count * dt)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("factory", "found"),
    [
        (Factory(Keeping()), "keeps something on self"),
        (Factory(Boat(lambda s, c, e, dt: replace(s, x=s.x + 1.0))), "lead to places"),
        (Factory(Boat(lambda s, c, e, dt: replace(s, x=s.x / (e.drift_x - 0.3)))), "ZeroDivisionError"),
        (Factory(Boat(lambda s, c, e, dt: replace(s, nu=(1.0, 2.0)))), "gave nu with 2 numbers"),
        (Factory(Boat(lambda s, c, e, dt: replace(s, time=s.time + 2 * dt))), "moved the time by"),
        (Factory(Boat(lambda s, c, e, dt: replace(s, y=nan))), "gave y = nan"),
        (Factory(Boat(), (Parameter("seed", "number", "1", "Seed."),)), "seed: never arrives"),
        (Factory(Boat(), (Parameter("a", "number", "7", "A.", maximum=3.0),)), "its default must be at most 3"),
        (Factory(Boat(), (Parameter("a", "float", "7", "A."),)), "kind 'float' is none of"),
        (Factory(Boat(), (Parameter("a", "text", "7", "A."), Parameter("A", "text", "", "A."))), "declared twice"),
        (Factory(ValueError("hm")), "the factory failed: ValueError: hm"),
        (Factory(3), "which is no backend"),
    ],
)
def test_check_backend_finds(factory: Factory, found: str) -> None:
    sentences = check_backend(factory)
    assert any(found in sentence for sentence in sentences), sentences


def test_check_backend_tries_the_limits_of_parameters() -> None:
    class Divides(Factory):
        def __call__(self, parameters: Mapping[str, Any], read_file: Callable[[str], str] | None) -> Any:
            tau = parameters["tau"]
            return Boat(lambda s, c, e, dt: replace(s, x=s.x + dt / tau))

    found = check_backend(Divides(None, (Parameter("tau", "number", "1", "Time.", minimum=0.0),)))
    assert len(found) == 1 and found[0].startswith("tau = 0 is inside its limits, but step failed: ZeroDivisionError")


def test_check_backend_finds_nothing_in_good_ones(boat: Callable[..., Factory]) -> None:
    assert check_backend(Factory(Boat())) == ()
    assert check_backend(FOSSEN3, {"vehicle": "nonsense"})[0].startswith("vehicle: ")
    boat()
    shown = CliRunner().invoke(backends_command, ["boat", "--check"])
    assert (shown.output, shown.exit_code) == ("ok\n", 0)
    boat(lambda s, c, e, dt: replace(s, y=nan))
    shown = CliRunner().invoke(backends_command, ["boat", "--check"])
    assert "gave y = nan" in shown.output and shown.exit_code == 1


def test_the_page_lists_every_field_and_says_which_step_must_fill() -> None:
    page = (ROOT / "docs" / "reference" / "fields.md").read_text(encoding="utf-8")
    source = (ROOT / "usimmarine_py" / "values" / "state.py").read_text(encoding="utf-8")
    for cls in (VehicleState, ActuatorCommand, Environment):
        table = page.partition(f"## {cls.__name__}\n")[2].partition("\n##")[0]
        rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", table, re.MULTILINE)
        assert [name for name, _ in rows] == re.findall(
            r"^    (\w+): ", source.partition(f"class {cls.__name__}:")[2].partition("\n@")[0], re.MULTILINE
        )
        assert {name for name, _ in rows} == field_names(cls)
        for name, text in rows:
            said = re.search(
                rf"^    {name}: [^#]*#: (.*)$", source.partition(f"class {cls.__name__}:")[2], re.MULTILINE
            )
            assert said and text == said.group(1), name
    section = (
        (ROOT / "docs" / "backends.md").read_text(encoding="utf-8").partition("## Fields\n")[2].partition("\n##")[0]
    )
    always, sometimes, never = (re.findall(r"`(\w+)`", part) for part in section.split("\n- ")[1:])
    assert {*always, *sometimes, *never} == field_names(VehicleState)
    assert set(always) == {"x", "y", "heading", "speed", "depth"}
    assert isnan(VehicleState().altitude)
