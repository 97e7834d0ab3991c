"""A mission with values put in: the text of one run of a sweep, for example.

Keys: ``KEY`` of the simulator's block, ``BLOCK.KEY`` of another block, ``script.VAR`` or ``script.VAR[n]`` for the
value of all or the n-th event that posts VAR, ``vehicle.PATH.TO.ENTRY`` or ``PATH.TO.ENTRY`` of the vehicle file,
``env.NAME`` for ``${NAME}``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from usimmarine_py.apps.own.find import AppLike, known_keys, named_apps
from usimmarine_py.check.table import BY_NAME
from usimmarine_py.errors import ConfigError, MissionFileError, suggest
from usimmarine_py.kinematic.dialects import dialect_of_name
from usimmarine_py.mission import (
    Block,
    Mission,
    find_simulator_block,
    parse_mission,
    read_mission,
    role_of,
    simulator_blocks,
)
from usimmarine_py.mission.lines import DEFINE, LineOrigin, clean, split_lines, squeeze
from usimmarine_py.mission.shipped import by_name
from usimmarine_py.mission.started import vehicle_block
from usimmarine_py.mission.template import Expansion
from usimmarine_py.run.applications import NO_VEHICLE, played_blocks
from usimmarine_py.run.asked import AS_WRITTEN, MissionReading
from usimmarine_py.sensors.kinds import line_meant
from usimmarine_py.simulator.backends import find_backend
from usimmarine_py.simulator.config.start import choose_dialect
from usimmarine_py.values.application import APP_KEYS
from usimmarine_py.values.overrides import PREFIX, VehicleText, entries
from usimmarine_py.vehicle.parameters import PARAMETERS as FOSSEN_PARAMETERS

_EVENT_KEY = re.compile(r"script\.([A-Za-z_][A-Za-z_0-9]*)(?:\[(\d+)\])?")
_EVENT_VALUE = re.compile(r'((?:^|[,=])\s*val\s*=\s*)("[^"]*"|[^,]*)', re.I)
_EVENT_VARIABLE = re.compile(r"(?:^|[,=])\s*var\s*=\s*([^,\s]+)", re.I)
_ENVIRONMENT = re.compile(r"\$\{([^}]*)\}")
_PLAIN = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)")


@dataclass(frozen=True, slots=True)
class MissionTemplate:
    """A mission as written, with all that is needed to run it on another machine."""

    name: str  #: file name without its folder
    folder: str  #: of the files that the mission names
    lines: tuple[str, ...]
    block: str | None
    environment: Mapping[str, str]  #: of the ``${NAME}`` that the text uses

    expansion: Expansion | None = None  #: of a template of launch scripts, whose text ``lines`` are

    @classmethod
    def read(
        cls,
        path: Path,
        reading: MissionReading = AS_WRITTEN,
        *,
        literal: bool = False,
    ) -> MissionTemplate:
        """``literal`` as in ``read_mission``; values of ``reading`` that change are not put in.

        Raises ``MissionFileError``, and ``ConfigError`` if the block is not unique.
        """
        path = Path(by_name(path))
        try:
            lines = split_lines(path.read_bytes())
        except OSError as error:
            problem = f"cannot read the mission file: {error.strerror or error}; check its path and permissions"
            raise MissionFileError(problem, file=str(path)) from None
        mission = read_mission(path, definitions=reading.definitions, folders=reading.folders, literal=literal)
        expansion = mission.expansion
        if vehicle_block(mission, reading.block) is None and expansion is not None and expansion.asked:
            raise ConfigError(f"{expansion.asked}: give -D NAME=VALUE", file=str(path))
        if expansion is not None:
            lines = [line.rstrip("\r") for line in expansion.lines]
        used = {name for line in lines for name in _ENVIRONMENT.findall(line)}
        environment = {name: os.environ[name] for name in sorted(used) if name in os.environ}
        return cls(path.name, str(path.parent.resolve()), tuple(lines), reading.block, environment, expansion)

    def vehicle(self, mission: Mission) -> Block:
        """Return the block to which keys without a block belong, ``NO_VEHICLE`` where there is none."""
        found = vehicle_block(mission, self.block)
        if found is None and simulator_blocks(mission):  # which a program by itself may read
            found = find_simulator_block(mission)
        return found or NO_VEHICLE

    def mission(self, environment: Mapping[str, str]) -> Mission:
        """Return the mission as written."""
        return self._parsed(self.lines, environment)

    def flat(self, made: FilledMission) -> Mission:
        """Return the mission with values put in; its lines have the numbers that they have there."""
        return self._parsed(made.lines, made.environment)

    def unchanged(self) -> Mission:
        """Return the mission without other values, its lines with the places that they are written in."""
        return self.filled(FilledMission(self.lines, tuple(range(1, len(self.lines) + 1)), {}))

    def filled(self, made: FilledMission) -> Mission:
        """Return the mission with values put in. Lines keep the places that they are written in; one that was added
        bears that of its block's brace.
        """
        if self.expansion is None and len(made.lines) == len(self.lines):
            return self.flat(made)
        path = str(Path(self.folder) / self.name)
        if self.expansion is None:
            origins = [LineOrigin(path, number) for number in made.numbers]
        else:
            origins = [self.expansion.origins[number - 1] for number in made.numbers]
        variables = {**self.environment, **made.environment}
        texts = [clean(list(made.lines), variables, verbatim=verbatim, origins=origins) for verbatim in (True, False)]
        return Mission(path, texts[0], texts[1], self.expansion)

    def _parsed(self, lines: Sequence[str], environment: Mapping[str, str]) -> Mission:
        path = str(Path(self.folder) / self.name)
        return parse_mission("\n".join(lines), path, {**self.environment, **environment})


@dataclass(frozen=True, slots=True)
class FilledMission:
    """The mission of one run."""

    lines: tuple[str, ...]
    numbers: tuple[int, ...]  #: of the lines as written
    environment: Mapping[str, str]


@lru_cache(4)
def _as_written(lines: tuple[str, ...], path: str, environment: tuple[tuple[str, str], ...]) -> Mission:
    """Return the mission without changes: the same for all runs of a sweep, except for varied environments."""
    return parse_mission("\n".join(lines), path, dict(environment))


def filled(template: MissionTemplate, texts: Mapping[str, str]) -> FilledMission:
    """Return the mission with values put in. Raises ``ConfigError`` for a key that does not fit the mission."""
    environment = {key[4:]: value for key, value in texts.items() if key.startswith("env.")}
    lines = list(template.lines)
    path = str(Path(template.folder) / template.name)
    plain = _as_written(template.lines, path, tuple({**template.environment, **environment}.items()))
    vehicle = template.vehicle(plain)
    changed = {key: value for key, value in texts.items() if is_entry(plain, vehicle, key)}
    inserted: dict[int, list[tuple[int, str]]] = {}
    # all events of a variable first, then single ones of them
    for key, value in sorted(texts.items(), key=lambda item: item[0].endswith("]")):
        if key.startswith("env."):
            _set_definition(lines, key[4:], value)
        if key.startswith("env.") or key in changed:
            continue
        if "\n" in value or "\r" in value:
            raise ConfigError("a value cannot have two lines", key=key)
        if match := _EVENT_KEY.fullmatch(key):
            _set_event(plain, lines, match.group(1), match.group(2), value, key)
            continue
        block, name = place_of(plain, vehicle, key)
        _set_key(block, lines, inserted, name, value, last=block is vehicle and _last_word_counts(vehicle, name))
    if changed:
        chosen = VehicleText.read(texts.get("vehicle") or vehicle.value("vehicle") or "")
        chosen = chosen._replace(changes={**chosen.changes, **entries(changed)})
        variant = texts.get("variant") or vehicle.value("variant") or ""
        from usimmarine_py.vehicle.files import load, read  # bring numpy with them

        load(str(chosen), variant, source=lambda name: read(name, Path(template.folder)))  # raises what is wrong
        _set_key(vehicle, lines, inserted, "vehicle", str(chosen))
    numbers = list(range(1, len(lines) + 1))
    for number in sorted(inserted, reverse=True):
        new = [text for _, text in inserted[number]]
        lines[number:number] = new
        numbers[number:number] = [brace for brace, _ in inserted[number]]
    return FilledMission(tuple(lines), tuple(numbers), environment)


def furnish(folder: Path, home: Path) -> None:
    """Link all that lies in ``home``, the folder of a mission, into ``folder``, so that the mission can run there."""
    for source in home.iterdir():
        target = folder / source.name
        if source not in folder.parents and source.suffix != ".moos" and not target.exists():
            target.symlink_to(source)


def check_keys(
    template: MissionTemplate,
    keys: Sequence[str],
    *,
    program: str = "",
    seeded: bool = False,
    apps: Sequence[AppLike] = (),
) -> None:
    """Raises ``ConfigError`` for a key that nothing in the mission reads.

    ``program``: the one that reads the block of the template, and no other but its script; empty: a lock-step run of
    all that play. ``seeded``: every run has its own seed. ``apps`` as in ``plan_run``.
    """
    mission = template.mission({})
    vehicle = template.vehicle(mission)
    dynamics = (vehicle.value("dynamics") or "kinematic").strip().lower()
    factory = find_backend(dynamics)
    own = {p.name for p in factory.parameters} if factory is not None else set()
    text = "\n".join(template.lines)
    named = named_apps(mission, apps)[0]
    played = {one.block.name.lower() for one in played_blocks(mission, template.block, named).blocks}
    declared = {name.lower(): known_keys(given) for name, given in named.items()}
    nowhere = "is not played in a lock-step run: nothing would change"
    if program:
        played &= {vehicle.name.lower(), (vehicle.value("timer_script") or "").lower()}
        nowhere = f"is not read by {program}: nothing would change"
    simulates = vehicle is not NO_VEHICLE and not role_of(mission, vehicle)
    places: dict[tuple[str, str], str] = {}
    for key in keys:
        if key.startswith("env."):
            if f"${{{key[4:]}}}" not in text:
                raise ConfigError(f"the mission holds no ${{{key[4:]}}}", key=key, file=template.name)
        elif is_entry(mission, vehicle, key):
            if not {p.name for p in FOSSEN_PARAMETERS} <= own:
                raise ConfigError(f"dynamics = {dynamics} has no vehicle file", key=key, file=template.name)
            other = places.setdefault(("vehicle.", key.removeprefix(PREFIX)), key)
            if other != key:
                raise ConfigError(f"is what {other} sets, too", key=key, file=template.name)
        elif key.lower().startswith("script.") and mission.block("script") is None:
            if not _EVENT_KEY.fullmatch(key):
                raise ConfigError("must be script.VAR or script.VAR[n] with n from 1", key=key, file=template.name)
        else:
            block, name = place_of(mission, vehicle, key)
            other = places.setdefault((block.name.lower(), name.lower()), key)
            if other != key:
                raise ConfigError(f"is what {other} sets, too", key=key, file=template.name)
            if block.name.lower() not in played:
                raise ConfigError(f"block {block.name} {nowhere}", key=key, file=template.name)
            names = declared.get(block.name.lower())
            if names is not None and name.lower() not in {*(known.lower() for known in names), *APP_KEYS}:
                raise ConfigError(f"unknown key of {block.name}", key=key, suggestion=suggest(name, names))
            if seeded and block is vehicle and name.lower() == "seed":
                problem = "every run has its own seed already, made of --seed and its number"
                raise ConfigError(problem, key=key, file=template.name)
            if simulates and block is vehicle and name.lower() not in {*BY_NAME, *own}:
                close = line_meant(name) or _elsewhere(mission, played, name) or suggest(name, [*BY_NAME, *own])
                raise ConfigError("unknown parameter of the simulator", key=key, suggestion=close)


def _elsewhere(mission: Mission, played: Collection[str], name: str) -> str:
    """``BLOCK.KEY`` of the block that has a line with this key; empty if it is in none, or in several."""
    blocks = [block for block in mission.blocks if block.name.lower() in played]
    found = [block.name for block in blocks if any(entry.key.lower() == name.lower() for entry in block.entries)]
    return f"{found[0]}.{name}" if len(found) == 1 else ""


def is_entry(mission: Mission, vehicle: Block, key: str) -> bool:
    """Return whether a key is an entry of the vehicle file: ``vehicle.`` before it, or no block of its first name."""
    head, dot, _ = key.partition(".")
    if not dot or head in ("env", "script") or mission.block(head) is not None:
        return False
    if head == "vehicle" or not vehicle.value("vehicle"):
        return head == "vehicle"
    from usimmarine_py.vehicle.description.loader import TABLES

    return head in TABLES


def place_of(mission: Mission, vehicle: Block, key: str) -> tuple[Block, str]:
    """Return the block and the name in it that a key refers to."""
    head, dot, rest = key.partition(".")
    if not dot and vehicle is NO_VEHICLE:
        hidden = "" if mission.expansion is None else mission.expansion.asked
        problem = f"this community has no vehicle: {f'{hidden}: give -D NAME=VALUE' if hidden else 'write BLOCK.KEY'}"
        raise ConfigError(problem, key=key, file=mission.file)
    if not dot:
        return vehicle, key
    block = mission.block(head)
    if block is None:
        problem = f"no block {head} in the mission"
        if head.lower() in BY_NAME and vehicle is not NO_VEHICLE:
            problem += f"; {head} is a key of {vehicle.name}, set it as a whole: {head}=VALUE"
        near = suggest(head, ["script", "vehicle", "env", *mission.block_names])
        raise ConfigError(problem, key=key, file=mission.file, suggestion=near)
    return block, rest


def _last_word_counts(vehicle: Block, name: str) -> bool:
    """Return whether the last line of the simulator's block overrules those before (start_heading a start_pos)."""
    if name.lower() in APP_KEYS:
        return False
    choice = {line.key.strip().lower(): line for line in vehicle.config_lines}
    return not choose_dialect(choice, dialect_of_name(vehicle.name), None, []).has("config_order")


def _set_key(
    block: Block,
    lines: list[str],
    inserted: dict[int, list[tuple[int, str]]],
    name: str,
    value: str,
    *,
    last: bool = False,
) -> None:
    """Replace the first line of that key and drop the others; a key that is not there comes first or ``last``."""
    parameter = BY_NAME.get(name.lower())
    found = [
        entry.line
        for entry in block.entries
        if entry.key.lower() == name.lower() or (parameter is not None and BY_NAME.get(entry.key.lower()) is parameter)
    ]
    for line in found[1:]:
        lines[line - 1] = ""
    if found:
        lines[found[0] - 1] = f"  {name} = {value}"
        return
    # the line behind the block's opening brace, in a list that starts at 0
    inside = block.line
    while inside < len(lines) and not squeeze(lines[inside]).startswith("{"):
        inside += 1
    place = block.body[-1].number if last and block.body else inside + 1
    inserted.setdefault(place, []).append((inside + 1, f"  {name} = {value}"))


def _set_definition(lines: list[str], name: str, value: str) -> None:
    """A definition in the file counts more than the environment: put the value there, too."""
    for i, line in enumerate(lines):
        before, word, after = line.partition(DEFINE)
        if word and "//" not in before and squeeze(after.partition("=")[0]) == name:
            lines[i] = f"{before}{DEFINE} {name} = {value}"


def _set_event(mission: Mission, lines: list[str], variable: str, number: str | None, value: str, key: str) -> None:
    """Replace the value of events; a value that is no number is quoted, so that commas stay inside."""
    events: list[tuple[int, str]] = []
    for block in mission.blocks:
        for entry in block.entries:
            if entry.key.lower() == "event" and (match := _EVENT_VARIABLE.search(entry.value)):
                events.append((entry.line, match.group(1)))
    chosen = [line for line, name in events if name == variable]
    if not chosen:
        present = sorted({name for _, name in events})
        problem = f"no event posts {variable}; events post {', '.join(present) or 'nothing'}"
        raise ConfigError(problem, key=key, file=mission.file, suggestion=suggest(variable, present))
    if number is not None:
        if not 1 <= int(number) <= len(chosen):
            raise ConfigError(f"{len(chosen)} events post {variable}; count from 1", key=key, file=mission.file)
        chosen = [chosen[int(number) - 1]]
    shown = value if _PLAIN.fullmatch(value) else f'"{value}"'
    for line in chosen:
        changed, count = _EVENT_VALUE.subn(lambda m: f"{m.group(1)}{shown}", lines[line - 1], count=1)
        if not count:
            raise ConfigError("this event has no val=", key=key, file=mission.file, line=line)
        lines[line - 1] = changed
