"""A whole run, spread over copies of this process."""

from __future__ import annotations

import os
import pickle
import signal
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any

from usimmarine_py.apps.helm import HelmApp
from usimmarine_py.errors import UsimError
from usimmarine_py.field.comms.node_comms import NodeCommsApp
from usimmarine_py.kernels.threads import processors
from usimmarine_py.logs.tables import RowSink
from usimmarine_py.moos.transport.lockstep import Listener
from usimmarine_py.run.collecting import fewer_collections
from usimmarine_py.run.fields.encounters import ClosestApproach, nearest_first
from usimmarine_py.run.figures import CommunityFigures, Ended, RunFigures, summed
from usimmarine_py.run.plan import PlayedCommunity, RunPlan
from usimmarine_py.run.processes.exchange import Copies, Exchange, ProcessGone
from usimmarine_py.run.processes.part import OtherFailed, PlayedPart, PostKeeper, WholeListeners
from usimmarine_py.run.run import RunProgress
from usimmarine_py.run.stop import Stop
from usimmarine_py.run.summary import RunResult, RunSummary
from usimmarine_py.simulator.parts.hull import HullContact
from usimmarine_py.sums import plain_sum

#: From so many communities on a run is spread by itself.
WORTH = 5
#: Fewest communities of a process, where their number is not asked for.
LEAST = 2
#: For so long (real s) copies may end by themselves, and a tick that does not end may keep the others waiting.
PATIENCE = 3.0
#: Cost of a tick of a helm, in ticks of others.
_HELM = 6.0


@dataclass(slots=True)
class Sinks:
    """Where the posts and rows of some communities go."""

    listeners: Mapping[str, Sequence[Listener]]
    rows: Mapping[str, Sequence[RowSink]] = field(default_factory=dict)
    every: float = 0.0  #: s, least distance of rows
    size: Callable[[], int] = int  #: bytes written
    #: gets the summaries at the end; the answer goes to the first process
    finish: Callable[[Mapping[str, RunSummary]], object] = len


@dataclass(slots=True)
class WholePosts:
    """What looks at the posts of all communities together: it stays in the first process."""

    listeners: WholeListeners
    wanted: Callable[[str, str], bool]  #: whether a variable of a community is


@dataclass(slots=True)
class _Result:
    """What a process knows at the end."""

    each: dict[str, CommunityFigures]
    encounters: list[ClosestApproach]
    finished: object


def process_count(plan: RunPlan, asked: int | None) -> tuple[int, str]:
    """Return over how many processes a run is spread, and why it is not, though it was asked for.

    ``asked``: None: as many as pay. Raises nothing.
    """
    several = len(plan.communities)
    if several == 1 or asked == 1:
        return 1, ""
    why = ""
    if any(simulator.vehicle.find(HullContact) is not None for simulator in plan.simulators):
        why = "hulls touch in this run (collisions), at once: it is one process"
    elif not hasattr(os, "fork"):
        why = "this system does not copy processes: the run is one process"
    if why:
        return 1, why if asked is not None else ""
    if asked is not None:
        return min(asked, several), ""
    if several < WORTH or any(one.own for one in plan.communities):  # own applications may share something
        return 1, ""
    return max(1, min(processors(), several // LEAST)), ""


def shared_out(plan: RunPlan, count: int) -> list[list[int]]:
    """Return the numbers of the communities of each process: neighbours, of about equal work."""
    costs = [_cost(one, len(plan.communities)) for one in plan.communities]
    whole, done = plain_sum(costs), 0.0
    groups: list[list[int]] = [[] for _ in range(count)]
    for i, cost in enumerate(costs):
        place = min(int((done + 0.5 * cost) / whole * count), count - 1)
        # none is left empty
        place = max(place, count - (len(costs) - i))
        used = next((number for number in range(count) if not groups[number]), count)
        groups[min(place, used)].append(i)
        done += cost
    return groups


def _cost(one: PlayedCommunity, several: int) -> float:
    cost = 0.0
    for app in one.applications:
        each = _HELM if isinstance(app.application, HelmApp) else 1.0
        if isinstance(app.application, NodeCommsApp):
            each = float(several)
        cost += each * app.settings.loop.app_tick
    return max(cost, 1.0)


def execute_over(
    plan: RunPlan,
    count: int,
    sinks: Callable[[Sequence[PlayedCommunity]], AbstractContextManager[Sinks]],
    *,
    whole: WholePosts | None = None,
    progress: RunProgress | None = None,
    stopped: Callable[[], str] | None = None,
    most: float = float("inf"),
) -> tuple[RunResult, list[Any]]:
    """Do a run of several communities with ``count`` >= 2 processes, with the result of one.

    ``sinks`` opens, in each process, what takes the posts of its communities. ``most``: bytes of all files.
    Returns the summary, and the answers of ``Sinks.finish`` by process. Raises what a run raises, and ``UsimError`` for
    a process that died.
    """
    groups = shared_out(plan, count)

    def played(exchange: Exchange, hurry: Callable[[], object]) -> tuple[PlayedPart, _Result]:
        part = PlayedPart(plan, groups[exchange.number], exchange)
        part.hurry = hurry
        first = exchange.number == 0
        if isinstance(stopped, Stop):
            stopped.ticking = lambda: part.loop.ticking
        try:
            with sinks(part.played) as given:
                if whole is not None:
                    part.posts = PostKeeper(part.loop, whole.wanted)
                    part.whole = whole.listeners if first else {}
                return part, _played(part, given, progress if first else None, stopped, most)
        except (OtherFailed, ProcessGone):
            raise
        except Exception as error:
            if first:
                raise
            part.fail(error)
            raise ProcessGone(exchange.number) from None

    def work(exchange: Exchange) -> None:
        if isinstance(stopped, Stop):
            stopped.again()
            signal.signal(signal.SIGUSR1, lambda *_: stopped.interrupt())
        _, result = played(exchange, _hurried(stopped))
        exchange.give(0, pickle.dumps(result, pickle.HIGHEST_PROTOCOL))
        exchange.finish()

    began = time.perf_counter()
    with fewer_collections():
        copies = Copies(count, work)
        patience = 0.0
        try:
            part, own = played(copies.exchange, _hurrying(copies, stopped))
            results = [own, *(part.hear(number) for number in sorted(copies.ids))]
            patience = PATIENCE
        except OtherFailed as failed:
            raise failed.error from failed
        except ProcessGone as gone:
            names = ", ".join(plan.communities[i].name for i in groups[gone.number])
            how = copies.end(0.5).get(gone.number, "without a word")
            problem = f"the process of {names} died: {how}; the files hold what was written until then"
            raise UsimError(problem) from None
        finally:
            copies.end(patience)
    each = {name: figures for result in results for name, figures in result.each.items()}
    each = {one.name: each[one.name] for one in plan.communities}
    encounters = nearest_first(row for result in results for row in result.encounters)
    ended = Ended(part.end.role, part.end.stuck, plan.loop.misdirected(), encounters)
    found = summed(plan, each, ended, RunFigures(plan, {}, 0.0, played=()).hulls)
    found.real_time = time.perf_counter() - began
    return found, [result.finished for result in results]


def _played(
    part: PlayedPart, given: Sinks, progress: RunProgress | None, stopped: Callable[[], str] | None, most: float
) -> _Result:
    """Play the communities of this process."""
    for one in part.played:
        one.community.bus.listeners += given.listeners.get(one.name, ())
        if part.posts is not None:
            one.community.bus.listeners.append(part.posts.of(one.name))
    names = [one.name for one in part.played]
    figures = RunFigures(part.plan, given.rows, given.every, played=names, met=part.tracks)
    part.size = given.size
    part.drive(progress, stopped, most)
    each = {one.name: figures.of(one) for one in part.played}
    finished = given.finish({name: one.summary for name, one in each.items()})
    return _Result(each, part.encounters, finished)


def _hurried(stopped: Callable[[], str] | None) -> Callable[[], None]:
    """Return what a copy does that waits when the run is to end: it waits on."""

    def wait() -> None:
        if isinstance(stopped, Stop):
            stopped.over()

    return wait


def _hurrying(copies: Copies, stopped: Callable[[], str] | None) -> Callable[[], None]:
    """Return what the first process does then: it lets the copies end their ticks, and in the end ends them."""

    def hurry() -> None:
        if isinstance(stopped, Stop):
            stopped.over()
        copies.signal(signal.SIGUSR1)
        last = threading.Timer(PATIENCE, copies.signal, (signal.SIGKILL,))
        last.daemon = True
        last.start()

    return hurry
