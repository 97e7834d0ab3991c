"""``usim field``: an application of a field as a program of a live community."""

from __future__ import annotations

from contextlib import ExitStack

import click

from usimmarine_py.apps.field.live import live_field_app, share_switches
from usimmarine_py.cli.missions.words import prints_example, read_words
from usimmarine_py.errors import ConfigError, suggest
from usimmarine_py.field.programs import FIELD_PROGRAMS, field_program
from usimmarine_py.run.live.program import play_program


@click.command("field", context_settings={"ignore_unknown_options": True})
@click.argument("program", metavar="PROGRAM")
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="FILE.moos [ALIAS] [SWITCHES]")
def field(program: str, words: tuple[str, ...]) -> int:
    """Play the block of pNodeReporter, pShare, pHostInfo, uFldNodeBroker, uFldShoreBroker, uFldNodeComms,
    uFldMessageHandler, pEchoVar, pDeadManPost, uProcessWatch, uLoadWatch, pContactMgrV20, pObstacleMgr,
    uFldObstacleSim, uFldCollisionDetect, uFldCollObDetect, uFldContactRangeSensor, uFldBeaconRangeSensor,
    uFldGenericSensor, uFldHazardSensor, uFldHazardMgr, uFldHazardMetric, uFldWrapDetect, pSafetyRetreat, pEvalLoiter,
    uFldDelve, uSimCurrent, pSearchGrid, pSpoofNode, uFldPathCheck or pMarineViewer (without a screen) in a live
    community.

    --example prints a block with all keys. The other switches are those of usimmarine without --db, and of pShare
    -o=ROUTES, -i=ROUTES, --multicast_address=A and --multicast_base_port=P.
    """
    found = field_program(program)
    if not found:
        problem = f"{program} is none of {', '.join(FIELD_PROGRAMS)}"
        raise ConfigError(problem, key="PROGRAM", suggestion=suggest(program, FIELD_PROGRAMS))
    if prints_example(found, words):
        return 0
    switches = None
    if found == "pShare":
        switches, words = share_switches(words)
    arguments, mission = read_words("field", found, words)
    with ExitStack() as stack:
        return play_program(live_field_app(mission, arguments, found, stack, switches))
