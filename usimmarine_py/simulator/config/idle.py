"""Lines that are right but do nothing to this vehicle."""

from __future__ import annotations

from collections.abc import Iterator

from usimmarine_py.control.gains import HoverSettings
from usimmarine_py.errors import Severity
from usimmarine_py.kinematic.parameters import LAWS_ALONE
from usimmarine_py.simulator.config.draft import Draft
from usimmarine_py.simulator.parts.around.weather_effect import Asked, idle_weather, idle_wind
from usimmarine_py.values import ConfigLine


def idle_lines(draft: Draft) -> None:
    """Warn of each; a note where weather that mail can bring would give it an effect."""
    if draft.dialect.quirks:
        return
    for line, text, later in (
        *_weather(draft),
        *_of_the_laws(draft),
        *_vertical(draft),
        *_field(draft),
        *_hover(draft),
        *_ground(draft),
    ):
        draft.warn(line, text, idle=True, severity=Severity.NOTE if later else Severity.WARNING)


def _weather(draft: Draft) -> Iterator[tuple[ConfigLine, str, bool]]:
    now, vehicle = draft.weather, draft.vehicle
    settings = dict(now.settings)
    asked = Asked(
        settings,
        now.model,
        draft.sailing,
        vehicle.suite,
        vehicle.backend is None,
        vehicle.limits.surface,
        vehicle.limits.planar,
        draft.depths.water_depth > 0.0 or vehicle.ground.seabed is not None,
        draft.currents.flow is not None or bool(draft.currents.waters),
    )
    for name, why, later in idle_weather([name for name in draft.pending.lines if name in settings], asked):
        yield draft.pending.lines[name], why, later
    line = draft.lines.get("wind_conditions")
    if line is None or not draft.sailing.wind.is_set:
        return
    other = next((name for name in ("wind_speed", "wind_u10", "beaufort") if name in draft.pending.lines), "")
    why = f"has no effect: {other} is given, too" if other in settings else idle_wind(asked)
    if why:
        yield line, why, False


def _of_the_laws(draft: Draft) -> Iterator[tuple[ConfigLine, str, bool]]:
    """Kinematic laws on a vehicle that moves by others."""
    if draft.vehicle.backend is None:
        return
    for name, line in draft.lines.items():
        if name in LAWS_ALONE and name not in draft.pending.backend_lines:
            yield (
                line,
                f"has no effect: it is for dynamics = kinematic, this vehicle is {draft.vehicle.dynamics}",
                False,
            )


def _vertical(draft: Draft) -> Iterator[tuple[ConfigLine, str, bool]]:
    """Depth and buoyancy of a vehicle that floats."""
    if not draft.vehicle.limits.surface:
        return
    for name in ("buoyancy_rate", "start_depth", "start_pos"):
        line = draft.lines.get(name)
        if line is None or (name != "buoyancy_rate" and draft.pose.depth == 0.0):
            continue
        yield (
            line,
            "has no effect: the vehicle stays on the surface" + (", whatever the depth" if name == "start_pos" else ""),
            False,
        )


def _field(draft: Draft) -> Iterator[tuple[ConfigLine, str, bool]]:
    if draft.currents.flow is None:
        idle, why = ["current_field_active", "current_field_interpolation"], "has no effect without current_field"
    elif draft.currents.current_field is None:
        idle, why = ["current_field_interpolation"], "has no effect: a NetCDF file is interpolated along its axes"
    else:
        return
    for name in idle:
        if name in draft.lines:
            yield draft.lines[name], why, False


def _hover(draft: Draft) -> Iterator[tuple[ConfigLine, str, bool]]:
    if draft.steering.hover.active or draft.steering.hover == HoverSettings():
        return
    for name, line in draft.lines.items():
        if name.startswith("hover_"):
            yield line, "has no effect without hover = true", False


def _ground(draft: Draft) -> Iterator[tuple[ConfigLine, str, bool]]:
    """What the bed does to another kind of vehicle."""
    vehicle = draft.vehicle
    squat, soil = draft.lines.get("squat"), draft.lines.get("bed_soil")
    if squat is not None and draft.depths.squats and getattr(vehicle.backend, "squat", 0.0) == 0.0:
        yield squat, "has no effect: it is for surface craft with hydrodynamics", False
    banks = draft.lines.get("banks")
    if banks is not None and draft.depths.banked and vehicle.banks is None:
        if not draft.pending.land:
            yield banks, "has no effect without land: give the banks as polygons", False
        else:
            yield banks, "has no effect: it is for surface craft with hydrodynamics and a draft", False
    if soil is not None and vehicle.limits.surface:
        yield soil, "has no effect: the vehicle stays on the surface", False
