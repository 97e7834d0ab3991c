"""The application for the block of a grader, live or in lock step."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from usimmarine_py.apps.grading.mission_eval import Dated, MissionEvalApp, Writer
from usimmarine_py.apps.grading.pokes import AutoPokeApp, MayFinishApp, MissionHashApp
from usimmarine_py.mission import EVALUATION, FINISH, HASH, POKE, Block
from usimmarine_py.script.grading.evaluation import read_evaluation
from usimmarine_py.script.grading.pokes import read_finish, read_hash, read_poke
from usimmarine_py.values.application import APP_KEYS
from usimmarine_py.values.frozen import dataclass

GraderApp = MissionEvalApp | AutoPokeApp | MayFinishApp | MissionHashApp


@dataclass(frozen=True, slots=True)
class GraderContext:
    """What a grader needs from its environment."""

    dated: Dated
    salt: str  #: what a name for the run is drawn by
    write: Writer | None = None
    warp: float = 1.0


def make_grader(kind: str, block: Block | None, name: str, where: GraderContext) -> GraderApp:
    """The application of this ``kind`` (``EVALUATION``, ``POKE``, ``FINISH`` or ``HASH``).

    ``block`` has to be read with verbatim quoting off; None: all defaults.
    """
    return _MAKERS[kind](block, name, where)


def _evaluation(block: Block | None, name: str, where: GraderContext) -> GraderApp:
    config = read_evaluation(block, APP_KEYS)
    warnings = _no_block(block, name, "everything passes at once") + [str(one) for one in config.warnings]
    return MissionEvalApp(
        config, name=name, dated=where.dated, write=where.write, warp=where.warp, config_warnings=warnings
    )


def _poke(block: Block | None, name: str, where: GraderContext) -> GraderApp:
    config = read_poke(block, APP_KEYS)
    warnings = _no_block(block, name, "there is nothing to post") + [str(one) for one in config.warnings]
    return AutoPokeApp(config, name=name, config_warnings=warnings)


def _finish(block: Block | None, name: str, where: GraderContext) -> GraderApp:
    config = read_finish(block, APP_KEYS)
    return MayFinishApp(config, name=name, config_warnings=[str(one) for one in config.warnings])


def _hash(block: Block | None, name: str, where: GraderContext) -> GraderApp:
    config = read_hash(block, APP_KEYS)
    warnings: Sequence[str] = [str(one) for one in config.warnings]
    return MissionHashApp(
        config, name=name, dated=where.dated, salt=where.salt, warp=where.warp, config_warnings=warnings
    )


def _no_block(block: Block | None, name: str, consequence: str) -> list[str]:
    return [f"no block ProcessConfig = {name}: {consequence}"] if block is None else []


_MAKERS: dict[str, Callable[[Block | None, str, GraderContext], GraderApp]] = {
    EVALUATION: _evaluation,
    POKE: _poke,
    FINISH: _finish,
    HASH: _hash,
}
