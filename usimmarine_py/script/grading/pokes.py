"""The blocks of pAutoPoke, uMayFinish and pMissionHash, and when these programs act."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from usimmarine_py.finding import Finding
from usimmarine_py.mission.reader import Block
from usimmarine_py.script.grading.flags import Flag, read_flag, shown
from usimmarine_py.text import atof, finite_number
from usimmarine_py.values import Value
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import Key, KeyTable, read_block

grader_key = partial(Key, group="grading", source="docs/grading.md")


def read_grader(block: Block | None, ignored: frozenset[str], table: KeyTable, config: Any) -> list[Finding]:
    """Read a block (without verbatim quoting) into ``config`` and return what is wrong with it.

    ``ignored`` keys, in lower case, belong to others.
    """
    # a file that ends too soon gives an empty key
    lines = [] if block is None else [line for line in block.listed_lines if line.key]
    return read_block(lines, table, config, ignored, unknown="unknown key")


def flag_key(name: str, add: Callable[[Any, Flag], None], help: str, **more: Any) -> Key:
    """Declare ``NAME = VALUE``; the flag is handed to ``add``."""

    def take(config: Any, value: str) -> Finding | None:
        flag = read_flag(value)
        if flag is None:
            return Finding(f"is no flag NAME = VALUE and does not count: {value}")
        add(config, flag)
        return None

    return grader_key(name, "flag", help=help, take=take, repeatable=True, **more)


@dataclass
class PokeConfig:
    """pAutoPoke: flags that are posted once, the last of the block first, when enough nodes are there."""

    flags: list[Flag] = field(default_factory=list)
    nodes: int = 0
    warnings: list[Finding] = field(default_factory=list)

    def due(self, nodes: Value | None) -> bool:
        """Return whether that many nodes (UFSB_NODE_COUNT, None: not known) are enough."""
        count = 0.0 if nodes is None else nodes if isinstance(nodes, float) else atof(shown(nodes))
        return count >= self.nodes


@dataclass
class FinishConfig:
    """uMayFinish: a variable with its last value, and the latest DB_UPTIME (s; negative: any).

    ``grace``: for so long (simulated s) the mission goes on when it has finished, if a judge has not judged yet.
    """

    variable: str = "MISSION_EVALUATED"
    value: str = "true"
    latest: float = -1.0
    grace: float = 0.0
    warnings: list[Finding] = field(default_factory=list)

    def reached(self, value: Value) -> bool:
        """Return whether this is the value: the very text, or the same number."""
        number = finite_number(self.value)
        return value == number if isinstance(value, float) else shown(value) == self.value

    def over(self, uptime: float) -> bool:
        """Return whether it took too long."""
        return 0.0 <= self.latest <= uptime


@dataclass
class HashConfig:
    """pMissionHash: the variables of the whole name and of its short form."""

    variable: str = "MISSION_HASH"
    short: str = "MHASH"
    warnings: list[Finding] = field(default_factory=list)


def _keep_nodes(config: PokeConfig, value: float) -> None:
    config.nodes = int(value)


def _keep_value(config: FinishConfig, value: str) -> None:
    config.value = value.strip('"')


#: The keys of pAutoPoke, uMayFinish and pMissionHash.
POKE_KEYS = KeyTable(
    (
        flag_key(
            "flag", lambda config, flag: config.flags.insert(0, flag), "Posted once, the last of the block first.",
            example="DEPLOY_ALL = true",
        ),
        grader_key(
            "required_nodes", "number", "0", "Vehicles that UFSB_NODE_COUNT must reach before.", minimum=0.0,
            into=_keep_nodes, by_moos=True,
        ),
    ),
    PokeConfig,
)  # fmt: skip
FINISH_KEYS = KeyTable(
    (
        grader_key("finish_var", "variable", help="Variable that ends the mission.", into="variable"),
        grader_key("finish_val", "text", "true", "Its value then, as text or number.", into=_keep_value),
        grader_key(
            "max_db_uptime", "number", help="DB_UPTIME at which the mission ends anyway; below 0: never.", unit="s",
            into="latest", example="600",
        ),
    ),
    FinishConfig,
)  # fmt: skip
HASH_KEYS = KeyTable(
    (
        grader_key(
            "mission_hash_var", "variable", help="Variable of the whole name of the run, each 30 s; off: none.",
            into="variable",
        ),
        grader_key("mhash_short_var", "variable", help="Variable of its two words; off: none.", into="short"),
    ),
    HashConfig,
)  # fmt: skip


def read_poke(block: Block | None, ignored: frozenset[str] = frozenset()) -> PokeConfig:
    """Read a block of pAutoPoke."""
    config = PokeConfig()
    config.warnings = read_grader(block, ignored, POKE_KEYS, config)
    return config


def read_finish(block: Block | None, ignored: frozenset[str] = frozenset()) -> FinishConfig:
    """Read a block of uMayFinish."""
    config = FinishConfig()
    config.warnings = read_grader(block, ignored, FINISH_KEYS, config)
    return config


def read_hash(block: Block | None, ignored: frozenset[str] = frozenset()) -> HashConfig:
    """Read a block of pMissionHash."""
    config = HashConfig()
    config.warnings = read_grader(block, ignored, HASH_KEYS, config)
    return config
