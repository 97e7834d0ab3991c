"""The life of a behaviour in one helm iteration: run states, durations, flags."""

from __future__ import annotations

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.functions.axis import Utility
from usimmarine_py.helm.life.record import ACTIVE, COMPLETED, DISABLED, IDLE, RUNNING, Life
from usimmarine_py.helm.life.updates import apply_updates, update_count
from usimmarine_py.text import atof


def live(behavior: Behavior, now: float) -> tuple[float, Utility] | None:
    """Take a behaviour through one iteration; return the weight of its function and the function, or None."""
    life = behavior.life
    apply_updates(behavior)
    old = life.state
    life.last_step = now
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
        _count_time(life, now, IDLE)
    elif state == RUNNING:
        function = _run(behavior, now, old)
        if function is not None:
            state = ACTIVE
        else:
            behavior.on_run_without_function()
        _count_time(life, now, RUNNING)
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
    if behavior.duration_status:  # without a limit the original posts what is left of -1 s
        left = behavior.duration - (0.0 if life.started is None else now - life.started)
        _post_duration_status(behavior, max(left if behavior.duration_idle_decay else left + life.idle_time, 0.0))
    if old == IDLE:
        behavior.on_idle_to_run()
    function = behavior.on_run()
    if function is not None and not hasattr(function, "axes"):
        raise TypeError(f"on_run returned {function!r}, which is no function of helm.functions")
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


def _count_time(life: Life, now: float, state: str) -> None:
    """Count the time since the last iteration in which it was idle or ran for the state that it is in now."""
    step = 0.0 if life.counted is None else now - life.counted
    life.counted = now
    if state == IDLE:
        life.idle_time += step
    else:
        life.run_time += step


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
    if life.reset_pending:
        _reset_duration(behavior)
    causes = []
    if behavior.duration >= 0 and _duration_is_over(behavior, now):
        causes.append("completed-byduration")
        behavior.complete()
        if not behavior.perpetual:
            return COMPLETED, causes
        life.reset_pending = True
    if behavior.missing_axes:
        behavior.fail("Null IvPDomain given to Behavior")
        return IDLE, [*causes, "null-domain"]
    starved = _starved(behavior, now)
    return (IDLE, [*causes, starved]) if starved else (RUNNING, causes)


def _duration_is_over(behavior: Behavior, now: float) -> bool:
    """Whether its duration is over, which begins with the first iteration in which its conditions hold."""
    life = behavior.life
    if life.started is None:
        life.started, life.idle_time = now, 0.0
    elapsed = now - life.started
    if not behavior.duration_idle_decay:
        elapsed -= life.idle_time
    _post_duration_status(behavior, max(behavior.duration - elapsed, 0.0))
    return elapsed >= behavior.duration


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
    texts, numbers = behavior.buffer.texts, behavior.buffer.numbers
    # as the original takes a word for the number 0
    if not wanted or texts.get(name) == wanted or (name in numbers and numbers[name] == atof(wanted)):
        life.reset_received = received
        _reset_duration(behavior)


def _reset_duration(behavior: Behavior) -> None:
    """Let the duration begin anew."""
    life = behavior.life
    life.reset_pending, life.started = False, None
    life.run_time = life.idle_time = 0.0
    if behavior.duration_status:
        behavior.post(behavior.duration_status, behavior.duration)  # not rounded, as in the original


def _starved(behavior: Behavior, now: float) -> str:
    for name, limit in sorted(behavior.starving.items()):
        received = behavior.buffer.received.get(name)
        age = now - received if received is not None else -1.0
        if received is None or age > limit:
            return f"VarStarve: {name}(stime:{limit:.5f}) (itime:{age:.5f})"
    return ""
