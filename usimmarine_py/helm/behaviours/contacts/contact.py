"""What all behaviours that act on another vehicle share: the contact, its flags and filters."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import cos, radians
from typing import ClassVar, NamedTuple

from usimmarine_py.colours import is_colour
from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.functions import Utility
from usimmarine_py.helm.life.flags import BehaviorFlag
from usimmarine_py.helm.life.record import DISABLED, RUNNING
from usimmarine_py.helm.parameters import number, other_key, parameter, truth, word
from usimmarine_py.limits import MOST_FLAGS, TooMuchError, admit
from usimmarine_py.maths.angles import angle_360, bearing
from usimmarine_py.maths.encounters.motion import closing_rate
from usimmarine_py.maths.encounters.sides import Side, StraightMotion, bearing_rate, side_of
from usimmarine_py.text import compact_number, read_number, truth_text
from usimmarine_py.texts.contact_filter import ContactFilter
from usimmarine_py.texts.node_report import NodeState
from usimmarine_py.texts.shapes import no_shape_text
from usimmarine_py.values.key import Key

#: A contact of this name, in any case, is none.
_UNSET = "unset_ok"
#: Values of contact flags that stay numbers; others with a macro are posted as texts.
_NUMBERS = ("$[RANGE]", "$[CPA]", "$[BNG_RATE]", "$[OS_CN_REL_BNG]", "$[CN_OS_REL_BNG]")
_EVENTS = (
    "cpa", "os_passed_cn", "os_passed_cn_port", "os_passed_cn_star", "cn_passed_os", "cn_passed_os_port",
    "cn_passed_os_star",
)  # fmt: skip
#: What says which contacts count: by words, and with regions.
_WORD_FILTERS = ("match_name", "ignore_name", "match_group", "ignore_group", "match_type", "ignore_type")
_FILTER_KEYS = (*_WORD_FILTERS, "match_region", "ignore_region", "strict_ignore")
_SIDES = (("fore", "fore"), ("aft", "aft"), ("port", "port"), ("star", "starboard"))
#: Ranges that are remembered for the closest approach, and changes that count as noise, m.
_REMEMBERED, _NOISE = 5, 0.05


def _decay(text: str) -> tuple[float, float]:
    begin, _, end = (read_number(part) for part in text.partition(","))
    if begin is None or end is None or not 0 <= begin <= end:
        raise ValueError(f"BEGIN,END expected, BEGIN at most END, found {text}")
    return begin, end


class ContactFlag(NamedTuple):
    """``TAG VARIABLE=VALUE``: what is posted when the contact comes nearer, passes and so on."""

    event: str  #: one of ``_EVENTS``; empty for a range
    below: bool  #: of a range: whether it is posted below it, else above
    limit: float  #: the range, m
    once: bool  #: only when the limit is crossed
    flag: BehaviorFlag


def read_contact_flag(text: str) -> ContactFlag:
    """Read a contact flag. Raises ``ValueError`` or ``ExpectationError``."""
    tag, _, rest = text.strip().partition(" ")
    tag = tag.lower()
    once = tag.startswith("@")
    flag = BehaviorFlag(rest)
    flag.condition = None  # the original reads one and does not look at it
    word_ = tag[1:] if once else tag
    if word_[:1] in ("<", ">"):
        limit = read_number(word_[1:])
        if limit is None:
            raise ValueError(f"a range expected behind {word_[:1]}, found {word_[1:]}")
        return ContactFlag("", word_[0] == "<", limit, once, flag)
    if not once or word_ not in _EVENTS:
        raise ValueError(f"@<RANGE, @>RANGE, <RANGE, >RANGE, @{', @'.join(_EVENTS)} expected, found {tag}")
    return ContactFlag(word_, False, 0.0, True, flag)


class ContactLine(NamedTuple):
    """Colours of a line by the weight of the behaviour, or by the range of the contact."""

    by_range: bool | None  #: None: as before
    colours: tuple[tuple[str, float], ...]  #: name, and the largest value for which it counts

    def then(self, later: ContactLine) -> ContactLine:
        """Return what another text adds to this one: as in the original its colours come behind those before."""
        admit(len(self.colours) + len(later.colours), MOST_FLAGS, "colours of a line")
        return ContactLine(self.by_range if later.by_range is None else later.by_range, self.colours + later.colours)

    def colour(self, relevance: float, distance: float, *, labelled: bool) -> str:
        """Return the first colour whose limit is not below the relevance, or the range (m).

        Beyond all limits the line is as visible as its label, and black: the original leaves it as it set the label.
        """
        value = distance if self.by_range else relevance
        return next((name for name, limit in self.colours if value <= limit), "0:0:0" if labelled else "invisible")


NO_LINE = ContactLine(None, ())


def read_contact_line(text: str) -> ContactLine:
    """Read ``[info:range,] COLOUR:LIMIT, ...``. As the original takes any text: colours behind a part that is none of
    these are passed over.
    """
    by_range, colours, valid = None, [], True
    for part in text.split(","):
        name, _, word = (piece.strip() for piece in part.partition(":"))
        name, limit = name.lower(), read_number(word)
        if name == "info" and word in ("range", "relevance"):
            by_range = word == "range"
        elif valid and limit is not None and is_colour(name):
            colours.append((name, limit))
        else:
            valid = False
    return ContactLine(by_range, tuple(colours))


class ContactBehavior(Behavior):
    """A behaviour about one contact; ``on_contact`` runs in each iteration in which it is known."""

    passes_over_empty = _WORD_FILTERS
    needed_axes = ("course", "speed")
    other_keys: ClassVar[tuple[Key, ...]] = (
        other_key(
            "cnflag",
            "text",
            "`TAG VARIABLE = VALUE`, posted when TAG comes: `@<R`, `@>R` (range falls or rises past R, once), `<R`, "
            "`>R`, or the side passed.",
            also=("cn_flag",),
            unit="m",
        ),
        other_key("match_name", "list", "Only contacts of these names."),
        other_key("ignore_name", "list", "No contacts of these names."),
        other_key("match_group", "list", "Only contacts of these groups."),
        other_key("ignore_group", "list", "No contacts of these groups."),
        other_key("match_type", "list", "Only contacts of these types."),
        other_key("ignore_type", "list", "No contacts of these types."),
        other_key("match_region", "polygon", "Only contacts in one of these convex polygons.", unit="m"),
        other_key("ignore_region", "polygon", "No contacts in these convex polygons.", unit="m"),
        other_key(
            "strict_ignore", "bool", "A contact that does not say what is filtered is ignored, too.", default="true"
        ),
    )

    variables: ClassVar[tuple[str, ...]] = ("NAV_X", "NAV_Y", "NAV_SPEED", "NAV_HEADING")
    awaited: ClassVar[tuple[str, ...]] = ("contact",)
    able_words = frozenset(("contact", "bhv_type", "vsource"))

    contact: str = word(what="Name of the vehicle.")
    extrapolate: bool = truth(True, what="The position counts as reported; false: BHV_Trail near its place stops.")
    decay: tuple[float, float] = parameter(
        (15.0, 30.0), _decay, unit="s", what="Accepted; the position counts as reported."
    )
    decay_end: float = number(30.0, unit="s", what="Accepted; no effect, as in the original.")
    on_no_contact_ok: bool = truth(True, what="A contact without reports is a warning, otherwise an error.")
    time_on_leg: float = number(60.0, minimum=0.0, unit="s", what="How far it looks ahead.")
    exit_on_filter_vtype: bool = truth(False, what="Completes when the type of the contact is filtered out.")
    exit_on_filter_group: bool = truth(False, what="Completes when the group of the contact is filtered out.")
    exit_on_filter_region: bool = truth(False, what="Completes when the contact leaves the regions of its filter.")
    post_per_contact_info: bool = truth(False, what="Posts details with the name of the contact in the variables.")
    bearing_line_config: ContactLine = parameter(
        NO_LINE,
        read_contact_line,
        also=("bearing_lines",),
        what="Colours of a line to the contact, `white:0, red:0.8`; those of an update come behind.",
    )
    bearing_line_show: bool = truth(False, what="Draws the line to the contact; a configuration of it does, too.")
    bearing_line_label_show: bool = truth(False, what="Draws the label of the line, too; a spawned one does unasked.")
    use_plat_model: bool = truth(False, strict=True, what="Accepted; no effect.")
    #: What only some kinds have as a parameter.
    no_alert_request = False
    line: ContactLine = NO_LINE  #: what the texts so far say of the line to the contact
    looks_twice: ClassVar[bool] = True  #: the original reads the contact again when it runs
    looks_when_idle: ClassVar[bool] = False  #: and when it is idle
    #: without a contact it acts as if one lay where the last one was, at first at 0,0
    runs_unset: ClassVar[bool] = False

    def on_set(self, name: str) -> None:
        if name == "bearing_line_config":
            self.bearing_line_show = bool(self.bearing_line_config.colours)
            self.bearing_line_config = self.line = self.line.then(self.bearing_line_config)

    def on_create(self) -> None:
        self.filter = ContactFilter()
        self.contact_flags: list[ContactFlag] = []
        self.own = self.other = StraightMotion(0.0, 0.0, 0.0, 0.0)
        self._known = self.own, self.other  #: as of the last iteration in which the contact was known
        self.own_side = self.other_side = Side(0.0, 0.0, 0.0)  #: own ship as seen from the contact, and the reverse
        self.state: NodeState | None = None  #: the contact's last report
        self._last_state: NodeState | None = None  #: also of a contact that is no longer known
        self._missed = ""  #: the warning that it is not known, while it holds
        self._seen = -1  #: the iteration in which the contact was known last
        self._last_range: float | None = None
        #: The range before, and what had happened, when the contact was seen last.
        self._seen_last: tuple[float | None, set[str]] = None, set()
        self._last_words = ""  #: what its event of death says
        self._ranges: list[float] = []  #: of the last iterations, newest first, m
        #: Own ship fore of the contact, the contact fore of own ship, as of the last iteration.
        self._sides = False, False

    # -- parameters

    def on_other(self, key: str, text: str) -> bool:
        if key == "cnflag" or key == "cn_flag":
            admit(len(self.contact_flags) + 1, MOST_FLAGS, "flags of a contact")
            self.contact_flags.append(read_contact_flag(text))
            return True
        if key in _FILTER_KEYS:
            try:
                return self.filter.read(key, text)
            except TooMuchError:
                raise
            except ValueError as error:
                raise ValueError(f"{key} {error}") from None
        return False

    @property
    def contact_name(self) -> str:
        """Name of the contact; empty without one."""
        return "" if self.contact.lower() == _UNSET else self.contact

    @property
    def said_contact(self) -> str:
        return self.contact

    # -- what a kind writes

    def alert_ranges(self) -> tuple[float, float] | None:
        """Return the ranges (m) of the alert that its template asks for: at once, and with a close approach."""
        return None

    def on_contact(self) -> Utility | None:
        """Act in an iteration in which it runs and the contact is known; return a function or None."""
        return None

    def see_contact(self) -> None:
        """Act in every iteration in which the contact is known, whatever the run state: behind idleflags."""

    # -- hooks

    def start_messages(self) -> Iterator[tuple[str, str]]:
        ranges = self.alert_ranges()
        if ranges is None or self.no_alert_request or not self.updates or self.templating == "disallow":
            return
        near, far = (compact_number(distance, 1) for distance in ranges)
        words = "".join(f", {text}" for text in self.filter.texts())
        yield (
            "BCM_ALERT_REQUEST",
            f"id={self.name}, on_flag={self.updates}=name=$[VNAME] # contact=$[VNAME],alert_range={near}"
            f", cpa_range={far}{words.replace(', ', ',', 1)}",
        )

    def on_every_iteration(self) -> None:
        known = self._update()
        if self.life.present == RUNNING:
            self._post_contact_flags(known=known)
        if known:
            self._last_range = self.own_side.range
            self._sides = self.own_side.fore, self.other_side.fore
            self._remember()

    def on_idle(self) -> None:
        if self.looks_when_idle:
            self._update()
        self._see()

    def on_flags_posted(self) -> None:
        if self.life.present == DISABLED:
            self._see()

    def _see(self) -> None:
        if self._seen == self.surroundings.iteration:
            self.see_contact()

    def on_run(self) -> Utility | None:
        if self.looks_twice:
            if self._update():
                self._remember()
            elif self.runs_unset and not self.contact_name and (self.contact or self.on_no_contact_ok):
                self.own = StraightMotion(self.nav_x, self.nav_y, self.nav_heading, self.nav_speed)
            else:
                return None
        elif self._last_state is None:
            return None
        else:  # also of a contact that is no longer there
            self.own = StraightMotion(self.nav_x, self.nav_y, self.nav_heading, self.nav_speed)
        self.see_contact()
        return self.on_contact()

    def on_complete_begin(self) -> None:
        self.read_pose()
        self.erase_bearing_line()

    def erase_bearing_line(self) -> None:
        """Take the line to the contact away."""
        if self.shows_line:
            self.post("VIEW_SEGLIST", no_shape_text(self.line_label))

    @property
    def shows_line(self) -> bool:
        """Whether the line to the contact is drawn: with an open policy of communication only."""
        policies = self.comms_policy, self.buffer.texts.get("COMMS_POLICY", "open")
        return self.bearing_line_show and all(policy == "open" for policy in policies)

    @property
    def line_label(self) -> str:
        """Label of the line to the contact."""
        return f"{self.community}_{self.name}"

    def on_able(self, words: Mapping[str, str]) -> bool:
        source = self.state.source if self.state is not None else ""
        own = {"contact": self.contact_name, "vsource": source, "bhv_type": self.kind}
        return all(own[key].lower() == value for key, value in words.items() if value)

    def gone(self) -> bool:
        return bool(self.contact_name) and self.contact_name not in self.surroundings.ledger

    def on_complete(self) -> None:
        # the place of own ship is the present one, that of a contact which is no longer there the last that was known
        known = (self.other.x, self.other.y) if self._last_state is not None else (0.0, 0.0)
        towards = bearing(self.nav_x, self.nav_y, *known)
        distance = self.own_side.range if self.contact_name else 0.0
        self._last_words = f"rng={compact_number(distance, 1)}#bng={compact_number(towards, 1)}"

    def post_mortem(self) -> str:
        return self._last_words if self.contact_name else ""

    def macros(self) -> Mapping[str, float | str | None]:
        state, side, back = self._last_state, self.own_side, self.other_side
        own, other = self._known
        short = {
            "RANGE": side.range, "CN_RANGE": side.range, "ROC": closing_rate(own, other),
            "OS_CN_REL_BNG": back.relative, "CN_OS_REL_BNG": side.relative, "BNG_RATE": bearing_rate(own, other),
            "CN_SPD_IN_OS_POS": other.speed * cos(radians(back.bearing - other.heading)),
        }  # fmt: skip
        found: dict[str, float | str] = {
            "CN_NAME": self.contact, "CN_VTYPE": "" if state is None else state.kind, "CN_GROUP": "",
            "CNX": self.other.x, "CNY": self.other.y, "CNH": self.other.heading, "CNV": self.other.speed,
            **{name: compact_number(value, 1) for name, value in short.items()},
            **{f"OS_{name.upper()}_OF_CN": truth_text(getattr(side, long)) for name, long in _SIDES},
            **{f"CN_{name.upper()}_OF_OS": truth_text(getattr(back, long)) for name, long in _SIDES},
        }  # fmt: skip
        if state is None:  # never known
            found.update(dict.fromkeys(short, "0"))
            found.update((name, "false") for name in found if name.startswith(("OS_", "CN_")) and "_OF_" in name)
        return found

    # -- the contact

    def _update(self) -> bool:
        """Read the own pose and the contact's last report, once an iteration; return whether there is one."""
        if self._seen == self.surroundings.iteration:
            return True
        self.read_pose()
        name = self.contact_name
        ledger = self.surroundings.ledger
        if not name or name not in ledger:
            self.state = None
            if name:  # the original takes it for one at 0,0 then
                self.other = StraightMotion(0.0, 0.0, 0.0, 0.0)
            if name or not (self.contact or self.on_no_contact_ok):
                text = f"{name} x/y/heading/speed info not found" if name else "contact IDX not set."
                if self.on_no_contact_ok:
                    self.warn(text)
                    self._missed = text if name else ""
                else:
                    self.fail(text)
            return False
        if self._missed:
            self.retract(self._missed)
            self._missed = ""
        self.state = self._last_state = state = ledger[name]
        self.own = StraightMotion(self.nav_x, self.nav_y, self.nav_heading, self.nav_speed)
        self.other = StraightMotion(*ledger.position(name), angle_360(state.heading or 0.0), state.speed or 0.0)
        self.own_side, self.other_side = side_of(self.own, self.other), side_of(self.other, self.own)
        self._known = self.own, self.other
        self._seen = self.surroundings.iteration
        return True

    @property
    def filtered_out(self) -> bool:
        """Whether the contact no longer passes the filters that it completes by."""
        given = (
            ("type", self.exit_on_filter_vtype), ("group", self.exit_on_filter_group),
            ("region", self.exit_on_filter_region),
        )  # fmt: skip
        wanted = [kind for kind, exits in given if exits]
        # odd, but so: behaviours of the original see no group of a contact
        return bool(wanted) and self.state is not None and not self.filter.passes(replace(self.state, group=""), wanted)

    def _post_contact_flags(self, *, known: bool) -> None:
        """Post those that are due; of a contact that is not ``known`` by the last range, which is 0 at first."""
        distance, last = self.own_side.range, self._last_range
        events: set[str] = set()
        if known:
            events = self._events(distance) if last is not None else events
            self._seen_last = distance if last is None else last, events
        elif not self.looks_twice:  # what was seen last is seen again, as long as the contact is lost
            last, events = self._seen_last
        last = distance if last is None or (self.looks_twice and not known) else last
        for event, below, limit, once, flag in self.contact_flags:
            if event:
                due = event in events
            elif below:
                due = distance <= limit and (not once or last > limit)
            else:
                due = distance >= limit and (not once or last < limit)
            if due and (value := flag.filled(self.buffer, self._macro)) is not None:
                if isinstance(value, str) and value in _NUMBERS:
                    value = 0.0  # $[CPA], which no contact behaviour of the original knows
                elif flag.has_macro and isinstance(value, float) and flag.value not in _NUMBERS:
                    value = compact_number(value, 3)
                self.post(flag.variable, value, repeatable=True)

    def _remember(self) -> None:
        """Keep the range for the closest approach: as the original twice in an iteration in which it runs."""
        self._ranges = [self.own_side.range, *self._ranges[: _REMEMBERED - 1]]

    def _passed_closest(self, distance: float) -> bool:
        """Whether the range (m) has grown after it fell over what is remembered."""
        past = self._ranges
        falling = all(new <= old + _NOISE for new, old in itertools.pairwise(past))
        return len(past) > 1 and falling and distance >= past[0] + _NOISE

    def _events(self, distance: float) -> set[str]:
        """Return what has happened since the last iteration."""
        events = {"cpa"} if self._passed_closest(distance) else set()
        for was, is_, side, name in (
            (self._sides[0], self.own_side.fore, self.own_side, "os_passed_cn"),
            (self._sides[1], self.other_side.fore, self.other_side, "cn_passed_os"),
        ):
            if was != is_:
                events |= {name, name + ("_port" if side.port else "_star")}
        return events
