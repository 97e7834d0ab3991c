"""``usim new``: a working skeleton of an application, a behaviour, a mission, a vehicle or a backend, with its test."""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

import click

from usimmarine_py.cli.craft.data_sheet import (
    asked_kind,
    asked_on_terminal,
    data_sheet,
    file_of_sheet,
    lacking,
    on_terminal,
    short_envelope,
)
from usimmarine_py.cli.progress import say
from usimmarine_py.errors import ConfigError, LogFileError, shorten, suggest
from usimmarine_py.vehicle.datasheet.sheet import LENGTHS, quantity

_SKELETONS = Path(__file__).parent / "skeletons"
#: The next commands, by kind.
_NEXT = {
    "app": (
        "python -m pytest",
        "usim run @name@.moos --app @name@.py",
        "usim plot @name@_run/@name@.alog -o @name@.png",
    ),
    "behavior": ("python -m pytest", "usim behaviors @name@.py", "usim run @name@.moos"),
    "mission": ("python -m pytest", "usim check @name@.moos", "usim run @name@.moos"),
    "vehicle": (
        "python -m pytest",
        "usim vehicles ./@name@.toml -o @name@.png",
        "usim trials ./@name@.toml",
        "usim run @mission@ --set dynamics=fossen@dof@ --set vehicle=./@name@.toml",
    ),
    "backend": ("pip install -e ./@name@", "usim backends @name@ --check", "python -m pytest ./@name@"),
}
#: A shipped mission for a vehicle, by what it is driven by; `alpha` for all others.
_MISSIONS = {"moving_mass": "glider", "auv": "auv_survey", "allocation": "rov_box"}
#: Names of this package and of its dependencies: a file of that name would hide them.
_TAKEN = ("usimmarine_py", "usimmarine", "usim", "numpy", "click", "pyproj", "pytest", "matplotlib", "scipy", "numba")
_LONGEST = 40
#: The shipped vehicle that the file of a kind begins as; that of a catamaran has a skeleton of its own.
_KINDS = {
    "catamaran": "",
    "usv": "heron",
    "auv": "lauv",
    "rov": "bluerov2",
    "glider": "seawing",
    "ship": "kvlcc2",
}


@click.command()
@click.argument("kind", type=click.Choice(list(_NEXT)))
@click.argument("name")
@click.option(
    "--kind", "of_kind", type=click.Choice(list(_KINDS)), help="Of a new vehicle.  [default: catamaran]", metavar="KIND"
)
@click.option(
    "--like", metavar="VEHICLE", help="Parent of a new vehicle: NAME[:VARIANT] or a file, scaled to --length."
)
@click.option("--length", metavar="M", help="Length over all; with --like between perpendiculars.")
@click.option("--froude", "by_froude", is_flag=True, help="All alike: masses by the cube of the length.  [default]")
@click.option("--bis", "bis_mass", type=float, metavar="MASS", help="By the Bis system, with a mass (kg) of its own.")
@click.option("--beam", metavar="M", help="Of a data sheet: beam over all; of an AUV the diameter.")
@click.option("--draft", metavar="M", help="Draft of the hull, without keel and propellers; of an ROV the height.")
@click.option("--mass", metavar="KG", help="Mass as it floats.")
@click.option("--top-speed", metavar="M/S", help="Top speed, also with a unit: 6kn.")
@click.option(
    "--thruster", default="", metavar="NAME[:N]@V", help="Thrusters: T200:2@12V, or a maker's table mine.csv:2@16V."
)
@click.option("--bollard", metavar="N", help="Pull at rest of all propellers, also with a unit: 24kgf.")
@click.option("--power", metavar="W", help="Power at all shafts together, also with a unit: 104hp.")
@click.option("--propeller", metavar="M", help="Diameter of each propeller.")
@click.option("--turning-circle", metavar="M", help="Diameter of the steady circle at full thrust and rudder.")
@click.option("--hull-beam", metavar="M", help="Beam of each hull of a catamaran.")
@click.option("--policy", metavar="FILE.onnx", help="Of a new app or behavior: a trained policy.")
@click.option("--task", help="Of --policy: the environment's task.  [default: StationKeep]")
@click.option("--vehicle", help="Of --policy: the environment's vehicle.  [default: the task's]")
@click.option("--hull-spacing", metavar="M", help="Between the middles of its hulls.")
def new(
    kind: str,
    name: str,
    of_kind: str | None,
    like: str | None,
    length: str | None,
    by_froude: bool,
    bis_mass: float | None,
    thruster: str,
    policy: str | None,
    task: str | None,
    vehicle: str | None,
    **sheet: str | None,
) -> int:
    """Write a working skeleton with its test to this folder.

    \b
    usim new app heading      heading.py, a mission that it steers
    usim new app keeper --policy keeper.onnx        steered by a trained policy
    usim new behavior hold    hold.py for the helm, a mission that uses it
    usim new behavior hold --policy hold.onnx       by courses and speeds
    usim new mission harbour  harbour.moos, steered round a square
    usim new vehicle cat      cat.toml, a catamaran to put your numbers into
    usim new vehicle eel --kind auv     or usv, rov, glider, ship
    usim new vehicle big --like odin --length 14    scaled from a parent
    usim new vehicle boat --length 1.2 --beam 0.93 --mass 17 --top-speed 3
    usim new backend raft     a package raft/ that makes dynamics = raft

    A vehicle from its data sheet has an estimate, with method and range, for every number that the sheet lacks
    (docs/vehicles.md); on a terminal what is missing is asked for one by one. An existing file is never overwritten.
    HoldNorth is written to hold_north.py.
    """
    if kind == "behavior":
        name = file_of_kind(name)
    check_name(kind, name)
    if of_kind is not None and kind != "vehicle":
        raise click.UsageError("--kind is that of a new vehicle")
    given = {key: text for key, text in {"length": length, **sheet}.items() if text is not None}
    if like is not None and (length is None or len(given) > 1 or thruster):
        raise click.UsageError("--like VEHICLE goes with --length, and with --froude or --bis MASS")
    if like is None and (by_froude or bis_mass is not None):
        raise click.UsageError("--froude and --bis MASS go with --like VEHICLE")
    if like is not None and (kind != "vehicle" or of_kind is not None or (by_froude and bis_mass is not None)):
        raise click.UsageError("--like is for a new vehicle, without --kind, by --froude or by --bis MASS")
    if (given or thruster) and kind != "vehicle":
        raise click.UsageError("sizes, mass, speed and thrusters are those of a new vehicle")
    if policy is None and (task is not None or vehicle is not None):
        raise click.UsageError("--task and --vehicle go with --policy FILE.onnx")
    if policy is not None and kind not in ("app", "behavior"):
        raise click.UsageError("--policy is for a new app (thrust and rudder), or a new behavior (course and speed)")
    words = {"@name@": name, "@Class@": "".join(part.capitalize() for part in name.split("_"))}
    folder = Path(name) if kind == "backend" else Path()
    files = {}
    shipped = _KINDS[of_kind or "catamaran"]
    sources = {"NAME.toml": _begun_as(shipped)} if shipped else _texts(sorted((_SKELETONS / kind).iterdir()))
    if policy is not None:
        words |= words_of_policy(policy, task or "StationKeep", vehicle)
        sources = _texts(sorted((_SKELETONS / ("policy" if kind == "app" else "policy_behavior")).iterdir()))
    notes: tuple[str, ...] = ()
    of_sheet = False
    if like is not None and length is not None:
        sources["NAME.toml"], notes = _scaled_from(like, quantity(length, "--length", LENGTHS), bis_mass)
        shipped = like
    elif kind == "vehicle" and (given or thruster or on_terminal()):
        craft = of_kind or "catamaran"
        if on_terminal() and lacking(given, thruster):
            _refuse_present(name, [Path(f"{name}.toml"), Path(f"test_{name}.py")])  # before ten questions
            craft = of_kind or asked_kind(list(_KINDS))
            given, thruster = asked_on_terminal(craft, given, thruster)
        sources["NAME.toml"], notes = file_of_sheet(data_sheet(name, craft, given, thruster))
        shipped, of_sheet = craft, True
    if shipped:
        sources["test_NAME.py"] = (_SKELETONS / "test_kind.py.txt").read_text(encoding="utf-8")
    for file_name, text in sources.items():
        files[folder / file_name.replace("NAME", name)] = _filled(text, words)
    _refuse_present(name, files)
    try:
        folder.mkdir(exist_ok=True)
        for path, text in files.items():
            with path.open("x", encoding="utf-8") as file:
                file.write(text)
            say(f"wrote {path}")
    except OSError as error:
        where = str(error.filename or folder)
        raise LogFileError(f"cannot be written: {error.strerror or error}", file=where) from None
    for note in notes:
        say(f"note: {note}")
    failed = short_envelope(folder / f"{name}.toml") if of_sheet else ""
    if failed:
        say(failed)
    say("next:")
    if kind == "vehicle":
        words |= _words_of_vehicle(next(iter(files.values())))
    for line in _NEXT[kind]:
        if policy and line == "usim run @name@.moos":
            line += " --duration 120"  # a task may have no end, a station that is kept
        say(f"  {_filled(line, words)}")
    return 1 if failed else 0


def _filled(text: str, words: Mapping[str, str]) -> str:
    """Return a text of a skeleton with its words replaced."""
    for word, value in words.items():
        text = text.replace(word, value)
    return text


def _words_of_vehicle(text: str) -> dict[str, str]:
    """Return how a vehicle file is tried in a mission: its degrees of freedom, and a shipped mission."""
    dof = "3" if re.search(r"^dof\s*=\s*3\b", text, re.MULTILINE) else "6"
    kinds = set(re.findall(r'^type\s*=\s*"(\w+)"', text, re.MULTILINE))
    return {"@dof@": dof, "@mission@": next((fit for how, fit in _MISSIONS.items() if how in kinds), "alpha")}


def _refuse_present(name: str, files: Iterable[Path]) -> None:
    """Raises ``ConfigError`` where a file exists already."""
    present = [str(path) for path in files if path.exists() or path.is_symlink()]
    if present:
        one = "exists" if len(present) == 1 else "exist"
        problem = f"{', '.join(present)} {one} already: nothing was written; choose another name"
        raise ConfigError(problem, key=name)


def words_of_policy(policy: str, task: str, vehicle: str | None) -> dict[str, str]:
    """Return what the skeleton of a policy's application is filled with. Raises ``ConfigError``."""
    from usimmarine_py.gym.tasks import KINDS
    from usimmarine_py.vehicle.files import load

    if not Path(policy).is_file():
        raise ConfigError("there is no such file", key="--policy", file=policy)
    if not policy.lower().endswith(".onnx"):
        remedy = "of a policy in Python write such a class with policy = FUNCTION: docs/gym.md"
        raise ConfigError("is no FILE.onnx", key="--policy", file=policy, remedy=remedy)
    if task not in KINDS:
        raise ConfigError(f"there is no task {task!r}", key="--task", suggestion=suggest(task, KINDS))
    craft = vehicle or KINDS[task].vehicle
    goals = {"Waypoint": "x=20, y=10 : x=-20, y=30", "StationKeep": "x=0, y=0, heading=90"}
    return {
        "@policy@": policy, "@task@": task, "@vehicle@": craft, "@goal@": goals.get(task, "x=0, y=0, heading=0"),
        "@x@": "0" if task != "StationKeep" else "5", "@y@": "0" if task != "Dock" else "-15",
        "@dynamics@": "  dynamics   = kinematic" if craft.lower() == "kinematic"
        else f"  dynamics   = fossen{load(craft).dof}\n  vehicle    = {craft}",
    }  # fmt: skip


def _texts(skeletons: Iterable[Path]) -> dict[str, str]:
    """Return the texts of skeletons by the names of their files."""
    return {path.name.removesuffix(".txt"): path.read_text(encoding="utf-8") for path in skeletons}


def _begun_as(shipped: str) -> str:
    """Return the file of a shipped vehicle under the new name, with a line that says where its numbers are from."""
    from usimmarine_py.vehicle.files import read

    text, _ = read(shipped)
    text = re.sub(r'^(name\s*=\s*)"[^"]*"', r'\1"@name@"', text, count=1, flags=re.MULTILINE)
    text = re.sub(r'^(title\s*=\s*)"[^"]*"', r'\1"@Class@"', text, count=1, flags=re.MULTILINE)
    # the sources of its numbers are not those of the new ones
    text = re.sub(r"^\[\[source\]\][^\[]*", "", text, flags=re.MULTILINE)
    return (
        f"# @name@ begins as the shipped vehicle {shipped}: put your numbers and their sources in.\n"
        "# A file from a data sheet: usim new vehicle @name@ --length ... --mass ...\n"
        "# docs/vehicles.md of usimmarine has every table, `usim vehicles ./@name@.toml` explains what came of them.\n"
        f"{text}"
    )


def _scaled_from(parent: str, length: float, mass: float | None) -> tuple[str, tuple[str, ...]]:
    """Return the file of a vehicle like a parent, ``length`` m between perpendiculars, and what to know of it."""
    from usimmarine_py.values.overrides import VehicleText
    from usimmarine_py.values.toml_table import read_toml
    from usimmarine_py.vehicle.description.loader import effective_tree, load_vehicle
    from usimmarine_py.vehicle.description.scaling import Scale, scaled, toml
    from usimmarine_py.vehicle.files import load, read

    if not 0.0 < length < 1e4 or (mass is not None and not 0.0 < mass < 1e12):
        raise ConfigError("must be above 0, in m and kg", key="--length, --bis")
    known = load(parent)
    vehicle = VehicleText.read(parent)
    text, file = read(vehicle.name)
    tree, variant, _ = effective_tree(read_toml(text), file, vehicle.variant_or(""), vehicle.overrides())
    ratio = length / known.length_pp
    scale = Scale(ratio, ratio**3 if mass is None else mass / known.mass)
    made, notes = scaled(tree, scale, file)
    law = "Froude's law" if mass is None else "the Bis system"
    origin = f"{known.name}{f':{variant}' if variant else ''}"
    made["vehicle"]["name"] = "@name@"
    made["vehicle"]["title"] = f"@Class@, from {origin} by {law}, {ratio:.6g} times as long"
    for key in ("bem", "drift") if "hydrodynamics" in made else ():
        if key in made["hydrodynamics"]:
            made["hydrodynamics"][key] = str((Path(file).parent / made["hydrodynamics"][key]).resolve())
    head = f"# From {origin} by {law}: length x {ratio:.6g}, mass x {scale.mass:.6g}, times x {ratio**0.5:.6g}.\n"
    result = head + "".join(f"# {note}\n" for note in notes) + toml(made)
    load_vehicle(result.replace("@name@", "child"), "@name@.toml")
    return result, notes


def file_of_kind(name: str) -> str:
    """Return the file name of a behaviour's kind: ``hold_north`` for ``HoldNorth`` and ``BHV_HoldNorth``.

    Any other name is returned as it is. Raises ``ConfigError`` for a kind that no file name stands for.
    """
    from usimmarine_py.helm.behaviours import PREFIX, kind_of_file

    plain = name.removeprefix(PREFIX)
    if not re.fullmatch(r"[A-Z][A-Za-z0-9]*", plain):
        return name
    found = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", plain).lower()
    if (kind := kind_of_file(f"{found}.py")) != PREFIX + plain:
        raise ConfigError(f"a file {found}.py is looked for as {kind}: name it so", key=name)
    return found


def check_name(kind: str, name: str) -> None:
    """Raise ``ConfigError`` for a name that no module, vehicle or mission can have."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or len(name) > _LONGEST:
        problem = (
            f"must begin with a small letter and hold only small letters, digits and _, at most {_LONGEST} of them"
        )
        raise ConfigError(f"{problem}; for instance {_proper(name)}", key=shorten(name, 60))
    if keyword.iskeyword(name) or name in _TAKEN or name in sys.stdlib_module_names or name.startswith("test_"):
        raise ConfigError(f"is a name that Python or a package uses; for instance my_{name}", key=name)
    if kind == "backend":
        from usimmarine_py.simulator.backends import list_backends

        if name in {one.name for one in list_backends()}:
            raise ConfigError("is a backend already: usim backends lists them", key=name)


def _proper(name: str) -> str:
    """The nearest valid name."""
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)
    found = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_").lstrip("0123456789_")[:_LONGEST]
    return found or "heading"
