"""The sea around the vehicle: files that can be opened behind the last line only, when the datum is known."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING, Any

from usimmarine_py.errors import ConfigError, Severity, UsimError
from usimmarine_py.sea.data.parameters import BATHYMETRY, CRS, CURRENTS
from usimmarine_py.simulator.config.draft import Draft
from usimmarine_py.simulator.config.weather import settle_weather
from usimmarine_py.values import ConfigLine, Key
from usimmarine_py.values.frozen import replace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from usimmarine_py.sea.data.flows import Profile
    from usimmarine_py.sea.data.ocean import OceanFlow


def settle_sea(draft: Draft) -> None:
    """Settle the sea bed and the currents of the collected lines."""
    collected, more = draft.pending.lines, draft.pending
    # nothing is loaded that is not requested
    if any(parameter.name in collected for parameter in BATHYMETRY):
        _settle_bed(draft)
    if more.land:
        _settle_land(draft)
    asked = any(parameter.name in collected for parameter in CURRENTS)
    if asked or more.tides or more.ocean is not None or draft.currents.current_field is not None:
        _settle_currents(draft)
    if more.ocean is None and "bathymetry" not in collected:
        _idle(draft, (CRS,), "bathymetry or a current_field of a NetCDF file")


def _idle(draft: Draft, parameters: tuple[Key, ...], without: str) -> None:
    """Warn of lines that do nothing without others."""
    for parameter in parameters:
        if parameter.name in draft.pending.lines:
            draft.warn(parameter.name, f"has no effect without {without}", idle=True)


def _crs(draft: Draft) -> str:
    """Return the coordinate system that counts instead of those of the files; empty without one."""
    line = draft.pending.lines.get(CRS.name)
    return line.value.strip() if line is not None else ""


def _remarks(draft: Draft, line: ConfigLine, texts: Iterable[str]) -> None:
    """Tell what was assumed of a file, a note each."""
    for text in texts:
        draft.warn(line, f"{draft.find(line.value)}: {text}", severity=Severity.NOTE)


def _go_without(what: str, draft: Draft, line: ConfigLine, error: Exception) -> None:
    """Warn of an error about one of the lines on the sea, or about the file that ``line`` names."""
    if isinstance(error, ConfigError) and error.key in draft.pending.lines:
        line, error.key = draft.pending.lines[error.key], ""
    draft.warn(line, f"{error}; the run goes on without {what}", severity=Severity.ERROR)


def _settle_bed(draft: Draft) -> None:
    words = _words(draft, BATHYMETRY[1:], "bathymetry_")
    line = draft.pending.lines.get("bathymetry")
    if line is None:
        _idle(draft, BATHYMETRY, "bathymetry")
        return
    from usimmarine_py.sea.data.files import open_bed  # few vehicles have one

    try:
        bed = open_bed(draft.find(line.value), geodesy=draft.vehicle.geodesy, crs=_crs(draft), **words)
        depth = bed.depth(draft.pose.x, draft.pose.y)
    except (OSError, ValueError, UsimError) as error:
        _go_without("a sea bed", draft, line, error)
        return
    draft.vehicle.ground = replace(draft.vehicle.ground, applies=True, seabed=bed)
    _remarks(draft, line, bed.remarks)
    if depth <= 0.0:
        remark = f"the vehicle starts on land, {-depth:.3g} m above the water; are these depths? bathymetry_values says"
        draft.warn(line, remark, taken=True)
    elif depth != depth:
        draft.warn(line, "the start lies where it knows no depth", severity=Severity.NOTE)
    else:
        # waves are as long as the depth lets them be
        settle_weather(draft, depth)


def _settle_land(draft: Draft) -> None:
    from usimmarine_py.sea.data.land import Shore
    from usimmarine_py.sea.data.seabed import Flat

    rules = draft.vehicle.ground
    if rules.seabed is None:
        # no depth was promised that could be missed
        draft.depths.left_bed = True
    land = draft.pending.land
    draft.vehicle.ground = replace(rules, applies=True, seabed=Shore(rules.seabed or Flat(nan), land))
    felt = getattr(draft.vehicle.backend, "bank_table", None) if draft.depths.banked else None
    table = None if felt is None else felt()
    if table is not None:
        from usimmarine_py.sea.banks import Banks

        draft.vehicle.banks = Banks(land, table)


def _settle_currents(draft: Draft) -> None:
    from usimmarine_py.sea.data.flows import Flow, Tide, Vectors

    words = _words(draft, CURRENTS[:2], "current_field_")
    flow: Flow | None = None
    more, currents = draft.pending, draft.currents
    if more.ocean is not None:
        flow = _ocean(draft, more.ocean, words)
    else:
        _idle(draft, CURRENTS[:2], "a current_field of a NetCDF file")
        if currents.current_field is not None:
            flow = Vectors(currents.current_field, currents.field_interpolation)
    waters: list[Flow] = [Tide(more.tides)] if more.tides else []
    profile = draft.pending.lines.get("current_profile")
    if profile is not None:
        try:
            waters.append(_profile(draft, profile.value))
        except (OSError, ValueError, ConfigError) as error:
            _go_without("a profile", draft, profile, error)
    currents.flow, currents.waters = flow, tuple(waters)


def _ocean(draft: Draft, line: ConfigLine, words: dict[str, Any]) -> OceanFlow | None:
    """The currents of a NetCDF file; None, and a warning, where it cannot be read."""
    from usimmarine_py.sea.data.ocean import OceanFlow

    try:
        start = _date(words["start"]) if words["start"] else ()
        path, geodesy = draft.find(line.value), draft.vehicle.geodesy
        ocean = OceanFlow(path, variables=words["variables"], geodesy=geodesy, start=start, crs=_crs(draft))
        # a damaged file is reported now
        ocean.at(draft.pose.x, draft.pose.y, max(0.0, draft.pose.depth), 0.0)
        _remarks(draft, line, ocean.remarks)
        return ocean
    except (OSError, ValueError, UsimError) as error:
        _go_without("a current field", draft, line, error)
    return None


def _profile(draft: Draft, text: str) -> Profile:
    """A profile as it is written, or of the table with that name."""
    from usimmarine_py.sea.data.flows import read_profile, read_profile_table

    if ":" in text:
        return read_profile(text)
    if draft.read_file is None:
        raise FileNotFoundError(f"{text}: no files can be read here")
    return read_profile_table(draft.read_file(text), text)


def _words(draft: Draft, parameters: tuple[Key, ...], prefix: str) -> dict[str, Any]:
    """The values of these parameters by what follows the prefix."""
    words: dict[str, Any] = {parameter.name: parameter.default for parameter in parameters}
    words |= {parameter.name: value for parameter, value in draft.values(parameters)}
    return {name.removeprefix(prefix): value for name, value in words.items()}


def _date(text: str) -> tuple[int, ...]:
    """Year, month, day, hour, minute, second; UTC. Raises ``ConfigError``."""
    from datetime import datetime, timezone

    try:
        found = datetime.fromisoformat(text.strip().replace("Z", "+00:00"))
    except ValueError:
        problem = f"must be a date and time such as 2026-05-01T12:00:00, found {text!r}"
        raise ConfigError(problem, key="current_field_start") from None
    if found.tzinfo is not None:
        found = found.astimezone(timezone.utc)
    return found.year, found.month, found.day, found.hour, found.minute, found.second
