"""The base class of every behaviour, stock or a user's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import inf
from numbers import Real
from typing import ClassVar, TypeVar

from usimmarine_py.conditions.parser import ExpectationError, has_several_operators
from usimmarine_py.errors import suggest
from usimmarine_py.finding import Finding
from usimmarine_py.helm.building import refusal
from usimmarine_py.helm.condition import HelmCondition
from usimmarine_py.helm.functions.axis import DomainAxis, Utility
from usimmarine_py.helm.life.flags import COMMON_FLAGS, BehaviorFlag, Flags, flag_key
from usimmarine_py.helm.life.record import Life
from usimmarine_py.helm.parameters import (
    choice,
    declared,
    integer,
    number,
    odd,
    other_key,
    parameter,
    truth,
    variable,
    word,
)
from usimmarine_py.helm.surroundings import HelmSurroundings
from usimmarine_py.limits import MOST_FLAGS, TooMuchError, admit
from usimmarine_py.maths.angles import angle_360
from usimmarine_py.text import atof, compact_number, truth_text
from usimmarine_py.texts.pairs import unquoted
from usimmarine_py.values.key import Key, RefusedValueError

T = TypeVar("T")

#: One post, before the helm compares it with what was posted before: variable, value, whether it is posted each time
#: (otherwise only when the value changes), a tag that keeps posts of one variable apart, and the variable as which
#: it is remembered.
BehaviorPost = tuple[str, float | str, bool, str, str]
#: The name of a variable, in any case, that is none.
SILENT = "silent"


def _mapping(text: str) -> tuple[str, str]:
    old, new = (part.strip() for part in text.partition(",")[::2])
    if len(old.split()) > 1 or len(new.split()) > 1:
        raise ValueError(f"OLD, NEW expected, found {text}")
    return old, new


def _templating(text: str) -> str:
    word = text.strip()
    if word not in ("disallow", "spawn", "clone"):  # in small letters, as the original
        raise ValueError(f"disallow, spawn or clone expected, found {text}")
    return word


def _reset(text: str) -> str:
    if not text.partition("=")[0].strip():
        raise ValueError(f"VAR=VALUE or VAR expected, found {text}")
    return text.strip()


def _starving(text: str) -> dict[str, float]:
    *names, seconds = (part.strip() for part in text.split(","))
    limit = atof(seconds)  # as the original
    if not names or not 0 < limit < inf:
        raise ValueError(f"VARIABLE, SECONDS expected, found {text}")
    return dict.fromkeys(names, limit)


#: Ends of the names of the variables of the own pose.
_POSE = ("X", "Y", "HEADING", "SPEED")

#: The first number beyond the original's integers.
_MOST_INTEGER = 2.0**31


#: Keys that say how functions over two axes are built.
_BUILDING = ("build_info", "precision")


class Behavior:
    """A behaviour: while its conditions hold it runs once in each helm iteration, and may return a function.

    A subclass declares parameters as attributes (``helm.parameters``) and writes ``on_run``. The name of its kind is
    ``BHV_`` and the name of the class. Positions, distances and depths are in m, times in s, speeds in m/s,
    headings and courses in deg clockwise from north; other numbers have the unit that the mission gives them.
    """

    kind: ClassVar[str] = ""  #: as in ``Behavior = KIND``
    default_name: ClassVar[str] = "???"  #: of a behaviour without a ``name`` line
    own_flags: ClassVar[tuple[str, ...]] = ()  #: kinds of flags besides the common ones
    variables: ClassVar[tuple[str, ...]] = ()  #: variables that it reads
    loads: ClassVar[tuple[str, ...]] = ()  #: modules of its functions, loaded with the helm, not later
    can_disable: bool = False  #: BHV_ABLE_FILTER may disable it; a parameter of some kinds
    able_words: ClassVar[frozenset[str]] = frozenset()  #: what that mail may name it by
    #: Whether the macros of the own pose in its flags have values; those of some kinds are 0, as in the original.
    pose_macros: ClassVar[bool] = True
    common_macros: ClassVar[bool] = True  #: it knows those of every behaviour
    #: Axes of the domain (``course``, ``speed``, ``depth``) without which it is idle and stops the vehicle.
    needed_axes: ClassVar[tuple[str, ...]] = ()
    constraint: ClassVar[bool] = False  #: True for one that only limits; it is no goal
    endless: ClassVar[bool] = False  #: True for one that never completes by itself
    #: Parameters that a block must give, each as names between ``|`` of which one is enough; those of ``awaited`` may
    #: come by an update, too; and what happens else.
    mandatory: ClassVar[tuple[str, ...]] = ()
    awaited: ClassVar[tuple[str, ...]] = ()
    without: ClassVar[str] = "it has no wish"
    #: Parameters and other keys of base classes that its kind does not know.
    unknown_keys: ClassVar[tuple[str, ...]] = ()
    passes_over: ClassVar[tuple[str, ...]] = ()  #: keys of which a text that it cannot read changes nothing
    passes_over_empty: ClassVar[tuple[str, ...]] = ()  #: the same of an empty text
    parameters: ClassVar[Mapping[str, Key]] = {}  #: that are attributes, by every spelling
    other_keys: ClassVar[tuple[Key, ...]] = (
        other_key("name", "text", "Name of the behaviour; needed.", also=("descriptor",), example="mine"),
        other_key("condition", "text", "It is idle unless all of its conditions hold."),
        other_key("post_mapping", "text", "`OLD, NEW`: posts of OLD go to NEW; silent: to none."),
        other_key(
            "no_starve",
            "text",
            "`VAR1, VAR2, SECONDS`: idle while mail of one is missing that long.",
            also=("nostarve",),
        ),
    )  #: that are none, besides those of base classes
    all_keys: ClassVar[Mapping[str, Key]] = {}  #: of all kinds, by every spelling

    pwt: float = number(100.0, minimum=0.0, also=("priwt", "priority"), what="Priority weight; 0 drops the function.")
    duration: float = number(
        -1.0,
        minimum=0.0,
        words={"no-time-limit": -1.0, "-1": -1.0},
        unit="s",
        what="Time after which it completes; no-time-limit for none.",
    )
    duration_status: str = variable(blanks=True, empty=True, what="Variable for the remaining time.")
    duration_reset: str = parameter(
        "", _reset, "text", what="`VAR=VALUE` or `VAR`: mail that starts the duration anew."
    )
    duration_idle_decay: bool = truth(True, what="Idle time counts as well.")
    updates: str = word(what="Variable whose mail changes parameters.")
    perpetual: bool = parameter(
        False, lambda text: text.strip().lower() == "true", "bool", what="Goes on after completing."
    )
    templating: str = parameter(
        "disallow", _templating, "text", what="`spawn` or `clone`: makes behaviours on request; `disallow`: does not."
    )
    max_spawnings: int = integer(0, what="Most behaviours made on request; 0 or less: no limit.")
    comms_policy: str = choice("open", ("open", "lean", "dire"), what="How much it posts off board.")
    build_info: str = word(what="How functions over two axes are built.")
    precision: str = word(what="No function over two axes is built with it, as in the original.")

    def __init_subclass__(cls, kind: str = "") -> None:
        super().__init_subclass__()
        cls.kind = kind or "BHV_" + cls.__name__
        merged: dict[str, Key] = {}
        for base in reversed(cls.__mro__[1:]):
            merged.update(vars(base).get("parameters", {}))
        # a default may be changed without declaring the parameter again: ``duration = 0.0``
        merged.update(declared(cls))
        cls.parameters = {name: key for name, key in merged.items() if key.name not in cls.unknown_keys}
        others = [key for base in cls.__mro__ for key in vars(base).get("other_keys", ())]
        flags = [flag_key(flag) for flag in (*COMMON_FLAGS, *cls.own_flags)]
        found = {name.lower(): key for key in (*flags, *others, *merged.values()) for name in key.names}
        cls.all_keys = {name: key for name, key in found.items() if key.name not in cls.unknown_keys}

    def __init__(self, surroundings: HelmSurroundings) -> None:
        self.surroundings = surroundings
        self.buffer = surroundings.buffer
        #: Axes that it needs and the domain, which never changes, has not.
        self.missing_axes = [axis for axis in self.needed_axes if axis not in surroundings.axes]
        self.name = self.default_name
        self.given_name = ""  #: by a ``name`` line
        self.own_name = ""  #: of the vehicle, by a line that says so
        self.passed_over: list[Finding] = []  #: lines that have no effect
        self.given: set[str] = set()  #: parameters and other keys that were set
        self.conditions: list[HelmCondition] = []
        self.flags = Flags((*COMMON_FLAGS, *self.own_flags))
        self.mappings: dict[str, str] = {}
        self.starving: dict[str, float] = {}  #: variables that it needs mail of, and the longest time without, s
        self.extra_variables: list[str] = []  #: that a parameter asked for
        self.posts: list[BehaviorPost] = []
        self.relevance = 1.0  #: factor of the priority weight, set by ``on_run``
        self.life = Life()
        self.nav_x = self.nav_y = self.nav_heading = self.nav_speed = 0.0  #: own pose (m, deg, m/s) as last read
        self._counters: dict[str, int] = {}
        self._asked_now: float | None = None
        self._warned_of: set[str] = set()
        self.refused_building = ""  #: why no function over two axes can be built
        self._excess = ""  # which limit the last text was beyond
        self.slip = ""  #: what is likely a mistake in the last text, which was taken or passed over
        self.on_create()

    @property
    def contact_name(self) -> str:
        """Name of the vehicle that it is about; empty for most kinds."""
        return ""

    @property
    def said_contact(self) -> str:
        """The same as its text says it, also of one that is not known yet."""
        return ""

    # -- what a kind writes

    def on_create(self) -> None:
        """Prepare own attributes; parameters have their defaults."""

    def on_set(self, name: str) -> None:
        """Act on a parameter that was set, from the file or by an update."""

    def on_other(self, key: str, text: str) -> bool:
        """Take a line that is no declared parameter; False refuses it. May raise ``ValueError``."""
        return False

    def on_configured(self) -> None:
        """Act when all lines are set."""

    def post_settings(self) -> None:
        """Post BHV_SETTINGS, where a kind does so."""

    def on_updated(self) -> None:
        """Act in an iteration with updates: the original posts the settings before and with what it configures."""
        self.post_settings()
        self.on_configured()

    def on_run(self) -> Utility | None:
        """Act in an iteration in which it runs; return a function, or None without a wish."""
        return None

    def on_run_without_function(self) -> None:
        """Act after the flags of an iteration in which it ran and made no function."""

    def on_every_iteration(self) -> None:
        """Act in every iteration, before the work of its run state."""

    def on_flags_posted(self) -> None:
        """Act in every iteration, before the work of its run state and behind the flags of its configuration."""

    def on_flag_text(self) -> None:
        """Act before a flag is posted whose value is a text."""

    def on_idle(self) -> None:
        """Act in an iteration in which it is idle."""

    def on_run_to_idle(self) -> None:
        """Act when it becomes idle after running."""

    def on_idle_to_run(self) -> None:
        """Act when it runs after being idle."""

    def on_complete(self) -> None:
        """Act when it completes."""

    def on_complete_begin(self) -> None:
        """Act when it is found to be complete at the beginning of an iteration."""

    def on_complete_state(self) -> None:
        """Act at the end of the iteration after which it is removed, and at its beginning if it is complete then."""

    def on_spawn(self) -> None:
        """Act after it was made on request."""

    def start_messages(self) -> Iterator[tuple[str, str]]:
        """Yield variables and texts that the helm posts for it when it starts, also for a template."""
        return iter(())

    def caution(self) -> str:
        """Return what MOOS-IvP's helm does otherwise with it as configured; empty for nothing."""
        return ""

    def on_able(self, words: Mapping[str, str]) -> bool:
        """Whether mail of BHV_ABLE_FILTER is for it; ``words``: some of ``able_words``, values in lower case."""
        return not words

    def gone(self) -> bool:
        """Whether what it was made for on request is no longer there: it completes."""
        return False

    def post_mortem(self) -> str:
        """Return what its event of death says besides its name."""
        return ""

    def shown_mode(self) -> tuple[str, str]:
        """Return its mode and sub mode for IVPHELM_SUMMARY."""
        return "", ""

    def macros(self) -> Mapping[str, float | str | None]:
        """Values for ``$[NAME]`` in flags, besides those of every behaviour; None for one that is not known now."""
        return {}

    @property
    def weight(self) -> float:
        """Weight of its function in the decision."""
        return self.pwt * self.relevance

    def lacks(self) -> list[str]:
        """Return, one sentence each, which parameters must be given and are not."""
        needed = self.mandatory if self.updates else (*self.mandatory, *self.awaited)
        missing = [one.split("|") for one in needed if self.given.isdisjoint(one.split("|"))]
        return [f"{self.kind} needs {' or '.join(names)}: without, {self.without}" for names in missing]

    def refused(self) -> tuple[str, ...]:
        """Return why MOOS-IvP's helm refuses it as configured (MALCONFIG), in its words; empty for nothing."""
        return ()

    def ends(self) -> bool:
        """Whether it completes by itself at some time, with its parameters as they are and without a duration."""
        return not self.endless

    # -- what a kind uses

    @property
    def now(self) -> float:
        """The helm's clock, s, which goes on evenly when the machine's clock is set."""
        return self.surroundings.now

    @property
    def written_now(self) -> float:
        """The time for posts, by the machine's clock, s."""
        return self.surroundings.written_now

    @property
    def community(self) -> str:
        """Name of the vehicle."""
        return self.own_name or self.surroundings.community

    def axis(self, name: str) -> DomainAxis:
        """Return an axis of the domain: ``course`` (deg), ``speed`` (m/s) or ``depth`` (m)."""
        return self.surroundings.axis(name)

    def value(self, name: str, default: float = 0.0) -> float:
        """Return the last number of a variable in ``variables``, ``default`` without one."""
        numbers = self.buffer.numbers
        return numbers[name] if name in numbers else self._unheard(name, default)

    def text(self, name: str, default: str = "") -> str:
        """Return the last text of a variable in ``variables``, ``default`` without one."""
        texts = self.buffer.texts
        return texts[name] if name in texts else self._unheard(name, default)

    def _unheard(self, name: str, default: T) -> T:
        """Return ``default``; warn once if an own behaviour reads what it does not subscribe to."""
        if not (name in self.variables or name in self.extra_variables or name in self._warned_of):
            self._warned_of.add(name)
            if not type(self).__module__.startswith("usimmarine_py."):
                self.warn(f"reads {name}, which is not in its variables: it stays {default!r}")
        return default

    def read_pose(self) -> None:
        """Read the own pose into ``nav_x``, ``nav_y`` (m), ``nav_heading`` (deg) and ``nav_speed`` (m/s)."""
        numbers = self.buffer.numbers
        self.nav_x, self.nav_y = numbers["NAV_X"], numbers["NAV_Y"]
        self.nav_heading, self.nav_speed = angle_360(numbers["NAV_HEADING"]), numbers["NAV_SPEED"]

    def pose_is_stale(self, limit: float, *, speed: bool = True) -> bool:
        """Whether a variable of the own pose, maybe without ``speed``, is older than ``limit`` (s); it is an error."""
        ages = {name: self.now - self.buffer.received.get(f"NAV_{name}", self.now) for name in _POSE}
        for shown, names in (("X/Y", "XY"), ("HEADING", ("HEADING",)), ("SPEED", ("SPEED",) if speed else ())):
            if any(ages[name] > limit for name in names):
                self.fail(f"ownship NAV_{shown} not found or stale.")
                return True
        return False

    def post(self, name: str, value: float | str, *, repeatable: bool = False, tag: str = "") -> None:
        """Post a number or a text (a bool as ``true`` or ``false``); unless ``repeatable`` only when the value differs
        from the last one under ``tag``. Raises ``TypeError`` for another value.
        """
        kind = type(value)
        if kind is not str and kind is not float:
            value = _postable(name, value)
        if self.mappings and name in self.mappings:
            name = self.mappings[name]
            if name.lower() == SILENT:
                return
        elif not name:
            return
        self.posts.append((name, value.strip() if isinstance(value, str) else value, repeatable, tag, name))

    def post_rounded(self, name: str, value: float, limit: float = 10.0) -> None:
        """Post a number, above ``limit`` as the nearest integer."""
        if value > limit:
            self.post_whole(name, value)
        else:
            self.post(name, value)

    def post_whole(self, name: str, value: float) -> None:
        """Post a number as the nearest integer; beyond the original's integers that is the least one."""
        self.post(name, float(int(value + 0.5)) if abs(value) < _MOST_INTEGER else -_MOST_INTEGER)

    def warn(self, text: str) -> None:
        """Post a warning, which stands in the report too."""
        self.post("BHV_WARNING", f"{self.name}: {text}", repeatable=True)

    def heard(self, name: str) -> bool:
        """Whether a number of this name was heard; warns if not."""
        if name in self.buffer.numbers:
            return True
        self.warn(f"{name} dbl info not found in helm info_buffer")
        return False

    def retract(self, text: str) -> None:
        """Take back a warning; posted once."""
        self.post("BHV_WARNING", f"{self.name}: {text}", tag="retract")

    def fail(self, text: str) -> None:
        """Post an error: the helm stops the vehicle in this iteration."""
        self.post("BHV_ERROR", f"{self.name}: {text}", repeatable=True)
        self.life.failed = True

    def complete(self) -> None:
        """Complete: end flags are posted; unless perpetual it is removed after this iteration."""
        self.on_complete()
        self.post_flags("end")
        if not self.perpetual:
            self.life.completed = True

    def post_flags(self, kind: str, *, repeatable: bool = True) -> None:
        """Post the flags of a kind whose conditions hold."""
        for flag in self.flags.lists[kind]:
            self.post_flag(flag, repeatable=repeatable)

    # -- parameters

    @property
    def refines(self) -> bool:
        """Whether its function has the pieces of ``use_refinery``."""
        return bool(getattr(self, "use_refinery", False))

    @property
    def corners(self) -> int:
        """How many vertices the obstacle has that it avoids."""
        return 0

    def set(self, key: str, text: str) -> bool:
        """Set ``key = text``, from an update; False if it is refused."""
        taken = self.refusal(key, text) is None
        if problem := self._excess or self.slip:
            self.surroundings.refuse(self.updates, f"{key}: {problem}")
        return taken

    def refusal(self, key: str, text: str) -> Finding | None:
        """Set ``key = text`` and return None, or why it is refused."""
        key = key.lower()
        if key.startswith("_") and key[1:] in Behavior.all_keys and key[1:] != "name":
            key = key[1:]  # the original passes over one such mark before a key that all kinds have
        self._excess = self.slip = ""
        try:
            taken = self._take(key, text)
        except TooMuchError as error:
            self._excess = str(error)
            return Finding(self._excess)
        except RefusedValueError as error:
            return self._passed_over(key, text, Finding(error.problem, suggestion=error.suggestion))
        except (ValueError, ExpectationError) as error:
            return self._passed_over(key, text, Finding(str(error)))
        if taken:
            self.slip = odd(self.parameters.get(key), text)
            if key in _BUILDING:
                self._note_building(key, text)
            if key == "condition" and has_several_operators(self.conditions[-1].text):
                self.slip = f"{text.strip()} has several operators: it never holds, as in the original"
            return None
        return Finding("unknown parameter", suggestion=suggest(key, self.all_keys), about_key=True)

    def _note_building(self, key: str, text: str) -> None:
        if key == "build_info" and unquoted(text).strip().lower() == "clear":
            self.refused_building = ""
        else:  # the original reads the newest text first, and stops at the first that it refuses
            found = refusal(f"precision={text}" if key == "precision" else unquoted(text))
            self.refused_building = found or self.refused_building
        if self.refused_building:
            self.slip = f"{self.refused_building}: no function over two axes is built, as in the original"

    def _passed_over(self, key: str, text: str, finding: Finding) -> Finding | None:
        """Return what is wrong with a text; None where the original passes it over."""
        if key not in (self.passes_over if text.strip() else self.passes_over_empty):
            return finding
        self.slip = f"{finding.text}; passed over, as the original does"
        return None

    def _take(self, key: str, text: str) -> bool:
        """Set ``key = text``; False for a key that there is not. Raises the errors of its reader."""
        self.surroundings.changes += 1
        taken = self._common(key, text)
        if taken is not None:
            return taken
        found = self.parameters.get(key)
        if found is None:
            taken = self.on_other(key, text)
        else:
            before, known = getattr(self, found.name), len(self.extra_variables)
            setattr(self, found.name, found.value(text))
            try:
                if found.name == "updates" and self.updates:
                    self.extra_variables.append(self.updates)
                self.on_set(found.name)
                if len(self.extra_variables) > known:
                    self.extra_variables = [*dict.fromkeys(self.extra_variables)]
                    admit(len(self.extra_variables), MOST_FLAGS, "variables")
            except TooMuchError:
                setattr(self, found.name, before)
                del self.extra_variables[known:]
                raise
            taken = True
        if taken:
            self.given.add(key if found is None else found.name)
        return taken

    def _common(self, key: str, text: str) -> bool | None:
        """Set one of the parameters with a form of their own; None if ``key`` is none."""
        if key == "us":  # the original takes a name of own ship
            self.own_name = text.strip()
        elif key in ("name", "descriptor"):
            self.given_name = self.name = text.strip()
        elif key == "condition":
            admit(len(self.conditions) + 1, MOST_FLAGS, "conditions")
            # the original replaces every comma first
            self.conditions.append(HelmCondition(text.replace(",", "=")))
        elif key == "post_mapping":
            old, new = _mapping(text)
            admit(len(self.mappings.keys() | {old}), MOST_FLAGS, "mappings")
            self.mappings[old] = new
        elif key in ("no_starve", "nostarve"):
            starving = self.starving | _starving(text)
            admit(len(starving), MOST_FLAGS, "variables that it needs mail of")
            self.starving = starving
        elif (kind := self.flags.kind(key)) is not None:
            self.flags.add(kind, text)
        else:
            return None
        return True

    def wanted(self) -> Iterator[str]:
        """Variables that it subscribes to, in the original's order."""
        for condition in (*self.conditions, *self.flags.conditions):
            yield from condition.names
        if self.duration_reset:
            yield self.duration_reset.partition("=")[0].strip()
        yield from self.variables
        yield from self.extra_variables

    # -- macros

    def _macro(self, name: str, square: bool) -> float | str | None:
        if square and self.common_macros:
            if name in _COUNTERS:
                self._counters[name] = self._counters.get(name, 0) + 1
                return float(self._counters[name])
            if name in _CLOCKS and self.life.last_step is None:
                return 0.0  # as the original's, whose new behaviours do not know the time yet
            if name == "NOW":
                if self._asked_now is None:
                    self._asked_now = self.now
                return self.now - self._asked_now
            if name in _WORDS:
                return self.surroundings.random_word(_WORDS[name])
        found = self.macros().get(name)
        if found is None and name in _MACROS and self.common_macros:
            found = _MACROS[name](self)
        return found

    def macro_names(self) -> list[str]:
        """Return the names for ``$[NAME]`` in its flags."""
        common = (*_MACROS, *_COUNTERS, "NOW", *_WORDS) if self.common_macros else ()
        return [*self.macros(), *common]

    def post_flag(self, flag: BehaviorFlag, *, repeatable: bool = True) -> None:
        """Post a flag if its condition holds."""
        value = self._filled(flag)
        if value is None:
            return
        if flag.local:
            self.post(flag.variable, value, repeatable=repeatable)
        if flag.destination:
            message = self._node_message(flag.destination, flag.variable, value)
            # what goes off board is remembered as what was posted on board: after a text of its own it is new
            self.posts.append(("NODE_MESSAGE_LOCAL", message, repeatable, "", flag.variable))

    def _filled(self, flag: BehaviorFlag) -> float | str | None:
        value = flag.filled(self.buffer, self._macro)
        if value is not None and isinstance(flag.value, str):
            self.on_flag_text()
        return value

    def _node_message(self, destination: str, name: str, value: float | str) -> str:
        group = ""
        if destination == "group":
            own = f"{self.community.upper()}_NAV_GROUP"
            if own in self.buffer.texts:
                group = self.buffer.texts[own]
            elif own in self.buffer.numbers:
                group = f"{self.buffer.numbers[own]:.6f}"
            else:
                self.warn(f"{own} info not found in helm info_buffer")
            group = f",dest_group={group}" if group else ""
        quote = '"' if isinstance(value, str) and "," in value else ""
        form = f"string_val={quote}{value}{quote}" if isinstance(value, str) else f"double_val={compact_number(value)}"
        head = f"src_node={self.community},dest_node=all{group},src_app=pHelmIvP"
        return f"{head},src_bhv={self.name},var_name={name},{form}"


Behavior.parameters = declared(Behavior)
Behavior.all_keys = {
    name.lower(): key
    for key in (*map(flag_key, COMMON_FLAGS), *Behavior.other_keys, *Behavior.parameters.values())
    for name in key.names
}


#: Macros in flags of every behaviour, and what gives their values.
_MACROS: Mapping[str, Callable[[Behavior], float | str]] = {
    "OWNSHIP": lambda b: b.community,
    "BHVNAME": lambda b: b.name,
    "BHVTYPE": lambda b: b.kind,
    "CONTACT": lambda b: b.contact_name,
    "PWT": lambda b: b.pwt,
    "UTC": lambda b: b.written_now,
    "DUR_RUN_TIME": lambda b: b.life.run_time,
    "DUR_IDLE_TIME": lambda b: b.life.idle_time,
    "OSX": lambda b: b.nav_x if b.pose_macros else 0.0,
    "OSY": lambda b: b.nav_y if b.pose_macros else 0.0,
    "OSH": lambda b: b.nav_heading if b.pose_macros else 0.0,
    "OSV": lambda b: b.nav_speed if b.pose_macros else 0.0,
}
#: Macros that are times.
_CLOCKS = ("NOW", "UTC")
#: Macros that count how often they were used.
_COUNTERS = ("CTR", *(f"CTR{n}" for n in range(1, 6)))
#: Macros that are random words, and how long these are.
_WORDS = {"HASH": 6, **{f"HASH{n}": n for n in range(2, 10)}}


def _postable(name: str, value: object) -> float | str:
    """Return a value that can be posted. Raises ``TypeError`` for one that is neither number nor text."""
    if isinstance(value, bool):
        return truth_text(value)
    if isinstance(value, (float, int, str)):
        return value
    if not isinstance(value, Real):
        raise TypeError(f"post({name!r}, ...): a number or a text expected, found {type(value).__name__}")
    return float(value)
