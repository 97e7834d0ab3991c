"""Speeds that a helm may order and its vehicle does not reach."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import NamedTuple

from usimmarine_py.check.helm.made import BehaviorText
from usimmarine_py.check.macros import without_macros
from usimmarine_py.control.gains import read_pid_options
from usimmarine_py.errors import ConfigError
from usimmarine_py.finding import FilePlace, Finding
from usimmarine_py.helm import HelmOptions
from usimmarine_py.kinematic.dialects import dialect_of_name
from usimmarine_py.mission import PID, Block, Mission, role_of
from usimmarine_py.mission.antler import launches, simulator_blocks
from usimmarine_py.simulator.config.draft import FileReader
from usimmarine_py.simulator.config.start import Circumstances, configured
from usimmarine_py.text import read_number
from usimmarine_py.values.application import APP_KEYS, APPLICATION_NAMES
from usimmarine_py.values.frozen import replace

#: A speed is beyond another one by more than this, m/s.
_SLACK = 1e-6


class TopSpeed(NamedTuple):
    """The highest speed that a vehicle reaches, m/s, and what says so."""

    speed: float
    words: str
    domain: float = inf  #: top of the helm's speed axis, m/s


def vehicle_speed(mission: Mission, options: HelmOptions, read_file: FileReader | None = None) -> TopSpeed | None:
    """Return what the vehicle of a mission reaches; None without exactly one that says it in plain numbers."""
    blocks = simulator_blocks(mission)
    if len(blocks) != 1:
        return None
    entries, notes = without_macros(blocks[0])
    if notes:
        return None
    name = next((x.alias for x in launches(mission) if x.alias.lower() == blocks[0].name.lower()), blocks[0].name)
    at = Circumstances(dialect_of_name(name), known_elsewhere=APPLICATION_NAMES, read_file=read_file)
    try:
        draft = configured(replace(blocks[0], entries=tuple(entries)).config_lines, at)
    except ConfigError:
        return None
    domain = next((axis.high for axis in options.axes if axis.name == "speed"), inf)
    if draft.vehicle.backend is not None:
        speed = draft.vehicle.limits.speed_max
        return TopSpeed(speed, f"speed_max of its vehicle file is {speed:g} m/s", domain) if speed < inf else None
    thrust, table = _most_thrust(mission, blocks[0]), draft.settings.thrust_map
    speed = table.speed(thrust)
    if not speed > 0.0:
        return None
    map_name = "thrust_factor" if table.uses_factor else "thrust_map"
    return TopSpeed(speed, f"its {map_name} gives {speed:g} m/s at a thrust of {thrust:g}", domain)


def _most_thrust(mission: Mission, simulator: Block) -> float:
    """Return the largest thrust of the controller, per cent."""
    for block in (simulator, *(block for block in mission.blocks if role_of(mission, block) == PID)):
        lines = replace(block, entries=tuple(without_macros(block)[0])).config_lines
        gains = read_pid_options(lines, block.name, APP_KEYS)[0].gains
        if gains.coupled:
            return min(gains.max_thrust, 100.0)
    return 100.0


def domain_findings(block: Block, top: TopSpeed) -> Iterator[Finding]:
    """Yield a warning for a speed axis that goes beyond the vehicle's speed."""
    if top.domain > top.speed + _SLACK:
        for entry in block.entries:
            if entry.key.lower() == "domain" and entry.value.lower().lstrip().startswith("speed"):
                words = f"the vehicle does not reach {top.domain:g} m/s: {top.words}"
                yield Finding(words, FilePlace(block.file, entry.line, entry.value_column, entry.key))


def speed_findings(text: BehaviorText, top: TopSpeed) -> Iterator[Finding]:
    """Yield a warning for each speed of a behaviour beyond the helm's domain or the vehicle's speed."""
    for behavior, block in text.behaviors:
        for line in block.lines:
            parameter = behavior.parameters.get(line.key.lower())
            speed = read_number(line.value)
            if parameter is None or speed is None or parameter.unit != "m/s" or "width" in parameter.name:
                continue
            if speed > top.domain + _SLACK:
                words = f"the helm orders {top.domain:g} m/s at most: its domain ends there"
            elif speed > top.speed + _SLACK and parameter.name != "max_speed":
                words = f"the vehicle does not reach {speed:g} m/s: {top.words}"
            else:
                continue
            yield Finding(words, FilePlace(text.path, line.line, 1, line.key))
