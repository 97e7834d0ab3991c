"""Start-up: from configuration lines to a vehicle (laws/usimmarine 2.1)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from math import radians
from typing import TypeVar

from usimmarine_py.errors import ConfigError, Severity
from usimmarine_py.kernels.current import current_ned
from usimmarine_py.kinematic.dialects import Dialect, find_dialect
from usimmarine_py.maths.angles import angle_180, angle_360, to_radians
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.sea.hull import hull_of
from usimmarine_py.simulator.backends import KINEMATIC, find_backend
from usimmarine_py.simulator.config.draft import Draft, FileReader
from usimmarine_py.simulator.config.flow import steady_flow, too_long
from usimmarine_py.simulator.config.lines import about
from usimmarine_py.simulator.config.reading import read_lines
from usimmarine_py.simulator.config.sea import settle_sea
from usimmarine_py.simulator.config.weather import doubtful_instruments, settle
from usimmarine_py.simulator.features import FEATURES
from usimmarine_py.text import strict_boolean
from usimmarine_py.values import Backend, BackendFactory, ConfigLine, Continuous, Finding, forced, unhandled
from usimmarine_py.values.frozen import dataclass, replace

_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The inputs of start-up besides the lines; see ``Simulator.from_lines``."""

    dialect: str | None = None
    quirks: bool | None = None
    datum: tuple[float, float] | None = None
    start_time: float = 0.0
    time_warp: float = 1.0
    known_elsewhere: Collection[str] = ()
    read_file: FileReader | None = None
    reproduce_nan: bool = False
    ground: bool = True
    seed: int | None = None
    own_name: str = ""


def configured(lines: Sequence[ConfigLine], at: Circumstances) -> Draft:
    """Work through the lines. Raises ``ConfigError`` for an unknown dynamics or dialect only."""
    choice = {line.key.strip().lower(): line for line in lines}
    warnings: list[Finding] = []
    dynamics = choice["dynamics"].value.strip().lower() if "dynamics" in choice else KINEMATIC
    law = choose_dialect(choice, at.dialect, at.quirks, warnings)
    if not at.reproduce_nan:
        law = law.without("turn_radius_nan")
    factory = _found_at(choice.get("dynamics"), find_backend, dynamics)
    draft = Draft(law, at.start_time, at.read_file, warnings)
    draft.vehicle.dynamics = dynamics
    elsewhere = frozenset(key.lower() for key in at.known_elsewhere)
    read_lines(draft, lines, elsewhere=elsewhere, backend=factory.parameters if factory is not None else ())
    if draft.aborted:
        # nothing was read, and the clock was never set
        draft = Draft(law, 0.0, None, warnings)
        draft.aborted, draft.start_time = True, at.start_time
    draft.meets_ground = draft.meets_ground and at.ground
    vehicle = draft.vehicle
    vehicle.dynamics, draft.nmea.own_name = dynamics, at.own_name
    if factory is not None:
        vehicle.backend = _made(factory, draft, choice, at.read_file)
        line = choice.get("vehicle", choice["dynamics"])
        for text in getattr(vehicle.backend, "warnings", ()):
            draft.warn(line, text, severity=Severity.NOTE)
    _forced(draft, choice)
    if not draft.aborted:
        vehicle.geodesy = _geodesy(at.datum, draft)
    _hovering(draft, choice)
    settle(draft, at.seed)
    settle_sea(draft)
    _guard_step(draft, choice)
    for feature in FEATURES:
        feature.settle(draft)
    doubtful_instruments(draft)
    if draft.lines:
        # a bare vehicle starts without
        from usimmarine_py.simulator.config.idle import idle_lines
        from usimmarine_py.simulator.config.peculiar import peculiar_lines

        idle_lines(draft)
        peculiar_lines(draft)
    _place(draft)
    return draft


def _found_at(line: ConfigLine | None, find: Callable[[str], _Found], name: str) -> _Found:
    """What ``find`` finds for a name; its ``ConfigError`` gets the file and line of the name."""
    try:
        return find(name)
    except ConfigError as error:
        if line is not None:
            error.file, error.line = line.file, line.line
        raise


def _made(
    factory: BackendFactory, draft: Draft, choice: dict[str, ConfigLine], read_file: FileReader | None
) -> Backend:
    """The backend; a ``ConfigError`` about a parameter gets the file and line of that parameter."""
    try:
        made = factory(draft.pending.backend_lines, read_file)
        if not isinstance(made, Continuous):
            return made
        from usimmarine_py.simulator.integrated import IntegratedBackend

        return IntegratedBackend(made)  # a law of motion without a step of its own gets our solvers
    except ConfigError as error:
        line = draft.lines.get(error.key) or choice.get(error.key.lower())
        if line is not None and not error.file:
            error.file, error.line = line.file, line.line
        raise


def _forced(draft: Draft, choice: dict[str, ConfigLine]) -> None:
    """Let a backend with forces take and tell them; a warning where they were asked for and there are none."""
    vehicle, backend = draft.vehicle, draft.vehicle.backend
    if forced(backend):
        vehicle.points, vehicle.force_components, vehicle.axes = backend.set_points, backend.components, backend.axes
        if draft.publication.post_forces:
            vehicle.backend = backend.with_forces()
    elif draft.publication.post_forces and "post_forces" in choice:
        problem = f"has no effect: dynamics = {vehicle.dynamics} knows no forces; they need fossen3 or fossen6"
        draft.warn(choice["post_forces"], problem, idle=True)


def _hovering(draft: Draft, choice: dict[str, ConfigLine]) -> None:
    """Let the vehicle hold its place where that was asked for and it can; else a warning."""
    if not draft.steering.hover.active:
        return
    if "sway" not in draft.vehicle.axes:
        problem = "has no effect: the vehicle cannot push sideways; it takes thrusters and command.type = allocation"
    elif draft.steering.gains.coupled:
        problem = "has no effect: yaw_pid_* couples the other embedded controller, which steers"
    else:
        draft.vehicle.holds = True
        return
    draft.warn(choice.get("hover", ConfigLine("hover", "true")), problem, idle=True)


def choose_dialect(
    choice: Mapping[str, ConfigLine], name: str | None, quirks: bool | None, warnings: list[Finding]
) -> Dialect:
    """Return the dialect that the lines ``dialect``, ``quirks`` and ``dynamics`` choose, of lines by key (lower case).

    ``name`` and ``quirks`` are the defaults; a warning is added for a wrong value of quirks. Raises ``ConfigError`` for
    an unknown dialect.
    """
    line = choice.get("quirks")
    if line is not None:
        found = strict_boolean(line.value.strip())
        if found is None:
            warnings.append(about(line, unhandled("must be true or false")))
        else:
            quirks = found
    if quirks is None and "dynamics" in choice and choice["dynamics"].value.strip().lower() != KINEMATIC:
        quirks = False  # other laws of motion have no original whose numbers a mission could rely on
    word = choice["dialect"].value if "dialect" in choice else name or "documented"
    return _found_at(choice.get("dialect"), lambda word: find_dialect(word, quirks), word)


def _geodesy(datum: tuple[float, float] | None, draft: Draft) -> Geodesy | None:
    if datum is None:
        return None
    geodesy = Geodesy.at(datum[0], datum[1], true_pi=not draft.dialect.recorded)
    if geodesy is None:
        line = ConfigLine("LatOrigin", f"{datum[0]:g},{datum[1]:g}")
        problem = "LatOrigin, LongOrigin must lie in [-80, 84] and [-180, 180]; no LAT, LONG"
        draft.warn(line, problem)
    return geodesy


def _water(draft: Draft) -> tuple[float, float, float]:
    """Return how the water flows at the start, as far as it acts on the vehicle: north, east, down (m/s)."""
    current, pose, settings = draft.weather.model.current, draft.pose, draft.currents
    north, east, down = current_ned(current.speed, current.towards, current.down)
    if draft.vehicle.limits.surface:
        down = 0.0
    place = pose.y, pose.x, pose.depth
    orbit = draft.weather.model.orbit(0.0, place, radians(pose.heading))
    north, east, down = north + orbit[0], east + orbit[1], down + orbit[2]
    flows = settings.waters if settings.flow is None else (settings.flow, *settings.waters)
    for flow in flows:
        to_east, to_north = flow.at(pose.x, pose.y, max(pose.depth, 0.0), 0.0)
        north, east = north + to_north, east + to_east
    if not getattr(draft.vehicle.backend, "plain_drift", False):
        north, east = north + draft.drifting.drift.y, east + draft.drifting.drift.x
    return north, east, down


def _guard_step(draft: Draft, choice: dict[str, ConfigLine]) -> None:
    """Raise ``ConfigError`` for a step that is too long in the currents and waves that were asked for."""
    found, weather, flow = draft.vehicle, draft.weather, steady_flow(draft) + draft.weather.model.fastest
    problem = too_long(found.backend, flow)
    if not problem:
        return
    from usimmarine_py.vehicle.backend import FossenBackend  # few steps are too long

    backend = found.backend
    waves = weather.model.wave_action == "forces"
    if waves and isinstance(backend, FossenBackend) and (shorter := backend.shortened(flow)) is not None:
        found.backend, found.hull = shorter, replace(hull_of(shorter), owner=found.hull.owner)
        weather.model = replace(weather.model, hull=found.hull)
        text = f"is {shorter.sim_step:g} s: {backend.sim_step:g} s is too long in water that flows at {flow:.3g} m/s"
        draft.warn(ConfigLine("sim_step", f"{shorter.sim_step:g}"), text, severity=Severity.NOTE)
        return
    line = draft.lines.get("sim_step") or draft.pending.lines.get("current_speed") or choice.get("vehicle")
    error = ConfigError(problem, key="sim_step")
    if line is not None:
        error.file, error.line = line.file, line.line
    raise error


def _place(draft: Draft) -> None:
    """Put the vehicle where it starts."""
    pose, backend = draft.pose, draft.vehicle.backend
    if not draft.dialect.recorded:
        heading = angle_360(pose.heading)
        pose = replace(pose, heading=heading, hog=heading, yaw=-to_radians(angle_180(heading)))
    draft.pose = pose if backend is None else backend.initial_state(pose)
    model, floating = draft.weather.model, getattr(backend, "floating", None)
    if floating is not None and model.wave_action == "forces":
        draft.pose = floating(draft.pose, model.ridden(0.0, (pose.y, pose.x), radians(pose.heading)))
    with_water = getattr(backend, "with_water", None)
    if with_water is not None:
        draft.pose = with_water(draft.pose, _water(draft))
    draft.command.rudder_time = 0.0 if draft.dialect.has("rudder_first_unlimited") else draft.start_time
    draft.pause.pause_began = draft.start_time
