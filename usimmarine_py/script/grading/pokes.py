"""The blocks of pAutoPoke, uMayFinish and pMissionHash, and when these programs act."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from usimmarine_py.errors import suggest
from usimmarine_py.mission.reader import Block
from usimmarine_py.script.grading.flags import Flag, read_flag, shown
from usimmarine_py.text import atof, finite_number
from usimmarine_py.values import Value
from usimmarine_py.values.frozen import dataclass, field

#: Key, text and line of the file.
Warnings = list[tuple[str, str, int]]
#: Takes a value in; returns what is wrong with it, if anything.
LineReader = Callable[[str], "str | None"]


def read_block(block: Block | None, ignored: frozenset[str], readers: Mapping[str, LineReader]) -> Warnings:
    """Read a block (without verbatim quoting) by its keys and return what is wrong with it.

    ``ignored`` keys belong to others. All keys are lower case.
    """
    warnings: Warnings = []
    for key, value, line in block.listed() if block is not None else ():
        if key.lower() in readers:
            problem = readers[key.lower()](value)
        elif not key or key.lower() in ignored:  # a file that ends too soon gives an empty key
            continue
        else:
            guess = suggest(key, readers)
            problem = "unknown key" + (f"; did you mean {guess}?" if guess else "")
        if problem:
            warnings.append((key, problem, line))
    return warnings


def flag_reader(add: Callable[[Flag], None]) -> LineReader:
    """Return a reader of ``NAME = VALUE``, which hands the flag to ``add``."""

    def read(value: str) -> str | None:
        flag = read_flag(value)
        if flag is None:
            return f"is no flag NAME = VALUE and does not count: {value}"
        add(flag)
        return None

    return read


@dataclass
class PokeConfig:
    """pAutoPoke: flags that are posted once, the last of the block first, when enough nodes are there."""

    flags: list[Flag] = field(default_factory=list)
    nodes: int = 0
    warnings: Warnings = field(default_factory=list)

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
    warnings: Warnings = field(default_factory=list)

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
    warnings: Warnings = field(default_factory=list)


def read_poke(block: Block | None, ignored: frozenset[str] = frozenset()) -> PokeConfig:
    """Read a block of pAutoPoke."""
    config = PokeConfig()

    def read_nodes(value: str) -> str | None:
        if (number := finite_number(value)) is None or number < 0:
            return f"must be a number of nodes, at least 0; {value} does not count"
        config.nodes = int(number)
        return None

    readers = {"flag": flag_reader(lambda flag: config.flags.insert(0, flag)), "required_nodes": read_nodes}
    config.warnings = read_block(block, ignored, readers)
    return config


def read_finish(block: Block | None, ignored: frozenset[str] = frozenset()) -> FinishConfig:
    """Read a block of uMayFinish."""
    config = FinishConfig()

    def read_latest(value: str) -> str | None:
        if (number := finite_number(value)) is None:
            return f"must be a number of seconds; {value} does not count"
        config.latest = number
        return None

    keep = partial(partial, setattr, config)
    readers: dict[str, LineReader] = {
        "finish_var": keep("variable"),
        "finish_val": keep("value"),
        "max_db_uptime": read_latest,
    }
    config.warnings = read_block(block, ignored, readers)
    config.value = config.value.strip('"')
    return config


def read_hash(block: Block | None, ignored: frozenset[str] = frozenset()) -> HashConfig:
    """Read a block of pMissionHash."""
    config = HashConfig()
    keep = partial(partial, setattr, config)
    readers = {"mission_hash_var": keep("variable"), "mhash_short_var": keep("short")}
    config.warnings = read_block(block, ignored, readers)
    return config
