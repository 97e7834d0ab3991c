"""The behaviours of a helm: making them from their lines, templates, names, and the events of their lives."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from importlib import import_module

from usimmarine_py.errors import ConfigError, Severity, shorten
from usimmarine_py.finding import FilePlace, Finding
from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.behaviours import NOT_LOADED, nearest_kind
from usimmarine_py.helm.files.reader import BehaviorBlock, BehaviorLine, DeprecatedKindError, ReadError
from usimmarine_py.helm.life.able_filter import contact_of, filter_behaviors
from usimmarine_py.helm.life.record import COMPLETED
from usimmarine_py.helm.life.updates import NO_UPDATE
from usimmarine_py.helm.surroundings import HelmSurroundings
from usimmarine_py.limits import (
    MOST_AVOIDED_VERTICES,
    MOST_DISABLED,
    MOST_REFINED,
    MOST_SPAWNED,
    MOST_SPAWNED_AT_ONCE,
    MOST_UPDATES,
)
from usimmarine_py.text import read_number
from usimmarine_py.texts.pairs import first_value, pieces

#: Finds the class of a kind, None if there is none of that name.
FindKind = Callable[[str], "type[Behavior] | None"]

LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-[]()#@+")


def raised_text(error: Exception, cls: type) -> str:
    """Return an exception in one line, with file and line of the code of ``cls``."""
    import inspect  # only in case of need: the helm starts without them
    import traceback
    from pathlib import Path

    own = [base for base in cls.__mro__ if not base.__module__.startswith("usimmarine_py.")]
    files = {getattr(inspect.getmodule(base), "__file__", None) for base in own or cls.__mro__}
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in files]
    where = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {shorten(str(error))}{where}"


def make_behavior(block: BehaviorBlock, surroundings: HelmSurroundings, find: FindKind) -> Behavior:
    """Return the behaviour of a block. Raises ``ReadError`` for a kind or a line that is refused."""
    problem = ""
    try:
        cls = find(block.kind)
    except ConfigError as error:  # a file or plug-in of one's own
        cls, problem = None, str(error)
    if cls is None:
        near = nearest_kind(block.kind)
        unknown = "no such kind; usim behaviors lists them" + (f"; did you mean {near}?" if near else "")
        if block.kind in NOT_LOADED:
            unknown = "MOOS-IvP's helm does not load this kind, either; usim behaviors lists those that it does"
        shown = f"BehaviorSpec: failed to load dynamic behavior {block.kind}"
        where = ("Check IVP_BEHAVIOR_DIRS Env Variable or ivp_behavior_dir param",)
        raise ReadError(shown, block.file, block.line, problem or unknown, where)
    try:
        behavior = cls(surroundings)
        _configure(behavior, block)
    except ReadError:
        raise
    except ConfigError as error:
        raise ReadError(_lone(block), block.file, block.line, str(error)) from None
    except Exception as error:  # of a class of a user's own
        raise ReadError(_lone(block), block.file, block.line, raised_text(error, cls)) from error
    return behavior


#: A line of these keys that it cannot read is one that the original passes over, as if it were not there.
_PASSED_OVER = ("templating", "max_spawnings")


def _configure(behavior: Behavior, block: BehaviorBlock) -> None:
    wrong: list[ReadError] = []
    for line in block.lines:
        try:
            finding = behavior.refusal(line.key, line.value) if line.key else Finding("param = value expected")
        except ConfigError as error:  # what the line needs of the domain
            finding = Finding(str(error))
        named = bool(line.value) and LETTERS.issuperset(line.value)
        if finding is None and line.key.lower() in ("name", "descriptor") and not named:
            finding = Finding("letters, digits and _-[]()#@+ expected in a name")
        if finding is not None and line.key.lower() in _PASSED_OVER:
            place = FilePlace(block.file, line.line, 1, line.key)
            text = f"{finding.what}; passed over, as the original does"
            behavior.passed_over.append(Finding(text, place, severity=Severity.ERROR, suggestion=finding.suggestion))
        elif finding is not None:
            wrong.append(ReadError(_refused(block, line), block.file, line.line, finding.text))
        elif slip := _slip(behavior, line):
            place = FilePlace(block.file, line.line, 1, line.key)
            behavior.passed_over.append(Finding(slip, place, severity=Severity.ERROR))
    if wrong:
        _raise_first([*wrong, *_deprecated(behavior, block)])


def _slip(behavior: Behavior, line: BehaviorLine) -> str:
    """Return what is likely a mistake in a line that was taken; empty: nothing."""
    if slip := behavior.flags.slip(line.key.lower()):
        return f"{slip}; passed over, as the original does"
    return behavior.slip


def _deprecated(behavior: Behavior, block: BehaviorBlock) -> list[DeprecatedKindError]:
    if not (refused := behavior.refused()):
        return []
    text, *more = refused
    return [DeprecatedKindError(text, block.file, block.line, "; ".join(more), tuple(more))]


def _raise_first(wrong: Sequence[ReadError]) -> None:
    """Raise the first of some errors, if there is one; it holds the others."""
    if wrong:
        wrong[0].others += wrong[1:]
        raise wrong[0]


def _refused(block: BehaviorBlock, line: BehaviorLine) -> str:
    return f"{block.file}: Line {line.shown}: {line.text}"


class Template:
    """A block whose behaviours are made on request, by mail of its updates variable."""

    def __init__(self, block: BehaviorBlock, sample: Behavior, name: str, most: int) -> None:
        """``name`` begins those of its behaviours; no more than ``most`` are made, if that is not 0."""
        self.block, self.name, self.updates = block, name, sample.updates
        self.most = most
        self.kind = sample.kind
        self.made = self.tried = 0

    def __str__(self) -> str:
        return f"{self.kind}::{self.name} (Spawned:{self.made}/{self.tried})"


class Roster:
    """The living behaviours in their order, and the templates."""

    def __init__(self, surroundings: HelmSurroundings, find: FindKind) -> None:
        self.surroundings, self._find = surroundings, find
        surroundings.corners = lambda: sum(behavior.corners for behavior in self.behaviors)
        surroundings.refining = lambda: sum(behavior.refines for behavior in self.behaviors)
        self.behaviors: list[Behavior] = []
        self.templates: list[Template] = []
        #: Variables for updates of all blocks that say anything about templating.
        self.asked: list[str] = []
        #: The last line with each of them: a block without one goes on with that of a block before, as in the original.
        self._last_name, self._last_most = "", 0
        self.cautions: list[str] = []  #: where MOOS-IvP's helm does otherwise
        self.start_messages: list[tuple[str, str]] = []  #: what to post when the helm starts
        #: Nothing but deprecated kinds is wrong: the original posts that, too, before it says MALCONFIG.
        self.only_deprecated = False
        self.ever = 0  #: how many have lived
        self._events: list[tuple[str, str, str, str]] = []
        self.warnings: list[str] = []  #: about requests, until they are posted
        self._full = False  #: and it was said
        self._disabled: dict[str, None] = {}  #: contacts whose behaviours are disabled when they are made
        self._waiting: deque[tuple[Template, str]] = deque()  #: requests

    def build(self, blocks: Sequence[BehaviorBlock]) -> None:
        """Make the behaviours of blocks. Raises ``ReadError`` for all that are refused at once, as the original."""
        wrong: list[ReadError] = []
        for block in blocks:
            try:
                self.build_one(block)
            except ReadError as error:
                wrong += [error, *error.others]
                error.others.clear()
        self.only_deprecated = bool(wrong) and all(isinstance(error, DeprecatedKindError) for error in wrong)
        _raise_first(wrong)

    def build_one(self, block: BehaviorBlock) -> Behavior:
        """Make the behaviour of a block, or the sample of a template. Raises ``ReadError``."""
        behavior = make_behavior(block, self.surroundings, self._find)
        for line in block.lines:
            if line.key.lower() == "name":
                self._last_name = line.value
            elif line.key.lower() == "max_spawnings" and (most := read_number(line.value)) is not None and most >= 0:
                self._last_most = int(most)
        for module in behavior.loads:
            import_module(module)
        try:
            self.start_messages += behavior.start_messages()
            self.cautions += map(str, behavior.passed_over)
            if caution := behavior.caution():
                self.cautions.append(f"{block.file}:{block.line}: {caution}")
            self.cautions += [f"{block.file}:{block.line}: {text}" for text in behavior.lacks()]
            if missing := behavior.missing_axes:
                without = f"the domain has no axis {' and no axis '.join(missing)}: it stops the vehicle"
                self.cautions.append(f"{block.file}:{block.line}: {without}; domain = {missing[0]}:...")
            if "templating" in behavior.given and behavior.updates:
                self.asked.append(behavior.updates)
            if behavior.templating != "disallow":
                self.templates.append(Template(block, behavior, self._last_name, self._last_most))
            _raise_first(_deprecated(behavior, block))
            if behavior.templating == "spawn":
                return behavior
            behavior.own_name = ""  # the original says it once more, after the lines
            behavior.on_configured()
        except ConfigError as error:
            raise ReadError(_lone(block), block.file, block.line, str(error)) from None
        except ReadError:
            raise
        except Exception as error:  # of a class of a user's own
            raise ReadError(_lone(block), block.file, block.line, raised_text(error, type(behavior))) from error
        self._check_name(behavior, block)
        self._add(behavior)
        return behavior

    def _check_name(self, behavior: Behavior, block: BehaviorBlock) -> None:
        name = behavior.name
        for other in self.behaviors:
            if name.startswith(other.name) or other.name.startswith(name):
                remedy = f"{other.name} is another one's name; no name may begin with another one"
                raise ReadError(f"Duplicate behavior name found: {name}", block.file, block.line, remedy)

    def _add(self, behavior: Behavior) -> None:
        self.behaviors.append(behavior)
        self.ever += 1
        self.surroundings.changes += 1

    # -- requests

    def spawn(self) -> None:
        """Make the behaviours that were requested since the last iteration."""
        for template in self.templates:
            for text in self.surroundings.buffer.tick.get(template.updates, ()):
                if isinstance(text, str) and "name" in text:
                    self._waiting.append((template, text))
        enough = self.ever + MOST_SPAWNED_AT_ONCE
        while self._waiting and self.ever < enough:
            self._request(*self._waiting.popleft())
        while len(self._waiting) > MOST_SPAWNED:  # the last come last: there is no room for them
            template, text = self._waiting.pop()
            self._refuse(template.name + first_value(text, "name", "#"))

    def _request(self, template: Template, text: str) -> None:
        if text.count("#") >= MOST_UPDATES:
            self.surroundings.refuse(template.updates, f"more than {MOST_UPDATES} pairs")
            return
        wanted = first_value(text, "name", "#")
        full = template.name + wanted
        names = [behavior.name for behavior in self.behaviors]
        if full in names or wanted in names or (0 < template.most <= template.made):
            return
        if sum(behavior.life.spawned for behavior in self.behaviors) >= MOST_SPAWNED:
            self._refuse(full)
            return
        self._full = self._full and bool(self._waiting)
        template.tried += 1
        behavior = make_behavior(template.block, self.surroundings, self._find)
        name, missing = behavior.name, f"Behavior named [{wanted}] or [{full}] not found or spawned."
        bad = False
        for raw in pieces(text.removesuffix("#"), "#"):
            key, _, value = (part.strip() for part in raw.partition("="))
            if key.lower() in ("name", "descriptor") and value and LETTERS.issuperset(value):
                name = value if value.startswith(name) else name + value
            elif key.lower() in NO_UPDATE or not behavior.set(key, value):
                self.warnings.append(f"Failed to spawn {name}. Bad config: {raw}")
                bad = True
        if bad:
            self.warnings.append(missing)
            self.note("abort", "", template.kind, text)
            return
        refined = [one for one in self.behaviors if one.life.spawned and one.refines]
        if behavior.refines and len(refined) >= MOST_REFINED:
            self._refuse(full, MOST_REFINED, "behaviours with use_refinery")
            return
        if behavior.corners and behavior.corners + self.surroundings.corners() > MOST_AVOIDED_VERTICES:
            self._refuse(full, MOST_AVOIDED_VERTICES, "vertices of obstacles")
            return
        if name not in (full, wanted):  # of several names in a request
            self.warnings.append(missing)
        behavior.name = behavior.given_name = full = name
        behavior.templating = "disallow"
        behavior.life.spawned = True
        self.surroundings.base_names[full] = template.name
        template.made += 1
        behavior.on_configured()
        self._add(behavior)
        self.note("spawn", full, template.kind, text)
        behavior.on_spawn()
        behavior.post_flags("spawn")
        pairs = dict(part.partition("=")[::2] for part in text.split("#"))
        contact = next((value.strip() for key, value in pairs.items() if key.strip() == "contact"), "")
        if contact in self._disabled:
            filter_behaviors(f"action=disable,contact={contact}", [behavior])

    def note_disabled(self, text: str) -> None:
        """Keep which contacts mail of BHV_ABLE_FILTER disables: those that come are disabled, too."""
        if contact := contact_of(text, "disable"):
            if contact not in self._disabled and len(self._disabled) >= MOST_DISABLED:
                problem = f"{MOST_DISABLED} contacts to come are disabled already, {shorten(contact)} is not kept"
                self.surroundings.refuse("BHV_ABLE_FILTER", problem)
            else:
                self._disabled[contact] = None
        self._disabled.pop(contact_of(text, "able"), None)  # odd, but so: enable leaves it

    def _refuse(self, name: str, most: int = MOST_SPAWNED, what: str = "behaviours") -> None:
        """Warn once that there are too many."""
        if not self._full:
            why = f"{most} {what} made on request live already, no more are made"
            self.warnings.append(f"Failed to spawn {name}: {why}")
        self._full = True

    # -- events

    def note(self, event: str, name: str, kind: str, seed: str = "", last_words: str = "") -> None:
        """Keep an event of a life until it is posted."""
        more = f", seed={seed}" if seed else f", post_mortem={last_words}" if last_words else ""
        self._events.append((event, name, kind, more))

    def take_events(self) -> list[str]:
        """Return the texts of the events since the last call."""
        around = self.surroundings
        passed = around.now - around.begun
        time = f"time={passed:.2f}, " if passed > 0 else ""
        texts = []
        for event, name, kind, more in self._events:
            what = f"bname={name}, btype={kind}, event={event}{more}"
            texts.append(f"iter=0,{time}{what},iter={around.iteration}")
        self._events.clear()
        return texts

    def bury(self) -> int:
        """Remove those that have completed; return how many."""
        dead = [behavior for behavior in self.behaviors if behavior.life.state == COMPLETED]
        for behavior in dead:
            self.note("death", behavior.name, behavior.kind, last_words=behavior.post_mortem())
            self.surroundings.base_names.pop(behavior.name, None)
        if dead:
            self.surroundings.changes += 1
            self.behaviors = [behavior for behavior in self.behaviors if behavior.life.state != COMPLETED]
        return len(dead)

    # -- what they read and post

    def wanted(self) -> list[str]:
        """Return the variables that the living behaviours subscribe to."""
        names: dict[str, None] = {}
        for behavior in self.behaviors:
            names.update(dict.fromkeys(behavior.wanted()))
        return list(names)

    def state_variables(self) -> set[str]:
        """Return the variables of conditions and flags."""
        names: set[str] = set()
        for behavior in self.behaviors:
            for condition in behavior.conditions:
                names.update(condition.names)
            names.update(behavior.flags.variables("run", "runx", "idle", "active", "inactive", "end"))
        return names

    def update_variables(self) -> str:
        """Return ``name=VARIABLE,...`` of those that can be updated, sorted by name."""
        found = {b.name: b.updates for b in self.behaviors if b.updates}  # of one name the last
        return ",".join(f"{name}={variable}" for name, variable in sorted(found.items()))


def _lone(block: BehaviorBlock) -> str:
    return f"{block.file}: Line {block.line - 1}: Behavior = {block.kind}"
