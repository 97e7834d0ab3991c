"""The classes of a built MOOS-IvP as programs that play a scenario, for scripts/original-helm and original-apps."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click

ROOT = Path(__file__).parents[1]
#: A scenario of a thousand ticks takes a second, s.
_LONGEST = 20
_CLASS = re.compile(r"^class\s+(\w+)\s*:\s*public\s+(AppCasting|C)MOOSApp\b", re.MULTILINE)
_NAVIGATION = ("nav_x", "nav_y", "nav_heading", "nav_speed", "nav_depth")


class RawPost(NamedTuple):
    """A post of the original."""

    k: int
    variable: str
    kind: str  #: D or S
    value: str
    aux: str


class Played(NamedTuple):
    """What the original did."""

    poses: dict[int, list[str]]  #: navigation that was mailed, by tick
    posts: list[RawPost]


def built(checkout: Path, app: str) -> Path:
    """Return the program of an application, built if it is older than its source. Raises ``ClickException``."""
    source, program = ROOT / "scripts" / "original_driver.cpp", ROOT / "build" / "original" / app
    if program.exists() and program.stat().st_mtime > source.stat().st_mtime:
        return program
    program.parent.mkdir(parents=True, exist_ok=True)
    ivp, moos = checkout / "ivp" / "src", checkout / "build" / "MOOS"
    folder = next((found for found in (ivp / app, ivp / f"dep_{app}") if found.is_dir()), None)
    if folder is None:
        raise click.ClickException(f"{checkout}: no application {app}")
    header, name, base = next(
        (path.name, found[1], found[2])
        for path in sorted(folder.glob("*.h"))
        for found in _CLASS.finditer(path.read_text())
    )
    own = [path for path in sorted(folder.glob("*.cpp")) if path.name != "main.cpp"]
    includes = [folder, *(path for path in ivp.iterdir() if path.name.startswith("lib_"))]
    includes += [path for tree in (checkout, checkout / "build") for path in tree.glob("MOOS/**/include")]
    shared = moos / "MOOSGeodesy" / "lib"
    command = [
        "g++", "-w", "-Os", "-std=c++11", "-DUSE_UTM", f'-DAPP_HEADER="{header}"', f"-DAPP_CLASS={name}",
        *(["-DPLAIN_APP"] if base == "C" else []),
        *(f"-I{path}" for path in includes), str(source), *map(str, own), "-o", str(program),
        "-Wl,--allow-multiple-definition", f"-Wl,-rpath,{shared}",
        str(moos / "MOOSCore" / "lib" / "libMOOS.a"), str(shared / "libMOOSGeodesy.so"),
        "-Wl,--start-group", *map(str, sorted((checkout / "lib").glob("*.a"))), "-Wl,--end-group",
        "-ldl", "-lm", "-lpthread",
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise click.ClickException(f"{checkout}: {app} cannot be built: {done.stderr.strip()[-600:]}")
    return program


def play(program: Path, document: dict[str, Any], navigation: Iterable[dict[str, str]] = ()) -> Played:
    """Return what the original does with a scenario. Raises ``ClickException`` if it does not end, or fails."""
    work = Path(tempfile.mkdtemp())
    try:
        _write(work, program.name, document, navigation)
        command = [program, program.name, "scenario", "mission.moos", "out"]
        try:
            done = subprocess.run(command, cwd=work, capture_output=True, check=False, timeout=_LONGEST)
        except subprocess.TimeoutExpired:
            raise click.ClickException(f"{document['name']}: the original does not end within {_LONGEST} s") from None
        if done.returncode:
            raise click.ClickException(f"{document['name']}: the original ended with {done.returncode}")
        return _read((work / "out").read_text("utf-8", "surrogateescape"))
    finally:
        shutil.rmtree(work)


def _write(work: Path, app: str, document: dict[str, Any], navigation: Iterable[dict[str, str]]) -> None:
    lines = [f"Community = {document['community']}"]
    if document.get("datum"):
        latitude, longitude = document["datum"]
        lines += [f"LatOrigin = {latitude}", f"LongOrigin = {longitude}"]
    lines += [f"ProcessConfig = {app}", "{", *document["config"], "}"]
    (work / "mission.moos").write_text("\n".join(lines) + "\n")
    for name, text in {**document.get("files", {}), **document.get("bhv_files", {})}.items():
        (work / name).write_text(text)
    last, plant = document["n"], document.get("plant")
    if "app" in document:  # the form of data/contacts: a plant brings its own start
        first = plant["nav_from"] if plant else last + 1
        start = [*(plant[name] for name in ("x", "y", "heading", "speed")), 0] if plant else [0] * 5
    else:
        first, start = document.get("nav_from", 1), document.get("nav_start", [0] * 5)
    rows: list[list[Any]] = [
        ["H", document["t0"], document["dt"], last, first, document.get("nav_until", last), document["community"]],
        ["S", *start],
        *(["N", row["k"], *(row[name] for name in _NAVIGATION)] for row in navigation if row["nav_x"]),
    ]  # fmt: skip
    if plant:
        rows.append(["P", plant["turn_rate"], plant["accel"], plant.get("dive_rate", 0), int("app" in document)])
    for k, variable, kind, value, source, *offset in document.get("inputs", ()):
        rows.append(["I", k, variable, kind, repr(value) if kind == "D" else value, source, *offset])
    (work / "scenario").write_text("".join("\t".join(_escaped(str(one)) for one in row) + "\n" for row in rows))


def _read(text: str) -> Played:
    poses: dict[int, list[str]] = {}
    posts = []
    for mark, k, *rest in _rows(text):
        if mark == "n":
            poses[int(k)] = rest
        else:
            variable, kind, value, aux = rest
            posts.append(RawPost(int(k), variable, kind, _plain(value), _plain(aux)))
    return Played(poses, posts)


def _rows(text: str) -> Iterator[list[str]]:
    return (line.split("\t") for line in text.split("\n") if line)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n")


def _plain(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: {"t": "\t", "n": "\n"}.get(found[1], found[1]), text)


def seeds(text: str) -> list[int]:
    """Return the seeds of FIRST-LAST, or one."""
    first, _, last = text.partition("-")
    return list(range(int(first), int(last or first) + 1))
