"""The engine against the vehicles that were written from docs/laws alone (``independent.py``)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from tests.reference.independent import Array, CyberShip, Jolner, Odin, Otter, Remus, Segment, run
from tests.reference.independent import read as read_anew
from usimmarine_py.maths.integrators import DP5
from usimmarine_py.vehicle.actuators.commands import Demand, set_points
from usimmarine_py.vehicle.description.loader import load_vehicle
from usimmarine_py.vehicle.files import read
from usimmarine_py.vehicle.model import Forcing, Model

VEHICLES = Path(__file__).parents[2] / "usimmarine_py" / "vehicles"
#: seconds, thrust, rudder, elevator: ahead, hard over and back, astern
SURFACE: tuple[Segment, ...] = ((8, 60, 0, 0), (10, 60, 70, 0), (10, 90, -40, 0), (4, 30, 10, 0), (6, 5, -90, 0))
DIVE: tuple[Segment, ...] = ((8, 70, 0, 0), (10, 70, 60, 30), (10, 100, -100, -60), (6, 20, 0, 50), (6, -40, 30, 0))
CURRENT = (0.15, -0.1)  # m/s to the north, to the east
STEP = 0.02
TOLERANCE = 1e-6  #: of the way; and rad, m/s, rad/s


def engine(name: str, segments: Sequence[Segment], depth: float) -> Array:
    """eta and nu at the end of each segment."""
    source, file = read(name)
    model = Model(load_vehicle(source, file, "base"))
    state = model.state((0.0, 0.0, depth, 0.0, 0.0, 0.0))
    table, rows = model.solver(DP5, STEP), []
    assert model.vehicle.command is not None
    for seconds, *command in segments:
        points = set_points(model.vehicle.command, Demand(*command))
        inputs = model.inputs(Forcing([0.0] * 6, current=(*CURRENT, 0.0)), points.references)
        state = model.advance(state, inputs, table, round(seconds / STEP))
        rows.append([*model.eta(state), *model.nu(state)])
    return np.array(rows)


@pytest.mark.parametrize(
    ("name", "kind", "segments", "depth"),
    [
        ("odin", Odin, SURFACE, 0.0),
        ("remus100", Remus, DIVE, 20.0),
        ("cybership2", CyberShip, SURFACE, 0.0),
    ],
)
def test_the_pages_of_laws_say_what_the_engine_does(
    name: str, kind: type, segments: Sequence[Segment], depth: float, figure: Callable[[str], None]
) -> None:
    ours = engine(name, segments, depth)
    theirs = run(kind(read_anew(VEHICLES / f"{name}.toml")), segments, (*CURRENT, 0.0), STEP)
    apart = np.abs(ours - theirs)
    apart[:, 3:6] = np.abs((apart[:, 3:6] + np.pi) % (2 * np.pi) - np.pi)
    way = float(np.hypot(*np.diff(theirs[:, :2], axis=0, prepend=0.0).T).sum())
    place, rest = float(apart[:, :3].max()), float(apart[:, 3:].max())
    figure(f"independent {name}: {place:.1e} m over {way:.0f} m, {rest:.1e} rad, m/s, rad/s")
    assert way > 10.0 * float(np.abs(ours[0, 6]))
    assert place <= TOLERANCE * way
    assert rest <= TOLERANCE


@pytest.mark.parametrize(("name", "kind"), [("jolner", Jolner), ("otter", Otter)])
@pytest.mark.parametrize("variant", ["", "mission"])
def test_jolner_and_otter_accelerate_as_the_pages_say(
    name: str, kind: type[Jolner], variant: str, figure: Callable[[str], None]
) -> None:
    source, file = read(name)
    model = Model(load_vehicle(source, file, variant or "base"))
    anew = kind(read_anew(VEHICLES / f"{name}.toml", variant))
    anew.current = np.array([*CURRENT, 0.0])
    most = anew.jets[0]["n_max"]
    rng, worst = np.random.default_rng(6), 0.0
    for _ in range(100):
        motion = rng.normal(size=12) * [10, 10, 0.1, 0.2, 0.1, 1, 1.5, 0.5, 0.3, 0.3, 0.2, 0.4]
        speeds = (rng.uniform(-1, 1, 2) * most).tolist()
        memory = rng.normal(size=len(anew.start) - 12) * 0.1
        inputs = model.inputs(Forcing(current=(*CURRENT, 0.0)), speeds)
        ours = np.delete(model.derivative(0.0, [*motion, *speeds, *memory], inputs), (12, 13))
        anew.lags.now = anew.lags.references = speeds
        theirs = anew.derivative(0.0, np.concatenate([motion, memory]))
        worst = max(worst, float((np.abs(ours - theirs) / np.maximum(1.0, np.abs(theirs))).max()))
    figure(f"independent {name} {variant or 'base'}: derivatives within {worst:.1e}")
    assert worst <= 1e-12


@pytest.mark.parametrize("variant", ["", "mission"])
def test_odin_accelerates_as_the_pages_say(variant: str, figure: Callable[[str], None]) -> None:
    """Also what only ``mission`` uses: skeg, Munk factor, hump, thrust that loses, vertical buoyancy, Bis memory."""
    source, file = read("odin")
    model = Model(load_vehicle(source, file, variant or "base"))
    anew = Odin(read_anew(VEHICLES / "odin.toml", variant))
    anew.current = np.array([*CURRENT, 0.0])
    rng, worst = np.random.default_rng(5), 0.0
    for _ in range(100):
        motion = rng.normal(size=12) * [10, 10, 0.1, 0.2, 0.1, 1, 3, 1, 0.3, 0.3, 0.2, 0.3]
        actuators = (rng.uniform(-1, 1, 6) * [800, 0.4, 1, 800, 0.4, 1] + [1200, 0, 0, 1200, 0, 0]).tolist()
        memory = rng.normal(size=len(anew.start) - 12) * 0.1
        inputs = model.inputs(Forcing(current=(*CURRENT, 0.0)), actuators)
        ours = np.delete(model.derivative(0.0, [*motion, *actuators, *memory], inputs), range(12, 18))
        anew.lags.now = anew.lags.references = actuators
        theirs = anew.derivative(0.0, np.concatenate([motion, memory]))
        worst = max(worst, float((np.abs(ours - theirs) / np.maximum(1.0, np.abs(theirs))).max()))
    figure(f"independent odin {variant or 'base'}: derivatives within {worst:.1e}")
    assert worst <= 1e-12
