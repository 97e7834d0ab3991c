"""What pAutoPoke, uMayFinish and pMissionHash read of their blocks, and when they act."""

from __future__ import annotations

from usimmarine_py.errors import suggest
from usimmarine_py.mission.reader import Block
from usimmarine_py.script.grading.flags import Flag, read_flag, shown
from usimmarine_py.text import atof, finite_number
from usimmarine_py.values import Value
from usimmarine_py.values.frozen import dataclass, field

Warnings = list[tuple[str, str, int]]

POKE_KEYS = ("flag", "required_nodes")
FINISH_KEYS = ("finish_var", "finish_val", "max_db_uptime")
HASH_KEYS = ("mission_hash_var", "mhash_short_var")


@dataclass
class PokeConfig:
    """pAutoPoke: flags that are posted once, the last of the block first, when enough nodes are there."""

    flags: list[Flag] = field(default_factory=list)
    nodes: int = 0
    warnings: Warnings = field(default_factory=list)

    def due(self, nodes: Value | None) -> bool:
        """Whether that many nodes (UFSB_NODE_COUNT, None: not known) are enough."""
        count = 0.0 if nodes is None else nodes if isinstance(nodes, float) else atof(shown(nodes))
        return count >= self.nodes


@dataclass
class FinishConfig:
    """uMayFinish: a variable with its last value, and the latest DB_UPTIME (s; negative: any)."""

    variable: str = "MISSION_EVALUATED"
    value: str = "true"
    latest: float = -1.0
    warnings: Warnings = field(default_factory=list)

    def reached(self, value: Value) -> bool:
        """Whether this is the value: the very text, or the same number."""
        number = finite_number(self.value)
        return value == number if isinstance(value, float) else shown(value) == self.value

    def over(self, uptime: float) -> bool:
        """Whether it took too long."""
        return 0.0 <= self.latest <= uptime


@dataclass
class HashConfig:
    """pMissionHash: the variables of the whole name and of its two words."""

    variable: str = "MISSION_HASH"
    short: str = "MHASH"
    warnings: Warnings = field(default_factory=list)


def read_poke(block: Block | None, ignored: frozenset[str] = frozenset()) -> PokeConfig:
    """Read a block of pAutoPoke."""
    config = PokeConfig()
    for key, value, line in _lines(block, ignored):
        name = key.lower()
        if name == "flag":
            flag = read_flag(value)
            if flag is None:
                config.warnings.append((key, f"is no flag NAME = VALUE and does not count: {value}", line))
            else:
                config.flags.insert(0, flag)
        elif name == "required_nodes":
            if (number := finite_number(value)) is None or number < 0:
                config.warnings.append((key, f"must be a number of nodes, at least 0; {value} does not count", line))
            else:
                config.nodes = int(number)
        else:
            config.warnings.append(_unknown(key, line, POKE_KEYS))
    return config


def read_finish(block: Block | None, ignored: frozenset[str] = frozenset()) -> FinishConfig:
    """Read a block of uMayFinish."""
    config = FinishConfig()
    for key, value, line in _lines(block, ignored):
        name = key.lower()
        if name == "finish_var":
            config.variable = value
        elif name == "finish_val":
            config.value = value.strip('"')
        elif name == "max_db_uptime":
            if (number := finite_number(value)) is None:
                config.warnings.append((key, f"must be a number of seconds; {value} does not count", line))
            else:
                config.latest = number
        else:
            config.warnings.append(_unknown(key, line, FINISH_KEYS))
    return config


def read_hash(block: Block | None, ignored: frozenset[str] = frozenset()) -> HashConfig:
    """Read a block of pMissionHash."""
    config = HashConfig()
    for key, value, line in _lines(block, ignored):
        if key.lower() == "mission_hash_var":
            config.variable = value
        elif key.lower() == "mhash_short_var":
            config.short = value
        else:
            config.warnings.append(_unknown(key, line, HASH_KEYS))
    return config


def _lines(block: Block | None, ignored: frozenset[str]) -> list[tuple[str, str, int]]:
    if block is None:
        return []
    return [line for line in block.listed() if line[0].lower() not in ignored]


def _unknown(key: str, line: int, known: tuple[str, ...]) -> tuple[str, str, int]:
    guess = suggest(key, known)
    return key, "nobody knows this key" + (f"; did you mean {guess}?" if guess else ""), line
