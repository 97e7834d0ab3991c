"""The iterations of a helm: its behaviours live, their functions are weighed, and what comes of it is posted."""

from __future__ import annotations

from collections.abc import Mapping

from usimmarine_py.errors import ConfigError
from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.files.configuration import HelmOptions
from usimmarine_py.helm.functions.axis import Utility
from usimmarine_py.helm.functions.decision import decide
from usimmarine_py.helm.life.iteration import live
from usimmarine_py.helm.life.roster import Roster, raised_text
from usimmarine_py.helm.modes import Modes
from usimmarine_py.helm.posts.functions import FunctionPosts
from usimmarine_py.helm.posts.outbox import HelmOutbox
from usimmarine_py.helm.posts.stopping import BEHAVIOR_ERROR, AllStop
from usimmarine_py.helm.posts.summary import IterationOutcome, Summary
from usimmarine_py.helm.surroundings import HelmSurroundings
from usimmarine_py.text import truth_text


class Decider:
    """Makes the decisions of one helm. ``timed``: posts about its processor time are wanted."""

    def __init__(
        self, options: HelmOptions, surroundings: HelmSurroundings, outbox: HelmOutbox, roster: Roster, *, timed: bool
    ) -> None:
        self._options, self._axes = options, options.axes
        self._surroundings, self._buffer = surroundings, surroundings.buffer
        self._outbox = outbox
        self._post, self._post_changed = outbox.post, outbox.post_changed
        self._subscribe, self._warn = outbox.subscribe, outbox.warn
        self._timed = timed
        self.summary = Summary(options.axes)
        self.shown = FunctionPosts(options.axes, outbox.post)
        self.allstop = AllStop(self._post, tuple(_desired(axis.name) for axis in options.axes))
        self.iteration = 0
        self.decision: dict[str, float] = {}
        self.functions: dict[str, tuple[float, Utility]] = {}  #: of the last iteration: name -> (weight, function)
        self.broken = ""  #: what a method of an own behaviour raised, with file and line
        self._halt_message = "none"  #: of the last iteration with an error
        self.halted = False  #: the last iteration ended with an error
        #: Last post of each variable by a behaviour: its name, s since the start, iteration, value.
        self.last_posts: dict[str, tuple[str, float, int, float | str]] = {}
        self._roster, self._modes = roster, Modes(())
        self._passed = 0.0
        self._unused_pieces = 0  #: of iterations that ended with an error
        #: What was posted last, by behaviour, variable, tag, and whether it is a text.
        self._memory: dict[tuple[str, str, str, bool], float | str] = {}
        self._announced: set[str] = set()
        self._registered_of = -1  #: ``changes`` of the surroundings when they were last looked at
        self._state_variables: set[str] = set()

    def begin(self, roster: Roster, modes: Modes) -> None:
        """Go on with other behaviours and modes."""
        self._roster, self._modes = roster, modes
        self._memory.clear()
        self.last_posts.clear()
        self._announced, self._state_variables = set(), set()
        self.iteration = self._unused_pieces = 0
        self._halt_message = "none"
        self.summary.completed = []

    def iterate(self, now: float, passed: float, *, forgets: bool = False) -> None:
        """Do one iteration at ``now``, ``passed`` s after the start, and post what comes of it.

        ``forgets``: also what was posted already with the same value.
        """
        self._passed = passed
        self.iteration += 1
        self._surroundings.iteration = self.iteration
        roster = self._roster
        halt_message = f"BHV_ERROR: {self._buffer.texts.get('BHV_ERROR', ' - unknown - ')}"
        self.summary.spawnable = [str(template) for template in roster.templates]
        roster.spawn()
        self._modes.update(self._buffer)
        built: dict[Behavior, tuple[float, Utility]] = {}
        took_part: list[Behavior] = []
        halted = goal = False
        living = list(roster.behaviors)
        results = self._surroundings.update_results
        for behavior in living:
            behavior.life.failed = False
            try:
                made = live(behavior, now)
            except ConfigError as error:
                behavior.fail(str(error))
                made = None
            except Exception as error:  # of a class of a user's own
                self.broken = f"{behavior.name} ({behavior.kind}): {raised_text(error, type(behavior))}"
                behavior.fail(raised_text(error, type(behavior)))
                made = None
            if behavior.life.failed:
                results.clear()
                halted = True
                if made is not None:  # it is counted, and no more
                    self._unused_pieces += made[1].count
                    goal = not behavior.constraint
                break
            took_part.append(behavior)
            if made is not None:
                built[behavior] = made
        # of several of one name, as requests can make them, the last one decides
        functions = {behavior.name: made for behavior, made in built.items()}
        unknown = [a for _, f in functions.values() for a in f.axes if a not in self._surroundings.axes]
        self.halted = halted = halted or bool(unknown)
        fresh = self._surroundings.changes != self._registered_of
        self._registered_of = self._surroundings.changes
        if forgets:
            self._memory.clear()
        self._post_iteration(living, fresh)
        pieces = self._unused_pieces + sum(function.count for _, function in built.values())
        self._unused_pieces = 0
        if halted or not functions:
            # what was built before the error counts in the next iteration that decides
            self._unused_pieces, pieces, functions = pieces, 0, {}
        self.functions = functions
        self.decision = decide(self._axes, functions) if functions else {}
        groups = self.summary.sort(took_part, built, goal=goal)
        if fresh:
            self._state_variables.update(roster.state_variables())
            self._post_changed("IVPHELM_STATEVARS", ",".join(sorted(self._state_variables)))
        dead = roster.bury()
        aux = str(self.iteration)
        self._post_changed("IVPHELM_COMPLETED_PENDING", truth_text(dead), aux)
        self._post_changed("IVPHELM_COMPLETED_COUNT", float(dead), aux)
        for event in roster.take_events():
            self._post("IVPHELM_LIFE_EVENT", event)
        if halted:
            self._halt_message = halt_message  # it stays, also when the next iterations are well
        outcome = IterationOutcome(
            self.iteration,
            self._surroundings.written_now,
            functions,
            built,
            pieces,
            self.decision,
            halted,
            self._halt_message,
            self._outbox.warning_count,
            self._modes.values(),
            self._timing(),
        )
        self.shown.say(self.iteration, functions, now)
        self.summary.say(outcome, groups, self._post)
        self._post("IVPHELM_IPF_CNT", float(len(functions)))
        self._post("IVPHELM_TOTAL_PCS_FORMED", float(pieces))
        self._post("IVPHELM_TOTAL_PCS_CACHED", 0.0)
        self.summary.say_lists(self._post)
        self._post_decision(halted)

    def _timing(self) -> Mapping[str, float]:
        names = ("solve_time", "create_time", "max_create_time", "max_solve_time", "max_loop_time", "loop_time")
        return dict.fromkeys(names, 0.0) if self._timed else {}

    def _post_iteration(self, living: list[Behavior], fresh: bool) -> None:
        """Post updates, subscriptions, modes, counts and what the behaviours made; ``fresh``: some have changed."""
        for result in self._surroundings.update_results:
            self._post("IVPHELM_UPDATE_RESULT", result)
        self._surroundings.update_results.clear()
        # the first time that it drives, what was posted to behaviours while it was parked comes once more
        renewed = self.iteration == 1
        for name in dict.fromkeys([*self._roster.wanted(), *self._modes.wanted()]) if fresh else ():
            if name not in self._announced:
                self._announced.add(name)
                self._subscribe((name,), again=True, renewed=renewed)
        for name, value in self._modes.values():
            if self._memory.get(_MODE_KEY) != value:
                self._memory[_MODE_KEY] = value
                self._post(name, value, "HELM_MODE")
        for number, warning in enumerate(self._roster.warnings):
            self._post("IVPHELM_BHVSET_WARNING", f"{number}:{warning}")
            self._warn(warning)
        self._roster.warnings.clear()
        for refused in self._surroundings.refused:
            self._warn(refused)
        self._surroundings.refused.clear()
        self._post_changed("IVPHELM_BHV_CNT", float(len(living)))
        self._post_changed("IVPHELM_BHV_CNT_EVER", float(self._roster.ever))
        self._post("IVPHELM_ITER", float(self.iteration))
        for behavior in living:
            if behavior.posts:
                self._post_messages(behavior)

    def _post_messages(self, behavior: Behavior) -> None:
        aux = f"{self.iteration}:{behavior.name}"
        memory, name = self._memory, behavior.name
        for variable, value, repeatable, tag, remembered in behavior.posts:
            self._buffer.put(variable, value)
            if variable in ("BHV_WARNING", "BHV_ERROR"):
                (self._outbox.retract if tag == "retract" else self._warn)(f"{variable}: {value}")
            if not repeatable:
                key = name, remembered, tag, isinstance(value, str)
                if memory.get(key) == value:
                    continue
                memory[key] = value
            self._post(variable, value, aux)
            self.last_posts[variable] = (name, self._passed, self.iteration, value)
        behavior.posts.clear()

    def _post_decision(self, halted: bool) -> None:
        missing = [a.name for a in self._axes if a.name not in self.decision and a.name not in self._options.optional]
        if halted:
            self.allstop.stop(BEHAVIOR_ERROR)
        elif not self.functions:
            self.allstop.stop("NothingToDo")
        elif self._options.goals_mandatory and not self.summary.active_goal:
            self.allstop.stop("NoGoalBehavior")
        elif missing:
            text = "MissingDecVars:" + ",".join(missing)
            self._post("BHV_ERROR", text)
            self.allstop.stop(text)
        else:
            self.allstop.clear()
            for axis in self._axes:
                if axis.name in self.decision:
                    self._post(self._options.helm_prefix + _desired(axis.name), self.decision[axis.name])


_MODE_KEY = ("mode_set", "", "", True)


def _desired(axis: str) -> str:
    return "DESIRED_HEADING" if axis == "course" else f"DESIRED_{axis.upper()}"
