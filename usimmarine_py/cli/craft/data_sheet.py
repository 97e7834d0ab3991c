"""``usim new vehicle NAME --length ... --mass ...``: a vehicle file from a data sheet, asked for on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from usimmarine_py.cli.progress import StatusLine, say
from usimmarine_py.errors import ConfigError, UsimError
from usimmarine_py.vehicle.datasheet.sheet import FORCES, LENGTHS, MASSES, POWERS, SPEEDS, DataSheet, quantity


@dataclass(frozen=True, slots=True)
class SheetNumber:
    """One number of a data sheet."""

    key: str
    units: Mapping[str, float]
    help: str
    kinds: str = ""  #: of craft that have it; empty: all
    needed: bool = False


NUMBERS = (
    SheetNumber("length", LENGTHS, "Length over all.", needed=True),
    SheetNumber("beam", LENGTHS, "Beam over all; of an AUV the diameter.", needed=True),
    SheetNumber(
        "draft",
        LENGTHS,
        "Draft of the hull, without keel and propellers; of an ROV the height.",
        "usv catamaran ship rov",
    ),
    SheetNumber("hull_beam", LENGTHS, "Beam of each hull of a catamaran.", "catamaran"),
    SheetNumber("hull_spacing", LENGTHS, "Between the middles of its hulls.", "catamaran"),
    SheetNumber("mass", MASSES, "Mass as it floats.", needed=True),
    SheetNumber("top_speed", SPEEDS, "Top speed, m/s or with a unit: 6kn."),
    SheetNumber(
        "bollard", FORCES, "Pull at rest of all propellers, N or with a unit: 24kgf.", "usv catamaran ship auv"
    ),
    SheetNumber("power", POWERS, "Power at all shafts together, W or with a unit: 104hp.", "usv catamaran ship auv"),
    SheetNumber("propeller", LENGTHS, "Diameter of each propeller.", "usv catamaran ship auv"),
    SheetNumber(
        "turning_circle", LENGTHS, "Diameter of the steady circle at full thrust and rudder.", "usv catamaran ship auv"
    ),
)
_BY_KEY = {one.key: one for one in NUMBERS}


def data_sheet(name: str, kind: str, given: Mapping[str, str], thruster: str) -> DataSheet:
    """A data sheet from texts by key. Raises ``ConfigError`` for a wrong or foreign one."""
    from usimmarine_py.vehicle.datasheet.thrusters import read_thruster

    numbers = {}
    for key, text in given.items():
        asked, option = _BY_KEY[key], f"--{key.replace('_', '-')}"
        if asked.kinds and kind not in asked.kinds.split():
            raise ConfigError(f"is not for the kind {kind}", key=option)
        numbers[key] = quantity(text, option, dict(asked.units))
    for one in NUMBERS:
        if one.needed and one.key not in numbers:
            raise ConfigError("is needed", key=f"--{one.key}", remedy=f"give it: {one.help}")
    driven = read_thruster(thruster) if thruster else None
    if driven is not None and kind == "glider":
        raise ConfigError("is not for the kind glider", key="--thruster")
    return DataSheet(name, kind, thruster=driven, **numbers)


def asked_kind(kinds: Sequence[str]) -> str:
    """Ask for the kind of craft; an empty answer is the first one."""
    listed = f"Kind: {', '.join(kinds)}"
    return str(click.prompt(listed, default=kinds[0], type=click.Choice(kinds), show_choices=False, err=True))


def asked_on_terminal(kind: str, given: dict[str, str], thruster: str) -> tuple[dict[str, str], str]:
    """Ask for what is missing, one by one; an empty answer leaves it out. A wrong one is asked for again."""
    say(f"{kind}: Enter alone leaves a number out", err=True)
    for one in NUMBERS:
        if one.key in given or (one.kinds and kind not in one.kinds.split()):
            continue
        unit = next(iter(one.units))
        while True:
            text = click.prompt(f"{one.help.rstrip('.')} [{unit}]", default="", show_default=False, err=True).strip()
            if not text and one.needed:
                say("this one is needed", err=True)
                continue
            try:
                if text:
                    quantity(text, one.key, dict(one.units))
                    given[one.key] = text
            except UsimError as error:
                say(str(error), err=True)
                continue
            break
    if not thruster and kind != "glider":
        thruster = click.prompt(
            "Thrusters as NAME:N@VOLTS (T200:2@12V, or a table mine.csv:2)", default="", show_default=False, err=True
        ).strip()
    return given, thruster


def lacking(given: Mapping[str, str], thruster: str) -> bool:
    """Whether something is missing that a file needs."""
    driven = thruster or any(key in given for key in ("top_speed", "bollard", "power"))
    return not driven or any(one.needed and one.key not in given for one in NUMBERS)


def on_terminal() -> bool:
    """Whether a question can be answered."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def file_of_sheet(sheet: DataSheet) -> tuple[str, tuple[str, ...]]:
    """The text of the vehicle file and what to know of it; progress on a terminal. Raises ``ConfigError``."""
    from usimmarine_py.vehicle.datasheet.craft import vehicle_file
    from usimmarine_py.vehicle.description.loader import load_vehicle

    status = StatusLine(sys.stderr)
    try:
        if status.terminal:
            status.show("estimating" + (" (its circle by trial, up to a minute)" if sheet.turning_circle else ""))
        made = vehicle_file(sheet)
        load_vehicle(made.text.replace("@name@", "child").replace("@Class@", "child"), f"{sheet.name}.toml")
    finally:
        status.close()
    said = list(made.notes)
    if made.top_speed:
        alone = f", by sizes and thrust alone {made.by_sizes:.3g} m/s" if made.by_sizes and sheet.top_speed else ""
        said.insert(0, f"top speed {made.top_speed:.3g} m/s{alone}; {made.bollard:.4g} N of pull at rest")
    return made.text, tuple(said)


def short_envelope(path: Path) -> str:
    """What a part of `usim vehicles --envelope` finds wrong with a file, as text; empty: it passes."""
    from usimmarine_py.trials.envelope import CommandGrid, envelope_of, table

    grid = CommandGrid(thrust=(-100.0, 0.0, 60.0, 100.0), rudder=(-100.0, 0.0, 100.0), elevator=(0.0,), seconds=60.0)
    status = StatusLine(sys.stderr)

    def show(simulated: float, part: float) -> None:
        del simulated
        if status.terminal:
            status.show(f"trying its commands: {100.0 * part:.0f} %")

    try:
        rows = envelope_of(str(path), grid=grid, progress=show)
    finally:
        status.close()
    if all(row.passed for row in rows):
        say("a short envelope passes (usim vehicles ./FILE --envelope tries all)")
        return ""
    return table(rows)
