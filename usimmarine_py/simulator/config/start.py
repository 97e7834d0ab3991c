"""Start-up: from configuration lines to everything that a run needs (laws/usimmarine 2.1)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import isfinite
from typing import TypeVar

from usimmarine_py.control.pid import PidController
from usimmarine_py.errors import ConfigError, Severity
from usimmarine_py.kinematic.dialects import Dialect, find_dialect
from usimmarine_py.maths.angles import angle_180, angle_360, to_radians
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.simulator.backends import KINEMATIC, find_backend
from usimmarine_py.simulator.config.energy import settle_energy
from usimmarine_py.simulator.config.lines import ConfigWarning, make_warning, warn_of
from usimmarine_py.simulator.config.reading import read_lines
from usimmarine_py.simulator.config.sea import settle_sea
from usimmarine_py.simulator.config.setup import Draft, FileReader, Setup, new_draft
from usimmarine_py.simulator.config.weather import doubtful_instruments, settle
from usimmarine_py.simulator.integrated import IntegratedBackend
from usimmarine_py.simulator.publish.navigation import located
from usimmarine_py.simulator.state import DIFFERENTIAL, LocatedState, StartValues
from usimmarine_py.text import strict_boolean
from usimmarine_py.values import Backend, BackendFactory, ConfigLine, Continuous, Note, forced
from usimmarine_py.values.frozen import replace

_Found = TypeVar("_Found")


def read_setup(
    lines: Sequence[ConfigLine],
    *,
    dialect: str | None = None,
    quirks: bool = False,
    datum: tuple[float, float] | None = None,
    start_time: float = 0.0,
    time_warp: float = 1.0,
    known_elsewhere: Collection[str] = (),
    read_file: FileReader | None = None,
    reproduce_nan: bool = False,
    ground: bool = True,
    seed: int | None = None,
    own_name: str = "",
) -> Setup:
    """Work through the lines; the other arguments are those of ``Simulator.from_lines``.

    Raises ``ConfigError`` for an unknown dynamics or dialect only.
    """
    choice = {line.key.strip().lower(): line for line in lines}
    warnings: list[ConfigWarning] = []
    law = _choose_dialect(choice, dialect, quirks, warnings)
    if not ground:
        law = replace(law, meets_ground=False)
    if not reproduce_nan:
        law = replace(law, turn_radius_nan=False)
    dynamics = choice["dynamics"].value.strip().lower() if "dynamics" in choice else KINEMATIC
    factory = _found_at(choice.get("dynamics"), find_backend, dynamics)
    draft = new_draft(law, start_time, read_file)
    elsewhere = frozenset(key.lower() for key in known_elsewhere)
    warnings += read_lines(draft, lines, elsewhere=elsewhere, backend=factory.parameters if factory is not None else ())
    if draft.aborted:
        # nothing was read, and the clock was never set
        draft = new_draft(law, 0.0, None)
        draft.aborted = True
        draft.change(clock=start_time)
    draft.change(dynamics=dynamics, time_warp=time_warp, own_name=own_name)
    if factory is not None:
        draft.change(backend=_made(factory, draft, choice, read_file))
        line = choice.get("vehicle", choice["dynamics"])
        for text in getattr(draft.setup.backend, "warnings", ()):
            warnings.append(warn_of(line, text, severity=Severity.NOTE))
    warnings += _forced(draft, choice)
    if not draft.aborted:
        draft.change(geodesy=_geodesy(datum, law, warnings))
    draft.change(controller=PidController(draft.setup.gains, honours_override=not law.embedded_ignores_override))
    warnings += _hovering(draft, choice)
    warnings += settle(draft, seed)
    warnings += settle_sea(draft)
    warnings += settle_energy(draft)
    warnings += doubtful_instruments(draft)
    if draft.lines:
        from usimmarine_py.simulator.config.idle import idle_lines  # a bare vehicle starts without

        warnings += idle_lines(draft)
    _place(draft, start_time)
    draft.change(warnings=tuple(warnings))
    return draft.setup


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
        line = draft.lines.get(error.key) or choice.get(error.key.lower())
        if line is not None and not error.file:
            error.file, error.line = line.file, line.line
        raise


def _forced(draft: Draft, choice: dict[str, ConfigLine]) -> list[ConfigWarning]:
    """Let a backend with forces take and tell them; a warning where they were asked for and there are none."""
    setup, backend = draft.setup, draft.setup.backend
    if forced(backend):
        draft.change(set_points=backend.set_points, force_components=backend.components, axes=backend.axes)
        if setup.post_forces:
            draft.change(backend=backend.with_forces())
        return []
    line = choice.get("post_forces")
    if not setup.post_forces or line is None:
        return []
    problem = f"has no effect: dynamics = {setup.dynamics} knows no forces; they need fossen3 or fossen6"
    return [warn_of(line, problem, idle=True)]


def _hovering(draft: Draft, choice: dict[str, ConfigLine]) -> list[ConfigWarning]:
    """Let the vehicle hold its place where that was asked for and it can; else a warning."""
    setup = draft.setup
    if not setup.hover.active:
        return []
    if "sway" not in setup.axes:
        problem = "has no effect: the vehicle cannot push sideways; it takes thrusters and command.type = allocation"
    elif setup.gains.coupled:
        problem = "has no effect: yaw_pid_* couples the other embedded controller, which steers"
    else:
        from usimmarine_py.control.hover import HoverState  # few vehicles hover

        draft.change(holding=HoverState())
        return []
    line = choice.get("hover", ConfigLine("hover", "true"))
    return [warn_of(line, problem, idle=True)]


def _choose_dialect(
    choice: dict[str, ConfigLine], name: str | None, quirks: bool, warnings: list[ConfigWarning]
) -> Dialect:
    line = choice.get("quirks")
    if line is not None:
        found = strict_boolean(line.value.strip())
        if found is None:
            warnings.append(make_warning(line, Note("must be true or false"), as_reference=False))
        else:
            quirks = found
    word = choice["dialect"].value if "dialect" in choice else name or "documented"
    return _found_at(choice.get("dialect"), lambda word: find_dialect(word, quirks), word)


def _geodesy(datum: tuple[float, float] | None, dialect: Dialect, warnings: list[ConfigWarning]) -> Geodesy | None:
    if datum is None:
        return None
    geodesy = Geodesy.at(datum[0], datum[1], true_pi=dialect.true_pi)
    if geodesy is None:
        line = ConfigLine("LatOrigin", f"{datum[0]:g},{datum[1]:g}")
        problem = "LatOrigin, LongOrigin must lie in [-80, 84] and [-180, 180]; no LAT, LONG"
        warnings.append(warn_of(line, problem))
    return geodesy


def _place(draft: Draft, start_time: float) -> None:
    """Put the vehicle where it starts, and freeze the values that the report shows of it."""
    pose, setup = draft.pose, draft.setup
    if setup.dialect.clips:
        heading = angle_360(pose.heading)
        pose = replace(pose, heading=heading, hog=heading, yaw=-to_radians(angle_180(heading)))
    here = LocatedState(setup.place(pose))
    state = setup.start
    draft.change(
        nav=here,
        truth=here,
        command=replace(state.command, differential=state.thrust_mode == DIFFERENTIAL),
        rudder_time=0.0 if setup.dialect.rudder_first_unlimited else start_time,
        pause_began=start_time,
        pid=setup.controller.initial_state() if setup.gains.coupled else None,
    )
    if not draft.aborted:
        draft.change(start_values=_start_values(draft.setup))


def _start_values(setup: Setup) -> StartValues:
    state, pose = setup.start, setup.start.nav.state
    # V22 and V23 have not converted the position yet, so that their report shows 0
    here = located(setup, state.nav)
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
