"""The sea around the vehicle: files that can be opened behind the last line only, when the datum is known."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING, Any

from usimmarine_py.errors import ConfigError, Severity, UsimError
from usimmarine_py.sea.data.parameters import BATHYMETRY, CRS, CURRENTS
from usimmarine_py.simulator.config.draft import Draft
from usimmarine_py.simulator.config.lines import ConfigWarning, warn_of
from usimmarine_py.simulator.config.weather import settle_weather
from usimmarine_py.values import ConfigLine, Parameter
from usimmarine_py.values.frozen import replace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from usimmarine_py.sea.data.flows import Profile
    from usimmarine_py.sea.data.ocean import OceanFlow


def settle_sea(draft: Draft) -> list[ConfigWarning]:
    """Sea bed and currents of the collected lines, and what is wrong with them."""
    collected, more = draft.collected, draft.collected_lines
    warnings: list[ConfigWarning] = []
    # nothing is loaded that is not requested
    if any(parameter.name in collected for parameter in BATHYMETRY):
        warnings += _settle_bed(draft)
    if more.land:
        _settle_land(draft)
    asked = any(parameter.name in collected for parameter in CURRENTS)
    if asked or more.tides or more.ocean is not None or draft.currents.current_field is not None:
        warnings += _settle_currents(draft)
    if CRS.name in collected and more.ocean is None and "bathymetry" not in collected:
        why = "has no effect without bathymetry or a current_field of a NetCDF file"
        warnings.append(warn_of(collected[CRS.name], why, idle=True))
    return warnings


def _crs(draft: Draft) -> str:
    """Return the coordinate system that counts instead of those of the files; empty without one."""
    line = draft.collected.get(CRS.name)
    return line.value.strip() if line is not None else ""


def _remarks(draft: Draft, line: ConfigLine, texts: Iterable[str]) -> list[ConfigWarning]:
    """Return what was assumed of a file, a note each."""
    return [warn_of(line, f"{draft.find(line.value)}: {text}", severity=Severity.NOTE) for text in texts]


def _at_fault(draft: Draft, line: ConfigLine, error: Exception) -> ConfigLine:
    """Return the line that an error is about: one of the lines on the sea, or that which names the file."""
    if isinstance(error, ConfigError) and error.key in draft.collected:
        line, error.key = draft.collected[error.key], ""
    return line


def _settle_bed(draft: Draft) -> list[ConfigWarning]:
    words, warnings = _words(draft, BATHYMETRY[1:], "bathymetry_")
    line = draft.collected.get("bathymetry")
    if line is None:
        idle = [parameter.name for parameter in BATHYMETRY if parameter.name in draft.collected]
        return warnings + [
            warn_of(draft.collected[name], "has no effect without bathymetry", idle=True) for name in idle
        ]
    from usimmarine_py.sea.data.files import open_bed  # few vehicles have one

    try:
        bed = open_bed(draft.find(line.value), geodesy=draft.found.geodesy, crs=_crs(draft), **words)
        here = draft.pose
        depth = bed.depth(here.x, here.y)
    except (OSError, ValueError, UsimError) as error:
        line = _at_fault(draft, line, error)
        problem = f"{error}; the run goes on without a sea bed"
        return [*warnings, warn_of(line, problem, severity=Severity.ERROR)]
    draft.found.ground = replace(draft.found.ground, applies=True, seabed=bed)
    warnings += _remarks(draft, line, bed.remarks)
    if depth <= 0.0:
        remark = f"the vehicle starts on land, {-depth:.3g} m above the water; are these depths? bathymetry_values says"
        warnings.append(warn_of(line, remark, taken=True))
    elif depth != depth:
        warnings.append(warn_of(line, "the start lies where it knows no depth", severity=Severity.NOTE))
    else:
        # waves are as long as the depth lets them be
        settle_weather(draft, depth, warnings)
    return warnings


def _settle_land(draft: Draft) -> None:
    from usimmarine_py.sea.data.land import Shore
    from usimmarine_py.sea.data.seabed import Flat

    rules = draft.found.ground
    if rules.seabed is None:
        # no depth was promised that could be missed
        draft.depths.left_bed = True
    land = draft.collected_lines.land
    draft.found.ground = replace(rules, applies=True, seabed=Shore(rules.seabed or Flat(nan), land))


def _settle_currents(draft: Draft) -> list[ConfigWarning]:
    from usimmarine_py.sea.data.flows import Flow, Tide, Vectors

    words, warnings = _words(draft, CURRENTS[:2], "current_field_")
    flow: Flow | None = None
    more, currents = draft.collected_lines, draft.currents
    if more.ocean is not None:
        flow = _ocean(draft, more.ocean, words, warnings)
    else:
        idle = [parameter.name for parameter in CURRENTS[:2] if parameter.name in draft.collected]
        why = "has no effect without a current_field of a NetCDF file"
        warnings += [warn_of(draft.collected[name], why, idle=True) for name in idle]
        if currents.current_field is not None:
            flow = Vectors(currents.current_field, currents.field_interpolation)
    waters: list[Flow] = [Tide(more.tides)] if more.tides else []
    profile = draft.collected.get("current_profile")
    if profile is not None:
        try:
            waters.append(_profile(draft, profile.value))
        except (OSError, ValueError, ConfigError) as error:
            warnings.append(warn_of(profile, f"{error}; the run goes on without a profile", severity=Severity.ERROR))
    currents.flow, currents.waters = flow, tuple(waters)
    return warnings


def _ocean(draft: Draft, line: ConfigLine, words: dict[str, Any], warnings: list[ConfigWarning]) -> OceanFlow | None:
    """The currents of a NetCDF file; None, and a warning, where it cannot be read."""
    from usimmarine_py.sea.data.ocean import OceanFlow

    try:
        start = _date(words["start"]) if words["start"] else ()
        path, geodesy = draft.find(line.value), draft.found.geodesy
        ocean = OceanFlow(path, variables=words["variables"], geodesy=geodesy, start=start, crs=_crs(draft))
        # a damaged file is reported now
        ocean.at(draft.pose.x, draft.pose.y, max(0.0, draft.pose.depth), 0.0)
        warnings += _remarks(draft, line, ocean.remarks)
        return ocean
    except (OSError, ValueError, UsimError) as error:
        line = _at_fault(draft, line, error)
        problem = f"{error}; the run goes on without a current field"
        warnings.append(warn_of(line, problem, severity=Severity.ERROR))
    return None


def _profile(draft: Draft, text: str) -> Profile:
    """A profile as it is written, or of the table with that name."""
    from usimmarine_py.sea.data.flows import read_profile, read_profile_table

    if ":" in text:
        return read_profile(text)
    if draft.read_file is None:
        raise FileNotFoundError(f"{text}: no files can be read here")
    return read_profile_table(draft.read_file(text), text)


def _words(draft: Draft, parameters: tuple[Parameter, ...], prefix: str) -> tuple[dict[str, Any], list[ConfigWarning]]:
    """The values of these parameters by what follows the prefix, and what is wrong with them."""
    words: dict[str, Any] = {}
    warnings = []
    for parameter in parameters:
        word, line = parameter.name.removeprefix(prefix), draft.collected.get(parameter.name)
        words[word] = parameter.default
        try:
            if line is not None:
                words[word] = parameter.value(line.value)
        except ConfigError as error:
            assert line is not None
            warnings.append(warn_of(line, error.problem, suggestion=error.suggestion))
    return words, warnings


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
