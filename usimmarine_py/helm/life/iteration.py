"""The life of a behaviour in one helm iteration: run states, durations, flags."""

from __future__ import annotations

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.functions.axis import Utility
from usimmarine_py.helm.life.needs import missing_axes
from usimmarine_py.helm.life.record import ACTIVE, COMPLETED, DISABLED, IDLE, RUNNING, Life
from usimmarine_py.helm.life.updates import apply_updates, update_count


def live(behavior: Behavior, now: float) -> tuple[float, Utility] | None:
    """Take a behaviour through one iteration; return the weight of its function and the function, or None."""
    life = behavior.life
    apply_updates(behavior)
    old = life.state
    _count_time(life, now)
    _see_duration_reset(behavior)
    state, reasons = _check(behavior, now)
    life.present = state
    causes = "".join([f",pc={text}" for text in reasons]) if reasons else ""
    if state != COMPLETED:
        behavior.on_every_iteration()
    else:
        behavior.on_complete_begin()
        behavior.on_complete_state()
    if life.flags_due:
        life.flags_due = False
        behavior.post_flags("config", repeatable=False)
    if state != COMPLETED:
        behavior.on_flags_posted()
    function: Utility | None = None
    if state == IDLE:
        if old != IDLE:
            behavior.post_flags("idle")
            behavior.post_flags("inactive")
            if old in (RUNNING, ACTIVE):
                behavior.on_run_to_idle()
        behavior.on_idle()
    elif state == RUNNING:
        function = _run(behavior, now, old)
        if function is not None:
            state = ACTIVE
        else:
            behavior.on_run_without_function()
    if function is not None:
        causes += f",pwt={behavior.weight:.5f},pcs={function.count}"
    causes += "".join([f",pc={text}" for text in _check(behavior, now)[1]])
    if life.completed:
        state = COMPLETED
        behavior.on_complete_state()
    if state != old:
        life.entered = now
    life.state = state
    name = f"name={behavior.name}" if behavior.given_name or old is not None else ""
    behavior.post("BHV_STATUS", f"{name}{causes},state={state},updates={update_count(behavior)}")
    if old is None:
        behavior.post_flags("spawnx")
    return None if function is None else (behavior.weight, function)


def _run(behavior: Behavior, now: float, old: str | None) -> Utility | None:
    life = behavior.life
    if behavior.duration < 0:
        # without a limit the original posts what is left of -1 s
        _post_duration_status(behavior, 0.0 if behavior.duration_idle_decay else max(life.idle_time - 1.0, 0.0))
    if old == IDLE:
        behavior.on_idle_to_run()
    function = behavior.on_run()
    if function is not None and not hasattr(function, "axes"):
        raise TypeError(f"on_run returned {function!r}, which is no function of helm.functions")
    if life.failed:
        function = None
    if old in (None, IDLE):
        behavior.post_flags("run")
    behavior.post_flags("runx")
    if function is not None and behavior.weight > 0:
        if old != ACTIVE:
            behavior.post_flags("active")
        return function
    if old == ACTIVE:
        behavior.post_flags("inactive")
    return None


def _count_time(life: Life, now: float) -> None:
    step = 0.0 if life.last_step is None else now - life.last_step
    life.last_step = now
    if life.state is None:
        return
    # counted one iteration late, in the state before this one
    if life.state == IDLE:
        life.idle_time += life.counted_next
    else:
        life.run_time += life.counted_next
    life.counted_next = step
    if life.state == IDLE and life.started is not None:
        life.idle_since_start += step


def _check(behavior: Behavior, now: float) -> tuple[str, list[str]]:
    """Return the state that applies, and the reasons why it does not run, or is to begin anew."""
    life = behavior.life
    if life.spawned and behavior.gone():
        behavior.complete()  # as the original, in each check
    elif life.expunged and not life.completed:
        behavior.complete()
    if life.completed or life.expunged:
        return COMPLETED, []
    if life.disabled:
        return DISABLED, []
    for condition in behavior.conditions:
        if not condition.holds(behavior.buffer):
            return IDLE, [condition.text]
    if behavior.duration >= 0 and (life.started is None or life.reset_pending):
        if life.reset_pending or life.state in (None, IDLE):
            life.run_time = life.idle_time = 0.0
        if life.reset_pending and behavior.duration_status:
            behavior.post(behavior.duration_status, behavior.duration)  # not rounded, as in the original
        life.started, life.reset_pending, life.idle_since_start = now, False, 0.0
    causes = []
    if behavior.duration >= 0:
        _post_duration_status(behavior, max(_remaining(behavior, now), 0.0))
        if _remaining(behavior, now) <= 0:
            behavior.complete()
            causes.append("completed-byduration")
            if not behavior.perpetual:
                return COMPLETED, causes
            life.reset_pending, life.counted_next = True, 0.0
    if missing_axes(behavior.kind, behavior.surroundings.axes):
        behavior.fail("Null IvPDomain given to Behavior")
        return IDLE, [*causes, "null-domain"]
    starved = _starved(behavior, now)
    return (IDLE, [*causes, starved]) if starved else (RUNNING, causes)


def _remaining(behavior: Behavior, now: float) -> float:
    life = behavior.life
    elapsed = now - life.started if life.started is not None else 0.0
    if not behavior.duration_idle_decay:
        elapsed -= life.idle_since_start
    return behavior.duration - elapsed


def _post_duration_status(behavior: Behavior, left: float) -> None:
    """Post the time left (s)."""
    if behavior.duration_status:
        behavior.post_rounded(behavior.duration_status, left)


def _see_duration_reset(behavior: Behavior) -> None:
    if not behavior.duration_reset:
        return
    name, _, wanted = (part.strip() for part in behavior.duration_reset.partition("="))
    received = behavior.buffer.received.get(name)
    life = behavior.life
    if received is None or (life.reset_received is not None and received <= life.reset_received):
        return
    if not wanted or behavior.buffer.equals(name, wanted.strip('"')):
        life.reset_received, life.reset_pending = received, True
        life.run_time = life.idle_time = 0.0
        if behavior.duration_status:
            behavior.post(behavior.duration_status, behavior.duration)


def _starved(behavior: Behavior, now: float) -> str:
    for name, limit in sorted(behavior.starving.items()):
        received = behavior.buffer.received.get(name)
        age = now - received if received is not None else -1.0
        if received is None or age > limit:
            return f"VarStarve: {name}(stime:{limit:.5f}) (itime:{age:.5f})"
    return ""
