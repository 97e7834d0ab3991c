"""Start-up: from configuration lines to everything that a run needs (behaviour specification, 2.1)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import TypeVar

from usimmarine_py.control.pid import PidController
from usimmarine_py.errors import ConfigError
from usimmarine_py.kinematic.dialects import Dialect, find_dialect
from usimmarine_py.maths.angles import angle_180, angle_360, to_radians
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.model import ActuatorCommand, Backend, VehicleState
from usimmarine_py.simulator.backends import KINEMATIC, BackendFactory, find_backend
from usimmarine_py.simulator.config.draft import Draft, FileReader, new_draft
from usimmarine_py.simulator.config.lines import ConfigLine, ConfigWarning, Note, make_warning
from usimmarine_py.simulator.config.options import Options
from usimmarine_py.simulator.config.setup import read_lines
from usimmarine_py.simulator.integrated import Continuous, IntegratedBackend
from usimmarine_py.simulator.mail.weather import sailing_in
from usimmarine_py.simulator.publish import located
from usimmarine_py.simulator.state import DIFFERENTIAL, Copy, SimulatorState, StartValues
from usimmarine_py.simulator.weather.reading import settle
from usimmarine_py.simulator.weather.state import SeaSetup
from usimmarine_py.text import strict_boolean

_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What start-up is told besides the lines; see ``Simulator.from_lines``."""

    dialect: str | None = None
    quirks: bool = False
    datum: tuple[float, float] | None = None
    start_time: float = 0.0
    time_warp: float = 1.0
    known_elsewhere: Collection[str] = ()
    read_file: FileReader | None = None
    reproduce_nan: bool = False
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Setup:
    """What start-up found; nothing of it changes during a run."""

    dialect: Dialect
    options: Options
    backend: Backend | None  #: None = the kinematic engine, which goes by the settings in force
    geodesy: Geodesy | None
    controller: PidController
    start: SimulatorState
    start_values: StartValues | None  #: None when start-up broke off
    warnings: tuple[ConfigWarning, ...]
    time_warp: float
    sea: SeaSetup

    def place(self, state: VehicleState) -> VehicleState:
        """Tell the backend that the vehicle was put somewhere."""
        return state if self.backend is None else self.backend.initial_state(state)


def start_up(lines: Sequence[ConfigLine], around: Surroundings) -> Setup:
    """Work through the lines. Raises ``ConfigError`` for an unknown dynamics or dialect only."""
    choice = {line.key.strip().lower(): line for line in lines}
    warnings: list[ConfigWarning] = []
    dialect = _choose_dialect(choice, around, warnings)
    dynamics = choice["dynamics"].value.strip().lower() if "dynamics" in choice else KINEMATIC
    factory = _found_at(choice.get("dynamics"), find_backend, dynamics)
    draft = new_draft(dialect, around.start_time, around.read_file)
    draft.choose(dynamics=dynamics)
    warnings += read_lines(
        draft,
        lines,
        quirks=dialect.quirks,
        elsewhere=frozenset(key.lower() for key in around.known_elsewhere),
        backend=factory.parameters if factory is not None else (),
    )
    if draft.aborted:
        # nothing was read, and the clock was never set
        draft = new_draft(dialect, 0.0, None)
        draft.aborted = True
    backend = None
    if factory is not None:
        backend = _made(factory, draft, choice, around.read_file)
        line = choice.get("vehicle", choice["dynamics"])
        for text in getattr(backend, "warnings", ()):
            warnings.append(make_warning(line, Note(text, unhandled=False, harmless=True), as_reference=False))
    geodesy = None if draft.aborted else _geodesy(around.datum, dialect, warnings)
    ignores = dialect.embedded_ignores_override
    controller = PidController(draft.options.pid, honours_override=not ignores)
    sea_setup, sea, sea_warnings = settle(draft.sea, backend, draft.sailing, around.seed)
    warnings += sea_warnings
    start = replace(
        _first_state(draft, around.start_time, backend, controller), sea=sea, sailing=sailing_in(sea, draft.sailing)
    )
    return Setup(
        dialect=dialect,
        options=draft.options,
        backend=backend,
        geodesy=geodesy,
        controller=controller,
        start=start,
        start_values=None if draft.aborted else _freeze(start, dialect, geodesy),
        warnings=tuple(warnings),
        time_warp=around.time_warp,
        sea=sea_setup,
    )


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
        made = factory(draft.backend_lines, read_file)
        # a law of motion without a step of its own gets our solvers
        return IntegratedBackend(made) if isinstance(made, Continuous) else made
    except ConfigError as error:
        line = choice.get(error.key.lower())
        if line is not None and not error.file:
            error.file, error.line = line.file, line.line
        raise


def _choose_dialect(choice: dict[str, ConfigLine], around: Surroundings, warnings: list[ConfigWarning]) -> Dialect:
    line, quirks = choice.get("quirks"), around.quirks
    if line is not None:
        found = strict_boolean(line.value.strip())
        if found is None:
            warnings.append(make_warning(line, Note("must be true or false"), as_reference=False))
        else:
            quirks = found
    name = choice["dialect"].value if "dialect" in choice else around.dialect or "documented"
    dialect = _found_at(choice.get("dialect"), lambda word: find_dialect(word, quirks), name)
    return dialect if around.reproduce_nan else replace(dialect, turn_radius_nan=False)


def _geodesy(datum: tuple[float, float] | None, dialect: Dialect, warnings: list[ConfigWarning]) -> Geodesy | None:
    if datum is None:
        return None
    geodesy = Geodesy.at(datum[0], datum[1], true_pi=dialect.true_pi)
    if geodesy is None:
        line = ConfigLine("LatOrigin", f"{datum[0]:g},{datum[1]:g}")
        problem = "LatOrigin, LongOrigin must lie in [-80, 84] and [-180, 180]; no LAT, LONG"
        warnings.append(make_warning(line, Note(problem, unhandled=False), as_reference=False))
    return geodesy


def _first_state(draft: Draft, start_time: float, backend: Backend | None, controller: PidController) -> SimulatorState:
    pose = draft.pose
    if draft.dialect.clips:
        heading = angle_360(pose.heading)
        pose = replace(pose, heading=heading, hog=heading, yaw=-to_radians(angle_180(heading)))
    copy = Copy(pose if backend is None else backend.initial_state(pose))
    return SimulatorState(
        settings=draft.settings,
        nav=copy,
        truth=copy,
        clock=start_time,
        command=ActuatorCommand(differential=draft.thrust_mode == DIFFERENTIAL, reverse=draft.reverse),
        thrust_mode=draft.thrust_mode,
        rudder_time=0.0 if draft.dialect.rudder_first_unlimited else start_time,
        drift=draft.drift,
        rotate_speed=draft.rotate_speed,
        water_depth=draft.water_depth,
        field_active=draft.field_active,
        buoyancy_given=draft.buoyancy_given,
        paused=draft.paused,
        pause_began=start_time,
        reset_count=draft.reset_count,
        sailing=draft.sailing,
        pid=controller.initial_state() if draft.options.pid.coupled else None,
    )


def _freeze(state: SimulatorState, dialect: Dialect, geodesy: Geodesy | None) -> StartValues:
    pose = state.nav.state
    # V22 and V23 have not converted the position yet, so that their report shows 0
    here = located(state.nav, dialect, geodesy)
    known = isfinite(here.latitude)
    return StartValues(
        heading=pose.heading,
        speed=pose.speed,
        depth=pose.depth,
        altitude=state.water_depth - pose.depth,
        x=pose.x,
        y=pose.y,
        latitude=here.latitude if known else 0.0,
        longitude=here.longitude if known else 0.0,
        buoyancy_rate=state.settings.buoyancy_rate,
        drift=state.drift,
        rotate_speed=state.rotate_speed,
    )
