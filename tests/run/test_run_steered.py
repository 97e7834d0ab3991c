"""Steered stretches of lock-step runs: the same posts, rows, sums and reports as tick by tick."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.missions import HEAD, mission
from tests.support.outcomes import outcome_of
from usimmarine_py.errors import NotFiniteError
from usimmarine_py.kinematic.dialects import DIALECT_NAMES
from usimmarine_py.mission import Mission
from usimmarine_py.moos.app.application import Steered
from usimmarine_py.run.run import execute, plan_run
from usimmarine_py.run.steered import SteeredStretches
from usimmarine_py.simulator import Simulator
from usimmarine_py.simulator.config.setup import Setup
from usimmarine_py.simulator.state import SimulatorState
from usimmarine_py.simulator.stretch import HARMLESS_SETUP, HARMLESS_STATE, is_steady
from usimmarine_py.values import ActuatorCommand, Environment, VehicleState
from usimmarine_py.values.frozen import field_names, replace

EMBEDDED = "yaw_pid_kp = 0.9\n yaw_pid_kd = 0.6\n yaw_pid_ki = 0.02\n speed_factor = 20\n depth_control = %s"
KINEMATIC = "thrust_map = 20:1, 100:5\n turn_rate = 40\n start_pos = x=0,y=0,heading=30,speed=0"


def block(name: str, *lines: str) -> str:
    return f"ProcessConfig = {name}\n{{\n " + "\n ".join(lines) + "\n}\n"


def vehicle(rate: object, *lines: str) -> str:
    return HEAD + block("usimmarine", f"AppTick = {rate}", "prefix = NAV", *lines)


def guidance(rate: object, *lines: str) -> str:
    usual = ("speed = 2", "lookahead = 10", "acceptance_radius = 6", "waypoints = 0,40 : 40,40 : 40,0 : 0,0")
    return block("usim_guidance", f"AppTick = {rate}", *usual, *lines)


def controller(rate: object, depth: str = "false", *lines: str) -> str:
    return block("pMarinePIDV22", f"AppTick = {rate}", EMBEDDED % depth, *lines)


BOX = vehicle(10, KINEMATIC, EMBEDDED % "false") + guidance(4)
OUTSIDE = vehicle(10, KINEMATIC) + controller(20) + guidance(4)
AUV = vehicle(5, "dynamics = fossen6", "vehicle = remus100", "start_depth = 3", "nav_modulo = 2")
SCRIPT = [
    'event = var=DRIFT_VECTOR_ADD, val="90,0.3", time=13:15',
    "event = var=USM_SIM_PAUSED, val=true, time=18.31",
    "event = var=USM_SIM_PAUSED, val=false, time=21",
    "event = var=USM_ENABLED, val=false, time=25",
    "event = var=NAV_X, val=20, time=27",
    "event = var=USM_ENABLED, val=true, time=28",
    "event = var=MOOS_MANUAL_OVERRIDE, val=true, time=31",
    "event = var=MOOS_MANUAL_OVERRIDE, val=false, time=34",
    "event = var=GUIDANCE_CMD, val=stop, time=37",
    "event = var=GUIDANCE_CMD, val=restart, time=45",
    'event = var=USM_RESET, val="x=4,y=5", time=52.2',
    "event = var=DESIRED_THRUST, val=much, time=56",
    'event = var=APPCAST_REQ, val="node=all,app=all,duration=3,key=a,thresh=any", time=60',
    'event = var=LOADCAST_REQ, val="app=all,duration=3", time=66',
    "event = var=WATER_DEPTH, val=30, time=72",
    "event = var=THRUST_MODE_DIFFERENTIAL, val=true, time=76",
    "event = var=THRUST_MODE_DIFFERENTIAL, val=false, time=80",
    "event = var=THRUST_MODE_REVERSE, val=true, time=84",
]
PLAYED = {
    "box": BOX,
    "outside": OUTSIDE,
    "posts": BOX.replace(
        "prefix = NAV",
        "prefix = NAV\n post_des_thrust = true\n post_des_rudder = MY_RUDDER\n post_des_elevator = MY_ELEVATOR",
    ),
    "order": guidance(4) + controller(20) + vehicle(10, KINEMATIC),
    "rates": vehicle(7, KINEMATIC, "rudder_rate = 30") + controller(33) + guidance(3, "drift_compensation = course"),
    "older": OUTSIDE.replace("pMarinePIDV22", "pMarinePID"),
    "debug": OUTSIDE.replace("speed_factor", "debug = true\n hdg_debug = true\n spd_debug = true\n speed_factor"),
    "busy": BOX + block("uTimerScript", "AppTick = 5", *SCRIPT),
    "busy_outside": OUTSIDE + block("uTimerScript", "AppTick = 4", "reset_max = 1", "reset_time = end", *SCRIPT),
    "watching": OUTSIDE + block("uTimerScript", "condition = NAV_X > 10", "event = var=NOTE, val=1, time=1:9"),
    "weather": BOX.replace(
        "prefix = NAV", "prefix = NAV\n wind = 5, 90\n gusts = harris\n wave_hs = 0.5\n wave_tp = 3"
    ),
    "sensors": OUTSIDE.replace("prefix = NAV", "prefix = NAV\n sensor = gps\n sensor = compass"),
    "dual": OUTSIDE.replace("prefix = NAV", "prefix = NAV\n dual_state = true\n drift_vector = 45,0.2"),
    "dive": vehicle(10, KINEMATIC, EMBEDDED % "true", "max_depth_rate = 0.5") + guidance(4, "depth = 6"),
    "bottom": vehicle(10, KINEMATIC, EMBEDDED % "true", "water_depth = 4") + guidance(4, "depth = 6"),
    "loiter": vehicle(10, KINEMATIC) + controller(10) + guidance(4, "loiter = x=30, y=30, radius=15", "hold = time=20"),
    "arcs": vehicle(10, KINEMATIC) + controller(10) + guidance(4, "arc_radius = 12", "repeat = 1"),
    "ais": "LatOrigin = 43.8253\nLongOrigin = -70.3304\n"
    + BOX.replace("prefix = NAV", "prefix = NAV\n nmea_ais = true\n nmea_rates = VDM=0.2")
    + block(
        "uTimerScript", 'event = var=NODE_REPORT, val="NAME=bravo,X=3,Y=4,SPD=1,HDG=90", time=13:15, amt=3', *SCRIPT[:3]
    ),
    "odin": vehicle(10, "dynamics = fossen6", "vehicle = odin", "variant = hilsim") + controller(10) + guidance(4),
    "fast_odin": vehicle(10, "dynamics = fossen6", "vehicle = odin", EMBEDDED % "false") + guidance(4, "speed = 4.5"),
    "altitude": AUV.replace("prefix = NAV", "prefix = NAV\n water_depth = 20")
    + controller(10, "true")
    + guidance(4, "altitude = 12"),
    "sides": vehicle(10, "dynamics = fossen6", "vehicle = odin")
    + controller(10)
    + guidance(4)
    + block(
        "uTimerScript",
        "event = var=THRUST_MODE_DIFFERENTIAL, val=true, time=20",
        "event = var=DESIRED_THRUST_L, val=30, time=22:23",
        "event = var=THRUST_MODE_DIFFERENTIAL, val=false, time=50",
    ),
    "no_elevator": vehicle(10, "dynamics = fossen6", "vehicle = bluerov2", "start_depth = 3")
    + controller(10, "true")
    + guidance(4, "depth = 4"),
    "auv": AUV + controller(10, "true") + guidance(4, "depth = 5"),
    "auv_script": AUV + block("uTimerScript", "event = var=DESIRED_THRUST, val=60, time=2", *SCRIPT[:3]),
}


#: Lines of a vehicle's block and mail for it, by what they try; of a kinematic one, and of one with hydrodynamics.
FEATURES = {
    "tide": (["tide = M2, major=0.6, direction=70, phase=30"], []),
    "profile": (["current_profile = 0:0.3:90, 20:0.1:40"], []),
    "land": (["land = -20,25:60,25:60,60:-20,60", "draft = 0.5", "default_water_depth = 9"], []),
    "shoal": (["draft = 0.8", "default_water_depth = 4"], [("WATER_DEPTH", 0.5), ("WATER_DEPTH", 6)]),
    "battery": (["battery_capacity = 0.4", "hotel_load = 60", "shaft_power = thrust:900"], []),
    "leeway": (["wind_speed = 8", "wind_dir = 200", "leeway = 4"], [("USM_WEATHER", '"wind_speed=3,wind_dir=20"')]),
    "gusts": (["wind_speed = 6", "wind_gust = norsok", "leeway = 3"], []),
    "fault": ([], [("USM_FAULT", "thrust:freeze"), ("USM_FAULT", "rudder:bias=5"), ("USM_FAULT", "clear")]),
    "water": (["default_water_depth = 30", "sensor = sonar, range=60", "sensor = altimeter"], []),
    "instruments": (["sensor = dvl", "sensor = compass", "sensors_as_nav = true", "dead_reckoning = true"], []),
    "ais": (["nmea_ais = true"], [("NODE_REPORT", '"NAME=bravo,X=3,Y=4,SPD=1,HDG=90"')]),
    "sailing": (["polar_plot = 0,0: 40,40: 90,80: 180,70"], [("WIND_CONDITIONS", '"spd=5,dir=90"')]),
    "buoyancy": (["start_depth = 3"], [("BUOYANCY_CONTROL", "true"), ("TRIM_CONTROL", "true")]),
    "obstacle": ([], [("OBSTACLE_HIT", "true"), ("OBSTACLE_HIT", "false")]),
    "wormhole": (["wormhole = tag=a, madrid_poly={0,10:10,10:10,20:0,20}, weber_poly={60,10:70,10:70,20:60,20}"], []),
}
FOSSEN = {
    **{name: FEATURES[name] for name in ("tide", "profile", "fault", "water", "instruments", "ais")},
    "battery": (["battery_capacity = 3", "hotel_load = 200", "shaft_power = jet_port:3000, jet_stbd:3000"], []),
    "gusts": (["wind_speed = 6", "wind_gust = norsok"], []),
    "waves": (["sea_state = 3", "visuals = true"], [("USM_WEATHER", '"wind_speed=3,wind_dir=20"')]),
    "forces": (["post_forces = true"], [("USM_FORCE", '"X=40,N=-9"'), ("USM_FORCE", "none")]),
    "sides": ([], [("THRUST_MODE_DIFFERENTIAL", "true"), ("THRUST_MODE_DIFFERENTIAL", "false")]),
    "pushed": ([], [("USM_FORCE", '"X=60,Y=20"'), ("USM_FORCE", "none")]),
    "set_points": ([], [("DESIRED_JET_PORT", 900), ("DESIRED_JET_STBD", 700), ("USM_RELEASE", "all")]),
    "land": (["land = -20,25:60,25:60,60:-20,60", "default_water_depth = 9"], []),
    "shoal": (["default_water_depth = 4"], [("WATER_DEPTH", 0.3), ("WATER_DEPTH", 6)]),
}


def outcome(read: Mission, duration: float | None, *, listened: bool, stretches: bool) -> dict[str, object]:
    plan = plan_run(read, duration=duration, seed=4)
    found = outcome_of(plan, listened=listened, stretches=stretches)
    names = {name for app in plan.applications.apps for name in app.application.on_connect_subscriptions()}
    late = plan.bus.client("late")
    late.run()
    for name in sorted({str(name) for name in names} | {"NAV_X", "NAV_LAT", "DESIRED_THRUST", "GUIDANCE_EVENT"}):
        late.register(name)
    return {
        **found,
        # a script may get later what changes nothing for it
        "inboxes": [repr(app.comms.fetch()) for app in plan.applications.apps if isinstance(app.application, Steered)],
        "newest": repr(late.inbox),
    }


def same(text: str, duration: float | None, *, listened: bool) -> None:
    read = mission(text)
    quick, slow = (outcome(read, duration, listened=listened, stretches=way) for way in (True, False))
    for name, found in quick.items():
        theirs = slow[name]
        if isinstance(found, list) and isinstance(theirs, list):
            for mine, other in zip(found, theirs, strict=False):
                assert mine == other, name
        assert found == theirs, name


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    taken: list[int] = []
    take = SteeredStretches.take

    def counting(stretches: SteeredStretches, *given: object) -> int:
        found = take(stretches, *given)  # type: ignore[arg-type]
        taken.append(found)
        return found

    monkeypatch.setattr(SteeredStretches, "take", counting)
    return taken


@pytest.mark.parametrize("listened", [True, False])
@pytest.mark.parametrize("name", sorted(PLAYED))
def test_the_quick_way_is_the_long_way(name: str, listened: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = counted(monkeypatch)
    same(PLAYED[name], 95.3, listened=listened)
    # whoever waits for a variable that is posted all the time ends every stretch
    assert (sum(taken) > 400) is (name != "watching")
    if name in ("box", "outside", "odin"):
        assert sum(taken) / sum(1 for one in taken if one) > 120


def test_runs_that_the_plan_or_a_script_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = counted(monkeypatch)
    for text in (BOX, OUTSIDE, OUTSIDE + block("uTimerScript", "event = quit, time=33.3")):
        same(text, None, listened=True)
    assert sum(taken) > 1000


def test_numbers_that_are_not_finite_and_steps_that_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    same(BOX.replace("prefix = NAV", "prefix = NAV\n drift_x = 1e308"), 40.0, listened=True)
    # a failing backend costs its tick, as ever
    step = Simulator.iterate

    def fails(simulator: Simulator, now: float, max_dt: float | None = None) -> list[object]:
        if 1010.0 < now < 1011.0:
            raise RuntimeError("no")
        return step(simulator, now, max_dt)  # type: ignore[return-value]

    monkeypatch.setattr(Simulator, "iterate", fails)
    same(OUTSIDE.replace("prefix = NAV", "prefix = NAV\n sensor = gps"), 30.0, listened=True)


number = st.floats(-60, 60).map(lambda value: round(value, 2))
moments = st.floats(1, 38).map(lambda value: round(value, 2))
events = st.one_of(
    *(
        st.tuples(st.just(name), values, moments)
        for name, values in {
            "DRIFT_X": number.map(lambda value: value / 50),
            "ROTATE_SPEED": number.map(lambda value: value / 20),
            "DESIRED_SPEED": st.sampled_from([0, 1.5, -1]),
            "DESIRED_RUDDER": number,
            "DESIRED_ELEVATOR": number,
            "SPEED_FACTOR": st.sampled_from([0, 10, 20, -1]),
            "USM_TURN_RATE": st.sampled_from([10, 70, 150]),
            "WATER_DEPTH": st.sampled_from([0, 3, 50]),
            "USM_BUOYANCY_RATE": st.sampled_from([0, 0.2]),
            "MOOS_MANUAL_OVERRIDE": st.sampled_from(["true", "false"]),
            "THRUST_MODE_REVERSE": st.sampled_from(["true", "false"]),
            "THRUST_MODE_DIFFERENTIAL": st.sampled_from(["true", "false"]),
            "USM_ENABLED": st.sampled_from(["true", "false"]),
            "USM_SIM_PAUSED": st.sampled_from(["true", "false"]),
            "GUIDANCE_CMD": st.sampled_from(["stop", "start", "restart"]),
        }.items()
    )
)
lines = st.sampled_from(
    [
        "rudder_rate = 40",
        "max_acceleration = 0.3",
        "turn_spd_map_full_speed = 2",
        "turn_radius = 8",
        "start_depth = 2",
        "dual_state = true",
        "drift_vector = 70, 0.3",
        "post_navpos_summary = true",
        "post_des_thrust = true",
        "nav_modulo = 3",
        "water_depth = 9",
        "wind = 4, 200",
    ]
)


@settings(max_examples=60, deadline=None)
@given(
    dialect=st.sampled_from(DIALECT_NAMES),
    quirks=st.sampled_from(["true", "false"]),
    rates=st.tuples(st.sampled_from([4, 7, 10, 20]), st.sampled_from([3, 10, 20]), st.sampled_from([1, 4, 9])),
    more=st.lists(lines, max_size=3, unique=True),
    kind=st.sampled_from(["embedded", "V22", "older"]),
    depth=st.sampled_from(["true", "false"]),
    compensation=st.sampled_from(["none", "integral", "course"]),
    script=st.lists(events, max_size=4),
    duration=st.floats(5, 40),
    listened=st.booleans(),
)
def test_random_missions(
    dialect: str,
    quirks: str,
    rates: tuple[int, int, int],
    more: list[str],
    kind: str,
    depth: str,
    compensation: str,
    script: list[tuple[str, object, float]],
    duration: float,
    listened: bool,
) -> None:
    own = [EMBEDDED % depth] if kind == "embedded" else []
    text = vehicle(rates[0], f"dialect = {dialect}", f"quirks = {quirks}", KINEMATIC, *own, *more)
    if kind != "embedded":
        text += controller(rates[1], depth).replace("V22", "V22" if kind == "V22" else "")
    text += guidance(rates[2], f"drift_compensation = {compensation}", "depth = 4")
    text += block("uTimerScript", *(f"event = var={name}, val={value}, time={time}" for name, value, time in script))
    same(text, duration, listened=listened)


@settings(max_examples=30, deadline=None)
@given(data=st.data(), duration=st.floats(8, 45), listened=st.booleans(), seed=st.integers(0, 99))
def test_whatever_else_there_is(data: st.DataObject, duration: float, listened: bool, seed: int) -> None:
    dynamics = data.draw(st.sampled_from(["kinematic", "odin", "bluerov2"]))
    features = FEATURES if dynamics == "kinematic" else FOSSEN
    chosen = data.draw(st.lists(st.sampled_from(sorted(features)), min_size=1, max_size=3, unique=True))
    lines = {line.split("=")[0]: line for name in chosen for line in features[name][0]}
    rate = data.draw(st.sampled_from([5, 10]))
    basis = {
        "kinematic": [KINEMATIC],
        "odin": ["dynamics = fossen6", "vehicle = odin"],
        "bluerov2": ["dynamics = fossen6", "vehicle = bluerov2", "start_depth = 1", "hover = true"],
    }[dynamics]
    embedded = dynamics != "bluerov2" and data.draw(st.booleans())
    text = vehicle(rate, f"seed = {seed}", *basis, *([EMBEDDED % "false"] if embedded else []), *lines.values())
    if not embedded:
        text += controller(data.draw(st.sampled_from([7, 10, 20])))
    text += guidance(4)
    mail = [one for name in chosen for one in features[name][1]]
    times = sorted(data.draw(st.lists(moments, min_size=len(mail), max_size=len(mail))))
    events = zip(mail, times, strict=True)
    text += block("uTimerScript", *(f"event = var={name}, val={value}, time={time}" for (name, value), time in events))
    same(text, duration, listened=listened)


def test_each_of_them_is_understood() -> None:
    for basis, features in (([KINEMATIC], FEATURES), (["dynamics = fossen6", "vehicle = odin"], FOSSEN)):
        for name, (lines, mail) in features.items():
            text = vehicle(10, *basis, *lines)
            events = (f"event = var={one}, val={value}, time={i + 1}" for i, (one, value) in enumerate(mail))
            summary = execute(plan_run(mission(text + block("uTimerScript", *events)), duration=9.0, seed=1))
            told = [*summary.config_warnings, *summary.run_warnings]
            assert not any(word in one for one in told for word in ("must be", "unknown", "no effect")), (name, told)


def test_a_field_that_nobody_thought_of_ends_plain_motion() -> None:
    plan = plan_run(mission(BOX), duration=20.0, seed=1)
    execute(plan)
    simulator = plan.applications.simulator
    setup, state = simulator.setup, simulator.internal
    assert is_steady(setup, state)
    assert field_names(SimulatorState) >= HARMLESS_STATE
    assert field_names(Setup) >= HARMLESS_SETUP
    for name in field_names(SimulatorState) - HARMLESS_STATE:
        assert not is_steady(setup, replace(state, **{name: "changed"})), name
    for name in field_names(Setup) - HARMLESS_SETUP:
        assert not is_steady(replace(setup, **{name: "changed"}), state), name


def test_a_step_of_the_backend_that_leaves_the_numbers_is_told_once() -> None:
    class Breaks:
        name = "breaks"

        def initial_state(self, start: VehicleState) -> VehicleState:
            return start

        def step(
            self, state: VehicleState, command: ActuatorCommand, environment: Environment, dt: float
        ) -> VehicleState:
            raise NotFiniteError("far away")

    read = mission(OUTSIDE)
    found = []
    for stretches in (True, False):
        plan = plan_run(read, duration=20.0, seed=1)
        plan.applications.simulator.use_backend(Breaks())
        summary = execute(plan, stretches=stretches)
        found.append((summary.status, summary.run_warnings, repr(plan.applications.simulator.internal)))
    assert found[0] == found[1]
    assert found[0][0] == "diverged"
