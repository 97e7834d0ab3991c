"""A live run is the offline run of the same plan on a paced clock: their logs are equal to the byte."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from pathlib import Path

import pytest

from usimmarine_py.logs.plogger import read_logger_block
from usimmarine_py.mission import launches, read_mission
from usimmarine_py.mission.shipped import shipped_folder
from usimmarine_py.moos.transport.lockstep import LockstepBus
from usimmarine_py.run.asked import Operator
from usimmarine_py.run.live.context import LiveCommunity, LiveContext
from usimmarine_py.run.live.loop import LiveLoop
from usimmarine_py.run.live.measures import PastMeasures
from usimmarine_py.run.live.outside import Outside, play_again
from usimmarine_py.run.live.plan import plan_live
from usimmarine_py.run.logger import BusLogger
from usimmarine_py.run.loop import RunLoop
from usimmarine_py.run.plan import RunPlan, plan_run
from usimmarine_py.values.frozen import replace
from usimmarine_py.values.rows import Shape

START = 18_000_000_123.0
DEPLOYED = ("DEPLOY=true@5", "MOOS_MANUAL_OVERRIDE=false@5")


def communities(*names: str) -> list[LiveCommunity]:
    """Those of files of shipped missions, ``FOLDER/NAME``, with their loggers."""
    found = []
    for name in names:
        folder, _, stem = name.partition("/")
        mission = read_mission(str(shipped_folder(folder).folder / f"{stem}.moos"))
        loggers = tuple(one.alias for one in launches(mission) if one.program == "pLogger")
        found.append(LiveCommunity(mission, loggers=loggers))
    return found


def context(warp: float, *, live: bool) -> LiveContext:
    lines: list[str] = []
    return LiveContext(
        warp, START, outlets=(lambda community, name: (lines.append, lines.append)) if live else None, began=1.8e9,
        token="token", address="10.1.2.3", process_id=7,
    )  # fmt: skip


def loggers(plan: RunPlan, folder: Path) -> list[BusLogger]:
    found = []
    for one in plan.communities:
        block = one.mission.block("pLogger")
        assert block is not None
        name = one.community.name
        asked = read_logger_block(block, folder, datetime(2026, 1, 1))
        asked = replace(asked, path=folder / f"{name}.alog")
        found.append(BusLogger(asked, one.community.bus, "today", lambda text: None))
    return found


def live(names: tuple[str, ...], pokes: tuple[str, ...], warp: float, until: float, folder: Path) -> LiveLoop:
    folder.mkdir()
    used = context(warp, live=True)
    plan = plan_live(communities(*names), used, pokes=pokes)
    loop = LiveLoop(plan, used, loggers=loggers(plan, folder), network=False)
    loop.until = until
    loop.run()
    return loop


def offline(names: tuple[str, ...], pokes: tuple[str, ...], warp: float, until: float, folder: Path) -> None:
    """By the loop of offline runs."""
    folder.mkdir()
    used = context(warp, live=False)
    wanted = communities(*names)
    used.take(wanted)
    plan = plan_run(
        [one.mission for one in wanted], duration=until, operator=Operator(pokes=pokes, deploy=False), context=used
    )
    assert type(plan.loop) is RunLoop
    logs = loggers(plan, folder)
    plan.loop.connect()
    plan.loop.run(plan.loop.start + until)
    plan.loop.close()
    for log in logs:
        log.close()


@pytest.mark.parametrize(
    ("names", "pokes", "warp"),
    [
        (("alpha/alpha",), DEPLOYED, 40.0),
        (("encounter/abe", "encounter/ben", "encounter/shore"), (), 40.0),
        (("odin_waypoints/odin_waypoints",), (), 40.0),
    ],
)
def test_live_logs_are_offline_logs(
    tmp_path: Path, names: tuple[str, ...], pokes: tuple[str, ...], warp: float
) -> None:
    loop = live(names, pokes, warp, 60.0, tmp_path / "live")
    offline(names, pokes, warp, 60.0, tmp_path / "offline")
    assert not loop.skipped
    logs = sorted(path.name for path in (tmp_path / "live").iterdir())
    assert len(logs) == len(names)
    for name in logs:
        text = (tmp_path / "live" / name).read_bytes()
        assert text == (tmp_path / "offline" / name).read_bytes()
        assert text.count(b"\n") > 1000
        assert b"NAV_X" in text or b"NODE_REPORT" in text


def test_what_came_from_outside_can_be_played_again(tmp_path: Path) -> None:
    """Mail, arrivals and an application that was ended by hand, at any moment between ticks."""
    names, warp, until = ("alpha/alpha",), 40.0, 40.0
    (tmp_path / "live").mkdir()
    used = context(warp, live=True)
    plan = plan_live(communities(*names), used)
    loop = LiveLoop(plan, used, loggers=loggers(plan, tmp_path / "live"))
    loop.until = until
    events: list[Outside] = []
    loop.record = events.append
    statuses: list[tuple[float, object]] = []
    plan.communities[0].community.bus.listeners.append(partial(keep_statuses, statuses))
    bus, run = plan.communities[0].community.bus, plan.loop
    guest = bus.client("guest")
    script = [
        (5.0, lambda: bus.join_from_outside(guest)),
        (5.3, lambda: post(bus, "DEPLOY", "true")),
        (5.4, lambda: post(bus, "MOOS_MANUAL_OVERRIDE", "false")),
        (20.0, lambda: post(bus, "USIM_END", "pHelmIvP")),
        (30.0, lambda: bus.leave_from_outside(guest)),
    ]
    inner = loop._sweep

    def sweep(passed: float, behind: bool) -> None:
        while script and run.clock.now() - START >= script[0][0]:
            script.pop(0)[1]()
        inner(passed, behind)

    loop._sweep = sweep  # type: ignore[method-assign]
    loop.run()
    answers = ("network", "host", "measured")
    what = [event.what for event in events if event.what not in answers]
    assert what == ["join", "post", "post", "post", "leave", "over"]
    (tmp_path / "again").mkdir()
    measures = PastMeasures()
    context_again = LiveContext(
        warp, START, began=1.8e9, token="token", address="10.1.2.3", process_id=7, measures=measures
    )
    again = plan_live(communities(*names), context_again)
    statuses_again: list[tuple[float, object]] = []
    again.communities[0].community.bus.listeners.append(partial(keep_statuses, statuses_again))
    logs = loggers(again, tmp_path / "again")
    assert play_again(again, events, measures)
    for log in logs:
        log.close()
    text = (tmp_path / "live" / "alpha.alog").read_bytes()
    assert text == (tmp_path / "again" / "alpha.alog").read_bytes()
    assert b"DRIVE" in text
    assert statuses == statuses_again
    assert len(statuses) > 50 and "memory_kb=0," not in str(statuses[0][1])


def keep_statuses(
    found: list[tuple[float, object]], stamp: float, shape: Shape, values: tuple[object, ...], _: str
) -> None:
    found += [(stamp, v) for name, v in zip(shape.names, values, strict=True) if name.endswith("_STATUS")]


def post(bus: LockstepBus, name: str, value: str) -> None:
    now = bus.clock.now()
    bus.post_from_outside(Shape((name,), "guest"), value, now, "", now)
