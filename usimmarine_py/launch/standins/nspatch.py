"""nspatch: a mission file with the blocks and globals of patch files put in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from usimmarine_py.launch.standins.tools import complain

# -- nspatch of .bhv files: behaviours, initialize and set lines of patches put into a behavior file


_BEHAVIOR = re.compile(r"\s*Behavior\s*=\s*\w+", re.IGNORECASE)
_NAME = re.compile(r"\s*name\s*=\s*(\S+)", re.IGNORECASE)
_SET = re.compile(r"\s*set\s+(\S+?)\s*=", re.IGNORECASE)
_INITIALIZE = re.compile(r"\s*initialize\s+(.*)", re.IGNORECASE)
_RULE = "//----------------------------------"


def patched_behaviors(stem: Sequence[str], patch: Sequence[str]) -> list[str]:
    """Return the lines of a behavior file with a patch.

    Behaviours of the patch take the place of those of the same name, ``initialize`` and ``set`` of those of the same
    variable; what is new follows: ``initialize`` behind the others, behaviours and modes at the end.
    """
    given = {key: lines for key, lines in _pieces(patch) if key}
    found: list[list[str]] = []
    last = -1
    for key, lines in _pieces(stem):
        if key.startswith("initialize"):
            last = len(found)
        found.append(given.pop(key) if key in given else lines)
    starts = [given.pop(key) for key in list(given) if key.startswith("initialize")]
    found[last + 1 : last + 1] = starts
    lines = [line for piece in found for line in piece]
    for key, piece in given.items():
        lines += ["", _RULE, *piece] if key.startswith("behavior") else ["", *piece]
    return lines


def _pieces(lines: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Return the parts of a file, each with its key; comments and empty lines have none."""
    found: list[tuple[str, list[str]]] = []
    place = 0
    while place < len(lines):
        line = lines[place]
        end = place + 1
        if _BEHAVIOR.match(line) or (_SET.match(line) and "{" in _with_next(lines, place)):
            while end < len(lines) and not lines[end - 1].strip().startswith("}"):
                end += 1
            piece = list(lines[place:end])
            found.append((_key(piece), piece))
        elif start := _INITIALIZE.match(line):
            for one in start[1].split(","):
                variable = one.partition("=")[0].strip()
                found.append((f"initialize {variable}", [f"initialize {one.strip()}"]))
        else:
            found.append(("", [line]))
        place = end
    return found


def _with_next(lines: Sequence[str], place: int) -> str:
    return " ".join(lines[place : place + 2])


def _key(piece: Sequence[str]) -> str:
    if named := _SET.match(piece[0]):
        return f"set {named[1]}"
    names = (found[1] for line in piece if (found := _NAME.match(line)))
    return f"behavior {next(names, piece[0].partition('=')[2].strip())}"


_BLOCK = re.compile(r"\s*ProcessConfig\s*=\s*(\S+)", re.IGNORECASE)
_GLOBAL = re.compile(r"(\s*)([^\s=/#][^=/]*?)\s*=\s*(.*)")
_PATCHES = (".xmoos", ".moosp", ".xbhv")


def main(arguments: Sequence[str]) -> int:
    """Write ``--targ=`` from ``--stem=`` and patches, of mission files or of .bhv files.

    1 for words that cannot be used or a target that cannot be written. A stem that is not there counts as empty, as in
    the original.
    """
    stem = target = ""
    patches: list[str] = []
    plain: list[str] = []
    for argument in arguments:
        if argument.startswith("--stem="):
            stem = argument[7:]
        elif argument.startswith("--targ="):
            target = argument[7:]
        elif argument.endswith(_PATCHES):
            patches.append(argument)
        elif argument in ("--verbose", "-v"):
            continue
        elif argument.startswith("-"):
            complain(f"nspatch: Unhandled arg: {argument}")
            return 1
        else:
            plain.append(argument)
    stem, target = stem or (plain.pop(0) if plain else ""), target or (plain.pop(0) if plain else "")
    if not stem or not target or not patches or plain:
        complain("nspatch: needs --stem=FILE.moos, patch files (.xmoos) and --targ=FILE")
        return 1
    try:
        lines = _lines(stem)
    except OSError:
        return 0
    try:
        for patch in patches:
            if patch.endswith(".xbhv"):
                lines = patched_behaviors(lines, _lines(patch))
        # as the original reads them: one after another, as if they were one file
        if blocks := [line for patch in patches if not patch.endswith(".xbhv") for line in _lines(patch)]:
            lines = patched(lines, blocks)
        Path(target).write_bytes("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape"))
    except OSError as error:
        complain(f"nspatch: {error.filename}: {error.strerror or error}")
        return 1
    return 0


def patched(stem: Sequence[str], patch: Sequence[str]) -> list[str]:
    """Return the lines of a mission with a patch: its blocks and globals take the place of those of the same name,
    what is new follows at the end."""
    blocks, others = _split(patch)
    values = {given[2]: given[3] for line in others if (given := _GLOBAL.fullmatch(line))}
    found: list[str] = []
    place, used = 0, set()
    while place < len(stem):
        line = stem[place]
        name, end = _block_at(stem, place)
        if name:
            found += blocks.get(name, stem[place:end])
            used.add(name)
            place = end
            continue
        given = _GLOBAL.fullmatch(line)
        if given and given[2] in values:
            used.add(given[2])
            line = f"{given[1]}{given[2]} = {values[given[2]]}"
        found.append(line)
        place += 1
    new = [line for line in others if line.strip() and not ((g := _GLOBAL.fullmatch(line)) and g[2] in used)]
    if new:
        found += ["", *new]
    for name, lines in blocks.items():
        if name not in used:
            found += ["", "//----------------------------------", f"// {name} Config Block", "", *lines]
    return found


def _lines(file: str) -> list[str]:
    return Path(file).read_bytes().decode("utf-8", "surrogateescape").replace("\r\n", "\n").rstrip("\n").split("\n")


def _split(lines: Sequence[str]) -> tuple[dict[str, list[str]], list[str]]:
    """Return the blocks by name, and the lines between them.

    Blocks of one name are one, as in the original: without the brace that ends the first, and with that which begins
    the second.
    """
    blocks: dict[str, list[str]] = {}
    others: list[str] = []
    place = 0
    while place < len(lines):
        name, end = _block_at(lines, place)
        if name:
            block = list(lines[place:end])
            blocks[name] = [*blocks[name][:-1], *block[1:]] if name in blocks else block
        else:
            others.append(lines[place])
        place = end
    return blocks, others


def _block_at(lines: Sequence[str], place: int) -> tuple[str, int]:
    """Return the name of the block that begins at a line, empty for none, and the place behind it."""
    found = _BLOCK.match(lines[place])
    if not found:
        return "", place + 1
    end = place + 1
    while end < len(lines) and not lines[end].strip().startswith("}"):
        end += 1
    return found[1].rstrip("{"), end + 1
