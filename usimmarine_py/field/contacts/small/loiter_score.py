"""pEvalLoiter: how well a vehicle keeps to its loiter polygon, or gets there, around encounters."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from usimmarine_py.conditions.language import HELM
from usimmarine_py.conditions.parser import ExpectationError, read_condition
from usimmarine_py.conditions.terms import ConditionTerm, LastValues
from usimmarine_py.field.contacts.posting import PostingApp
from usimmarine_py.field.settings import HomeCommunity, field_table, needed, number, special, text
from usimmarine_py.finding import Finding
from usimmarine_py.limits import MOST_VEHICLES
from usimmarine_py.maths.plane.polygon import Point, distance_to_edges
from usimmarine_py.sums import plain_sum
from usimmarine_py.text import atof, read_number, truth_text
from usimmarine_py.texts.ledger import Ledger, in_bytes
from usimmarine_py.texts.pairs import fields_of, unquoted
from usimmarine_py.texts.shapes import read_polygon
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message

_TRANSIT, _LOITER = "transit", "loiter"
#: The mode changes at these parts of the threshold, so that it does not flutter.
_NEARER, _FARTHER = 0.8, 1.2
#: A request is answered after this part of the window.
_ANSWERED = 1 / 3
_REPORTS = ("NODE_REPORT", "NODE_REPORT_LOCAL")


@dataclass(slots=True)
class LoiterScoreOptions:
    """What the block says; s, m, %."""

    eval_window: float = 30.0
    nav_stale_thresh: float = 10.0
    mode_thresh: float = 10.0
    max_nav_age: float = 15.0
    range_max_ineff: float = 50.0
    notable_cpa_thresh: float = 0.0
    notable_eff_thresh: float = 100.0
    notable_cpa_var: str = "NOTABLE_CPA"
    notable_eff_var: str = "NOTABLE_EFF"
    conditions: list[ConditionTerm] = field(default_factory=list)


def _condition(options: LoiterScoreOptions, value: str) -> Finding | None:
    try:
        options.conditions.append(read_condition(value, HELM)[0])
    except ExpectationError as error:
        return Finding(error.problem)
    return None


#: The keys of its block.
KEYS = field_table(
    LoiterScoreOptions,
    number("eval_window", "eval_window", "Time over which scores are averaged; a request is answered after a third "
           "of it.", "s", minimum=0.0),
    number("nav_stale_thresh", "nav_stale_thresh", "Without a node report for this long there is no score.", "s",
           minimum=0.0),
    number("mode_thresh", "mode_thresh", "Distance from the polygon at which it counts as there.", "m", minimum=0.0),
    number("max_nav_age", "max_nav_age", "How far back the way to the polygon is measured.", "s", minimum=0.0),
    number("range_max_ineff", "range_max_ineff", "Distance from the polygon that scores 0.", "m", above=0.0),
    number("notable_cpa_thresh", "notable_cpa_thresh", "A closest approach below this is posted.", "m", minimum=0.0),
    number("notable_eff_thresh", "notable_eff_thresh", "A mean score below this is posted.", "%", minimum=0.0),
    text("notable_cpa_var", "notable_cpa_var", "Variable of such an approach.", parse=needed),
    text("notable_eff_var", "notable_eff_var", "Variable of such a score.", parse=needed),
    special("condition", "list", _condition, "Scores count while all conditions hold.", repeatable=True,
            example="DEPLOY = true"),
)  # fmt: skip


class LoiterScore(PostingApp):
    """Scores each iteration from 0 to 100, and posts the mean some time after an encounter."""

    keys = KEYS

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "pEvalLoiter") -> None:
        super().__init__(lines, home, name)
        self.options = LoiterScoreOptions()
        self.read_block(lines, self.options)
        self._vehicles = Ledger(self.geodesy)
        self._values = LastValues()
        self._polygon: tuple[Point, ...] = ()
        self._speed = 1.0
        self._mode = _TRANSIT
        self._places: deque[tuple[float, Point, float]] = deque()  #: times, places, arrivals (MOOS s), newest first
        self._scores: deque[tuple[float, float]] = deque()
        self._requests: dict[str, float] = {}
        self._holds = not self.options.conditions
        self._settings = self._asked = self._answered = self._reports = self._changes = 0

    def on_connect_subscriptions(self) -> Sequence[str]:
        """Requests, the own place, settings of behaviours, and the variables of the conditions."""
        names = sorted({name for term in self.options.conditions for name in term.variables})
        return ("EVAL_LOITER_REQ", "NODE_REPORT_LOCAL", "BHV_SETTINGS", *names)

    def take(self, message: Message) -> None:
        """Take in one message."""
        if isinstance(message.value, float | str):
            self._values.values[message.variable] = message.value
        if message.variable not in ("EVAL_LOITER_REQ", "BHV_SETTINGS", *_REPORTS):
            return
        if (text := self.text(message)) is None:
            return
        try:
            if message.variable == "EVAL_LOITER_REQ":
                self._request(text)
            elif message.variable == "BHV_SETTINGS":
                self._set(text)
            else:
                self._report(text)
        except ValueError as error:
            self.refuse(message, str(error))

    def _report(self, text: str) -> None:
        self._reports += 1
        state = self._vehicles.take(text)
        now, age = self.written(self.now), self.options.max_nav_age
        self._places.appendleft((state.time or 0.0, self._vehicles.position(state.name), now))
        while self._places and now - min(self._places[-1][0], self._places[-1][2]) > age:
            self._places.pop()

    def _request(self, text: str) -> None:
        self._asked += 1
        if not text or text in self._requests:
            raise ValueError("the same request is waiting already" if text else "must not be empty")
        if len(self._requests) >= MOST_VEHICLES:
            raise ValueError(f"there are {MOST_VEHICLES} requests already")
        self.host.event(f"EVAL_LOITER_REQ: {text}")
        self._requests[text] = self.now
        closest = atof(fields_of(text).get("cpa", ""))
        if closest < self.options.notable_cpa_thresh:
            self.post(self.options.notable_cpa_var, closest)

    def _set(self, text: str) -> None:
        found = fields_of(text)
        if found.get("type") != "BHV_Loiter":
            return
        self._settings += 1
        speed = read_number(found.get("desired_speed", ""))
        if not speed:
            raise ValueError("desired_speed= must be a number other than 0")
        self._polygon = read_polygon(unquoted(found.get("polygon", ""))).points
        self._speed, self._mode = speed, _TRANSIT

    # -- scores

    def tick(self) -> None:
        """Score the place of now, and answer requests."""
        if not self._places or not self._polygon:
            return
        self._holds = all(term.holds(self._values) for term in self.options.conditions)
        if not self._holds:
            for kept in (self._places, self._scores, self._requests):
                kept.clear()
            return
        distance = self._distance(self._places[0][1])
        self._choose_mode(distance)
        if self.written(self.now) - self._places[0][0] <= self.options.nav_stale_thresh:
            self._score(distance)
        self._answer()

    def _distance(self, place: Point) -> float:
        """Return how far a place is from the edges of the polygon, inside or outside, m."""
        return distance_to_edges(self._polygon, *place)

    def _choose_mode(self, distance: float) -> None:
        threshold = self.options.mode_thresh
        if self._mode == _TRANSIT and distance < threshold * _NEARER:
            self._mode, self._changes = _LOITER, self._changes + 1
        elif self._mode == _LOITER and distance > threshold * _FARTHER:
            self._mode, self._changes = _TRANSIT, self._changes + 1

    def _score(self, distance: float) -> None:
        if self._mode == _LOITER:
            share = 1.0 - min(distance / self.options.range_max_ineff, 1.0)
        else:
            share = self._progress(distance)
        score = min(max(100.0 * share, 0.0), 100.0)
        self._scores.appendleft((self.now, score))
        while self.now - self._scores[-1][0] > self.options.eval_window:
            self._scores.pop()
        self.post("EVAL_LOITER_PT_EVAL", score)

    def _progress(self, distance: float) -> float:
        """Return 1 for the way that the speed allows towards the polygon, 0 for the same way back."""
        now = self.written(self.now)
        wanted = now - self.options.max_nav_age
        time, place, _ = min(self._places, key=lambda one: abs(wanted - one[0]))
        expected = (now - time) * self._speed
        return (self._distance(place) - distance + expected) / (2 * expected) if expected > 0 else 1.0

    def _answer(self) -> None:
        wait = self.options.eval_window * _ANSWERED
        due = [request for request, asked in self._requests.items() if self.now - asked > wait]
        for request in sorted(due, key=in_bytes):
            del self._requests[request]
            mean = plain_sum(score for _, score in self._scores) / len(self._scores) if self._scores else 0.0
            summary = f"{request},eff={mean:.2f},v1={self.home.name},type=eval_loiter"
            self.host.event(f"EVAL_SUMMARY: {summary}")
            self.post("ENCOUNTER_SUMMARY", summary)
            self.post("ENCOUNTER_SUMMVAL", mean)
            self._answered += 1
            if mean < self.options.notable_eff_thresh:
                self.post(self.options.notable_eff_var, mean)

    def report(self) -> str:
        """Counts, the mode, and the latest scores."""
        latest = ", ".join(f"{score:.2f}" for _, score in list(self._scores)[:8])
        return (
            f"BHV_SETTINGS: {self._settings}, requests: {self._asked}, answers: {self._answered}, node reports: "
            f"{self._reports}, changes of mode: {self._changes}\n"
            f"conditions_ok: {truth_text(self._holds)}, loiter_mode: {self._mode}, transit_speed: {self._speed:g}\n"
            f"Latest Point Evals (Newest to Oldest): ({len(self._scores)}) {latest}\n"
        )
