"""Blocks of applications in mission files, for scripts/apps-oracle: played with the mail that is drawn for others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import _apps_scenarios as scenarios

_BLOCK = re.compile(
    r"^[ \t]*ProcessConfig[ \t]*=[ \t]*(\w+)[^{]*\{(.*?)^\s*\}", re.MULTILINE | re.IGNORECASE | re.DOTALL
)
_NUMBER = re.compile(r"(?<![\w.-])\d+(?:\.\d+)?(?![\w.])")
#: Keys that are about a terminal.
_ELSEWHERE = ("app_logging", "term_report")


class Block(NamedTuple):
    """A block of a mission file."""

    name: str
    app: str
    lines: tuple[str, ...]
    files: dict[str, str]  #: that lie beside it, and that it names


def blocks(folder: Path) -> dict[str, list[Block]]:
    """Return the blocks below a folder by application, each text once; macros must be expanded."""
    found: dict[str, dict[tuple[str, ...], Block]] = {}
    for path in sorted(folder.rglob("*.moos")):
        text = path.read_text("utf-8", "replace")
        for match in _BLOCK.finditer(text):
            app, lines = match[1], tuple(_lines(match[2]))
            if app not in scenarios.BLOCKS or any("$(" in line or "#ifdef" in line for line in lines):
                continue
            name = re.sub(r"\W+", "_", f"{path.relative_to(folder).with_suffix('')}_{app}")
            beside = {
                one.name: one.read_text("utf-8", "replace")
                for one in path.parent.glob("*.txt")
                if one.stat().st_size < 100_000 and one.name in match[2]
            }
            found.setdefault(app, {}).setdefault(lines, Block(name, app, lines, beside))
    return {app: list(one.values()) for app, one in found.items()}


def _lines(body: str) -> Iterator[str]:
    for line in body.split("\n"):
        line = line.partition("//")[0].strip()
        if "=" in line and not line.lower().startswith(_ELSEWHERE):
            yield line


class _Maker(scenarios.Maker):
    def __init__(self, block: Block, seed: int) -> None:
        super().__init__(block.app, seed)
        self.rng = Random(f"{block.name} {seed}")
        self.dt, self.ticks = self.rng.choice((0.1, 0.25, 0.5, 0.5, 1.0, 2.0, 0.3)), self.rng.randint(15, 90)
        self.given = block

    def _block(self, drawn: Any) -> list[str]:
        share = self.rng.choice((0.0, 0.0, 0.04, 0.15))
        return [self._other(line) if self.rng.random() < share else line for line in self.given.lines]

    def _other(self, line: str) -> str:
        """Return a line that is a little different."""
        rng = self.rng
        return rng.choice((
            line + rng.choice((",", ", ", "#", ":", " ")), line.upper(), line.replace(" ", ""), line + " // said",
            _NUMBER.sub(lambda found: f"{float(found[0]) * rng.choice((0, 0.5, 2, 10)):g}", line),
            line.replace("true", "TRUE").replace("false", "no"),
            line.partition("=")[0] + "= " + rng.choice(("", "x", "7")),
        ))  # fmt: skip


def scenario(block: Block, seed: int) -> dict[str, Any]:
    """Return a scenario with a block; a seed gives the same one each time."""
    document = _Maker(block, seed).document(f"{block.name}_{seed}")
    if any(line.lower().startswith("apptick") for line in block.lines):
        document["config"] = document["config"][-len(block.lines) :]
    return document | {"files": {**document.get("files", {}), **block.files}}
