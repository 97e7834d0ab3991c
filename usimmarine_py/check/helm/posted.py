"""Which variables something in a mission may post: a condition on any other one never changes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from usimmarine_py.check.helm.made import BehaviorText
from usimmarine_py.errors import suggest
from usimmarine_py.helm import Behavior
from usimmarine_py.mission.plain import read_plain

#: Files that lie beside a mission and may post variables: other communities, plugs, launch scripts, own programs.
_ENDINGS = (".moos", ".bhv", ".sh", ".py", ".plug", ".txt", ".toml")
_MOST_FILES, _MOST_BYTES = 200, 1_000_000
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]+")
_ASSIGNED = re.compile(r"\b([A-Z][A-Z0-9_]{2,})\s*=")
#: Names that programs of MOOS-IvP post by themselves, or that usim run does, for whom they are pressed.
_USUAL = re.compile(
    r"(AIS|ALTITUDE|AVD|BCM|BHV|BRS|CONTACT|CRS|DB|DEPLOY|DEPTH|DESIRED|FT|GPS|GTD|HELM|IMU|IVP|IVPHELM|LEG|LOITER|LR|MEM"
    r"|MISSION|MOOS|NAV|NODE|OBM|OBSTACLE|OPREG|PENDING|PERIODIC|PROC|PS|PSF|PSKEEP|PURSUIT|REGION|SHADOW|SIM|STATION|TRAIL"
    r"|UCD|UFCOD|UHZ|USM|UTS|VIEW|WIND|WPT)(_|$)|\w+_(STATUS|RANGE|CNT|COUNT|DELTA|ODO)$"
)


class Words(NamedTuple):
    """Words of files, and those with an equals sign behind them."""

    words: frozenset[str]
    assigned: frozenset[str]


class Posted(NamedTuple):
    """What may post variables, beside the helm's own files."""

    words: frozenset[str]  #: every word of the files beside
    assigned: frozenset[str]  #: those with a value
    mission: bool  #: there is a mission among the files
    complete: bool  #: no program is started whose posts are not known

    def may_post(self, name: str, own: Words) -> bool:
        """Whether something can post a variable; ``own``: what the helm's files post."""
        if not self.mission or "$" in name or name in self.words or name in own.words or _USUAL.match(name):
            return True
        # of a program that is not known every variable may be, but hardly one that looks like a slip
        return not self.complete and not self.nearest(name, own)

    def nearest(self, name: str, own: Words) -> str:
        """Return the posted variable with the most similar name, empty for none."""
        return suggest(name, sorted((self.assigned | own.assigned) - {name}))


def words_in(text: str) -> list[str]:
    """Return the words of a text that may be variables."""
    return _WORD.findall(text)


def posted_beside(paths: Sequence[str], *, complete: bool = False) -> Posted:
    """Return what may post variables by the files in the folder of a helm's .bhv files ``paths``, without these."""
    words: set[str] = set()
    assigned: set[str] = set()
    mission = False
    for file in _neighbours(paths):
        try:
            text = read_plain(str(file))[:_MOST_BYTES].decode("utf-8", "replace")
        except OSError:
            continue
        mission = mission or file.suffix == ".moos"
        words.update(_WORD.findall(text))
        assigned.update(_ASSIGNED.findall(text))
    return Posted(frozenset(words), frozenset(assigned), mission, complete)


def posted_by_files(texts: Sequence[BehaviorText]) -> Words:
    """Return what the files of a helm may post: the words of all lines but conditions, and of own behaviours."""
    words: set[str] = set()
    assigned: set[str] = {one.variable for text in texts for one in text.read.initial}
    assigned.update(rule.variable for text in texts for rule in text.read.modes)
    for text in texts:
        for block in text.read.behaviors:
            for line in block.lines:
                if line.key.lower() != "condition":
                    words.update(_WORD.findall(line.value))
                    assigned.update(_ASSIGNED.findall(line.value))
        for behavior, _ in text.behaviors:
            words.update(_named_by(behavior))
    return Words(frozenset(words), frozenset(assigned))


def _named_by(behavior: Behavior) -> Iterator[str]:
    """Yield variables that a behaviour's parameters name, and texts in the code of a user's own class."""
    for parameter in behavior.parameters.values():
        if parameter.kind == "variable":
            yield str(getattr(behavior, parameter.name))
    for cls in type(behavior).__mro__:
        if not cls.__module__.startswith("usimmarine_py."):
            codes = (getattr(method, "__code__", None) for method in vars(cls).values())
            yield from (text for code in codes if code for text in code.co_consts if isinstance(text, str))


def _neighbours(paths: Collection[str]) -> list[Path]:
    own = {Path(path).name for path in paths}
    try:
        beside = sorted(file for file in Path(next(iter(paths))).parent.iterdir() if file.suffix in _ENDINGS)
    except OSError:
        return []
    return [file for file in beside if file.is_file() and file.name not in own][:_MOST_FILES]
