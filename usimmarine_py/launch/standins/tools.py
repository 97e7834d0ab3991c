"""The small tools of launch scripts: nsplug, pluck, ipaddrs.sh and others."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from math import cos, hypot, pi, sin
from pathlib import Path
from random import Random

from usimmarine_py.errors import UsimError
from usimmarine_py.launch.standins.pickpos import number, random_point


def say(text: str) -> None:
    """Print a line."""
    sys.stdout.write(f"{text}\n")


def complain(text: str) -> None:
    """Print a line of an error."""
    sys.stderr.write(f"{text}\n")


def nsplug(arguments: Sequence[str]) -> int:
    """Expand a template to a file; 1 if it cannot be read, or with --strict if a macro is not defined."""
    from usimmarine_py.mission.template import expand_file

    names: list[str] = []
    macros: dict[str, str | None] = {}
    folders: list[str] = []
    strict = lenient = patched = False
    from_files: dict[str, str | None] = {}
    for argument in arguments:
        key, equals, value = argument.partition("=")
        if key in ("--strict", "-s"):
            strict = True
        elif key in ("--lenient", "-l"):
            lenient = True
        elif key in ("--xfile", "-x"):
            patched = True
        elif key in ("--path", "-p"):
            folders += value.split(":")
        elif key == "--macros":
            from_files.update(_macros_of(Path(value)))
        elif argument.startswith("-"):
            continue  # --force, --interactive, --quiet: nothing is ever asked
        elif equals:
            macros[key] = value
        else:
            names.append(argument)
    if len(names) < 2:
        complain("nsplug: needs an input and an output file")
        return 1
    template, target, *defined = names
    if patched and Path(f"{template}x").is_file():  # what nspatch made of it
        template += "x"
    macros = from_files | macros | dict.fromkeys(defined)
    try:
        found = expand_file(template, macros, folders, lenient=lenient)
        if strict and found.missing:
            complain(f"nsplug: {template}: {found.undefined()}")
            return 1
        Path(target).write_bytes(found.text.encode("utf-8", "surrogateescape"))
    except UsimError as error:
        complain(f"nsplug: {error}")
        return 1
    except OSError as error:
        complain(f"nsplug: {target}: {error.strerror or error}")
        return 1
    return 0


def _macros_of(file: Path) -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    for line in file.read_text("utf-8", "surrogateescape").splitlines():
        name, equals, value = line.strip().partition("=")
        if equals and name.strip() and not name.lstrip().startswith(("//", "#")):
            found[name.strip()] = value.strip()
    return found


def log_tool(name: str, arguments: Sequence[str]) -> int:
    """Be one of MOOS-IvP's tools for logs, which end silently where the reader of a pipe does."""
    from usimmarine_py.logs.tools import run_on_stdout

    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        return run_on_stdout(name, arguments)
    except OSError as error:
        complain(f"{name}: {f'{error.filename}: ' if error.filename else ''}{error.strerror or error}")
        return 1


def pluck(arguments: Sequence[str]) -> int:
    """Print a field of the n-th line with that field of a file ``a=1,b=2``, without a line end; 1 if there is none."""
    field, line_end, names = "", "", []
    for argument in arguments:
        if argument.startswith("--fld="):
            field = argument[6:]
        elif argument == "-nl":
            line_end = "\n"
        else:
            names.append(argument)
    try:
        file, place = names[0], int(names[1])
        lines = Path(file).read_text("utf-8", "surrogateescape").splitlines()
        # as the original, it counts the lines in which the name stands, also within another word
        data = [line for line in lines if field in line and not line.startswith(("#", "//"))]
        text = data[place - 1] if place > 0 else ""
    except (IndexError, ValueError, OSError):
        return 1
    for part in text.split(","):
        key, equals, value = part.partition("=")
        if equals and key.strip() == field and value.strip():
            sys.stdout.write(value.strip() + line_end)
            return 0
    return 1


def ipaddrs(_arguments: Sequence[str]) -> int:
    """Print the address of this machine in a simulation."""
    sys.stdout.write("localhost")
    return 0


def heron_info(_arguments: Sequence[str]) -> int:
    """There is no Heron: say how to go on."""
    complain("get_heron_info.sh: this machine is no Heron; launch the vehicle with --sim")
    return 1


def gen_obstacles(arguments: Sequence[str], random: Random) -> int:
    """Print random obstacles, octagons in a polygon with distances of at least --min_range."""
    given = dict(argument.lstrip("-").partition("=")[::2] for argument in arguments)
    try:
        text = given["poly"]
        polygon = [(float(x), float(y)) for x, y in (corner.split(",") for corner in text.split(":"))]
        low, high = float(given.get("min_size", 1)), float(given.get("max_size", 1))
        amount, apart = int(given.get("amt", 1)), float(given.get("min_range", 10))
    except (KeyError, ValueError):
        complain(f"gen_obstacles: cannot use {' '.join(arguments)}")
        return 1
    say(f"# gen_obstacles {' '.join(arguments)}")
    say(f"region    = pts={{{text}}}")
    say(f"min_range = {number(apart, 2)}\nmin_size  = {number(low, 2)}\nmax_size  = {number(high, 2)}")
    found: list[tuple[float, float, float]] = []
    for _ in range(amount):
        for _ in range(1000):
            radius = random.uniform(low, high) / 2.0
            x, y = random_point(polygon, random)
            if all(hypot(x - a, y - b) >= radius + other + apart for a, b, other in found):
                found.append((x, y, radius))
                break
    for index, (x, y, radius) in enumerate(found):
        corners = [(x + radius * sin(k * pi / 4 + pi / 8), y + radius * cos(k * pi / 4 + pi / 8)) for k in range(8)]
        points = ":".join(f"{number(a, 1)},{number(b, 1)}" for a, b in corners)
        say(f"poly = pts={{{points}}},label=ob_{index}")
    return 0


def mhash_gen(_arguments: Sequence[str], random: Random) -> int:
    """Print a name for a mission."""
    words = ["ICED", "LATE", "CALM", "DARK", "BOLD", "WEEK", "BECK", "REEF", "COVE", "TIDE"]
    say(f"000101-0000A-{random.choice(words[:5])}-{random.choice(words[5:])}")
    return 0
