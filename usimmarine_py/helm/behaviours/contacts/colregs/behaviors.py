"""BHV_AvdColregsV22 and its elders BHV_AvdColregsV19 and V17."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from usimmarine_py.helm.behaviours.contacts.avoidance import Avoidance, Refined
from usimmarine_py.helm.behaviours.contacts.colregs.modes import (
    HORIZON,
    ModeKeeper,
    ModelledSituation,
    RuleDistances,
    Situation,
    TurningSituation,
)
from usimmarine_py.helm.functions import Utility
from usimmarine_py.helm.functions.turns import Array, TurningCrossing
from usimmarine_py.helm.life.record import COMPLETED, DISABLED, IDLE, RUNNING
from usimmarine_py.helm.parameters import choice, number, parameter, truth, word
from usimmarine_py.maths.encounters.sides import StraightMotion
from usimmarine_py.text import compact_number, read_number
from usimmarine_py.texts.pairs import pairs
from usimmarine_py.texts.shapes import points_text

if TYPE_CHECKING:
    from usimmarine_py.helm.functions.surface import Layout

#: COLREGS_AVOID_IX by mode and sub mode; others are 0.
_INDEX = {
    "complete": 3, "headon": 10, "giveway:stern": 20, "giveway:bow": 22, "standon:stern": 30, "standon:inextremis": 31,
    "standon:bow": 32, "standon:unsure_stern": 34, "standon:unsure_bow": 36, "standon:unsure": 38,
    "standon:neither": 39, "overtaking:port": 43, "overtaking:starboard": 47, "cpa": 50,
}  # fmt: skip

#: How the last words name the state in which it completed.
_WHEN = {IDLE: "a", DISABLED: "b", RUNNING: "c"}

_AVOID_MODES = ("none", "giveway", "headon", "standon", "overtaking", "cpa")

#: Sub modes of the modes that do not take any.
_SUB_MODES = {
    "giveway": ("stern", "bow", "neither", "none"),
    "overtaking": ("port", "starboard", "none"),
    "standon": ("bow", "stern", "unsure", "neither", "none", "inextremis"),
}

SpeedFilter = tuple[float, float, float]


#: The percentage of a filter that gives none, as the original counts it.
_NO_PERCENT = -1.0


def _speed_filter(text: str) -> SpeedFilter:
    found = pairs(text.lower())
    low, high, percent = (read_number(found.get(name, "")) for name in ("min_spd", "max_spd", "pct"))
    percent = _NO_PERCENT if percent is None else percent
    if low is None or high is None or percent > 100 or low > high or low < 0:
        raise ValueError(f"min_spd=,max_spd=,pct= expected, found {text}")
    return low, high, percent


#: Modes that need one of two sub modes.
_PASSING = {
    "overtaking": ("port", "starboard"),
    "giveway": ("stern", "bow"),
}


class AvdColregsV19(Avoidance):
    """Avoids a contact by the rules of the road, as of 2019."""

    version = "19"
    #: Whether it posts nothing about its state without post_per_contact_info, and the summary shows its mode.
    quiet = False
    joint = "_"  #: before the contact in some names of posts
    #: The largest giveway_bow_dist by max_util_cpa_dist.
    widest_bow = 1.0

    pwt_outer_dist: float = number(100.0, minimum=0.0, unit="m", what="From here on it has a weight.")
    pwt_inner_dist: float = number(90.0, minimum=0.0, unit="m", what="Here it has its full weight.")
    completed_dist: float = number(100.0, minimum=0.0, unit="m", what="Beyond this, and a tenth, it completes.")
    pwt_grade: str = choice("linear", ("linear", "quadratic", "quasi"), what="How the weight rises.")
    giveway_bow_dist: float = number(
        -1.0, minimum=0.0, unit="m", what="Crossing this far ahead, it does not turn astern."
    )
    turn_radius: float = number(0.0, minimum=0.0, unit="m", what="Of own ship's turns, in the test for giving way.")
    can_disable: bool = truth(False, what="BHV_ABLE_FILTER may disable it.")
    avoid_mode: str = choice("none", _AVOID_MODES, what="The mode that it is in by now, without a sub mode.")
    avoid_submode: str = word(what="The sub mode of this mode.")
    check_plateaus: bool = truth(False, what="Posts whether the regions of use_refinery are level.")
    check_validity: bool = truth(False, what="Accepted; no effect.")
    pcheck_thresh: float = number(0.001, minimum=0.0, what="Accepted; no effect.")
    verbose: bool = truth(False, what="Accepted; no effect.")
    #: What only later versions have as parameters.
    post_status_info_on_idle = False
    eval_tol = HORIZON
    headon_only = False
    pts_port_turns_ok = True
    velocity_filter: SpeedFilter | None = None

    def on_create(self) -> None:
        super().on_create()
        self.keeper = ModeKeeper()
        self._weight = 0.0  #: of the last function
        self._shown_index = 0.0  #: of the mode of the last iteration in which it ran
        self._line: tuple[str, str] | None = None  #: to the contact, as of the last function

    def on_other(self, key: str, text: str) -> bool:
        return bool(text.strip()) if key == "contact_type_required" else super().on_other(key, text)

    def _take_mode(self, name: str) -> None:
        """Take the mode or the sub mode of a parameter; may raise ``ValueError``."""
        mode = self.avoid_mode if name == "avoid_mode" else self.keeper.mode
        sub = self.avoid_submode if name == "avoid_submode" else "none"
        known = _SUB_MODES.get(mode)
        if mode not in _AVOID_MODES or (known is not None and sub not in known):
            raise ValueError(f"{mode} has no sub mode {sub}")
        self.keeper.mode, self.keeper.sub = mode, sub

    def on_set(self, name: str) -> None:
        super().on_set(name)
        if name in ("avoid_mode", "avoid_submode"):
            self._take_mode(name)
        if name == "time_on_leg":
            self.eval_tol = self.time_on_leg
        if name == "completed_dist":
            self.pwt_outer_dist = min(self.pwt_outer_dist, self.completed_dist)
            self.pwt_inner_dist = min(self.pwt_inner_dist, self.completed_dist)
        elif name == "giveway_bow_dist":
            # as the distances are by now: those that come later leave it
            widest = self.widest_bow * self.max_util_cpa_dist
            self.giveway_bow_dist = min(max(self.giveway_bow_dist, self.min_util_cpa_dist), widest)
        if name in ("giveway_bow_dist", "turn_radius"):
            # odd, but so: a weight that begins farther away moves it with the next one of these only
            self.completed_dist = max(self.completed_dist, self.pwt_outer_dist)

    def wanted(self) -> Iterator[str]:
        yield from super().wanted()
        if self.version != "17" and not self.life.spawned:
            yield "BHV_ABLE_FILTER"

    # -- one iteration

    def see_contact(self) -> None:
        if self.life.disabled:
            self.erase_bearing_line()
        if self.leaves:
            if self.far_away and not self.quiet and self.life.present == RUNNING:
                self.keeper.mode, self.keeper.sub = "complete", "none"
            if self.quiet and self.far_away and self.filtered_out and self.life.present != RUNNING:
                self.complete()  # as the original, for each of the two
            self.complete()

    def situation(self) -> Situation:
        """Return how own ship and the contact are to each other now."""
        return Situation(self.own, self.other)

    @property
    def horizon(self) -> float:
        """How far it looks ahead while it gives way, or keeps clear without a rule, s."""
        return HORIZON

    def on_contact(self) -> Utility | None:
        if self.leaves:
            return None
        keeper, seen = self.keeper, self.situation()
        if keeper.mode == "complete":
            keeper.mode = "none"  # a perpetual one whose contact has come back
        keeper.update(self.now, seen, self._limits(), head_on_only=self.headon_only)
        self.relevance = min(self.graded_relevance(), 1.0)
        self._shown_index = self._index
        self._post_mode()
        function = None
        if self.relevance > 0:
            function = self._function(seen)
            if not self.life.failed:
                self._weight = self.relevance * self.pwt
        if self.quiet and self.post_per_contact_info:
            self.post(f"COL{self.version}_AVOID_MODE_{self.contact_name.upper()}", keeper.mode)
        self._post_place(seen)
        self._post_weight()
        if function is not None and self.quiet:
            # odd, but so: its colour is that of no weight
            self.draw_bearing_line(0.0)
        return function

    def graded_relevance(self) -> float:
        return 1.0 if self.own_side.range <= self.pwt_inner_dist else super().graded_relevance()

    def _distances(self) -> tuple[float, float]:
        """Return the approaches (m) without and with full utility, at the present speeds."""
        least, most = self.min_util_cpa_dist, self.max_util_cpa_dist
        if self.velocity_filter is None:
            return least, most
        low, high, percent = self.velocity_filter
        speed = max(self.own.speed, self.other.speed)
        # odd, but so: at the ends the factor is in percent
        if speed >= high:
            factor = 100.0
        elif speed <= low:  # also of a filter whose two speeds are one
            factor = percent
        else:
            share = (speed - low) / (high - low) * (100 - percent)
            factor = min(max((percent + share) / 100, 0.0), 1.0)
        return least * factor, most * factor

    def _limits(self) -> RuleDistances:
        least, most = self.min_util_cpa_dist, self.max_util_cpa_dist
        bow = (2 * most + least) / 3 if self.giveway_bow_dist < 0 else self.giveway_bow_dist
        return RuleDistances(self.pwt_outer_dist, least, most, bow, self.turn_radius)

    def _function(self, seen: Situation) -> Utility | None:
        keeper, course, speed = self.keeper, self.axis("course"), self.axis("speed")
        mode, sub = keeper.mode, keeper.sub
        if mode == "none":
            return None
        if mode in _PASSING and sub not in _PASSING[mode]:  # as parameters may set it
            detail = "13." if mode == "overtaking" else f"16:bad param[passing_side], value[{sub}]"
            self.fail(f"Unable to init AOF_R{detail}")
            return None
        from usimmarine_py.helm.behaviours.contacts.colregs.functions import LEAST, standing_on, utility

        if mode in ("standon", "standon_ot"):
            if sub != "inextremis":
                return standing_on(course, speed, *keeper.stand_on)
            mode = "cpa"
        if self.refused_building:
            return None
        least, most = self._distances()
        horizon = self.eval_tol if mode in ("headon", "overtaking") else self.horizon
        boxes = self.boxes
        if mode == "cpa":
            refined = self.refined_boxes(self.eval_tol, most)
            boxes = refined.boxes
            if refined.case and self.check_plateaus:
                self._post_check(refined)
        worth = LEAST.get(mode, LEAST["cpa"])
        graded = self.graded_approaches(horizon, self.least_distance(least), most, worth, boxes)
        return self.surface(utility(mode, sub, seen, boxes, graded, port_turns=self.pts_port_turns_ok), boxes)

    def gels(self) -> tuple[int, int]:
        # of these kinds 9 deg and 6 m/s, not so many courses and speeds
        axes = (self.axis("course"), 9.0), (self.axis("speed"), 6.0)
        first, second = (int(min(size, axis.high) / axis.step + 0.5) for axis, size in axes)
        return first, second

    def _post_check(self, refined: Refined) -> None:
        """Post what the original does: it cannot judge regions of this function, so that none of them passes."""
        self.post("PLATEAU_CHECK_OK", "false" if refined.regions else "true")
        self.post("BASIN_CHECK_OK", "true")
        self.post("PLATEAU_LOGIC_CASE", refined.case, repeatable=True)
        if refined.regions:
            self.post("PLATEAU_WORST_FAIL", 1.0, repeatable=True)

    # -- posts

    def on_run_to_idle(self) -> None:
        if self.quiet:
            self.erase_bearing_line()

    def on_idle(self) -> None:
        if not self.quiet:  # before it completes
            self._update()
            self._post_idle()
            self._see()
            return
        super().on_idle()
        if self.post_status_info_on_idle:
            self._post_idle()

    def _post_idle(self) -> None:
        if self.state is not None:
            self._post_place(self.situation())
            self._post_weight()

    def on_complete_state(self) -> None:
        self.keeper.mode = "complete"
        if not self.quiet:
            self._draw_line(active=False)
            self._shown_index = self._index
        self._post_sides(self.situation())
        self._post_weight()

    @property
    def full_mode(self) -> str:
        """Mode and sub mode as one text."""
        keeper = self.keeper
        return keeper.mode if keeper.sub == "none" else f"{keeper.mode}:{keeper.sub}"

    @property
    def _index(self) -> float:
        return float(_INDEX.get(self.full_mode, _INDEX.get(self.keeper.mode, 0)))

    def _post_mode(self) -> None:
        if self.quiet and not self.post_per_contact_info:
            return
        keeper, name = self.keeper, self.contact_name.upper()
        for note in keeper.notes:
            self.post(f"HEADON_DEBUG_{self.community.upper()}", f"contact={self.contact_name},{note}")
        if keeper.bow_distance is not None:
            self.post(f"XCN_BOW_DIST_{name}", keeper.bow_distance)
        if keeper.turn_gap is not None:
            self.post(f"XCN_BOW_TURN_GAP_{name}", keeper.turn_gap)
        if self.quiet:
            self.post(f"COL{self.version}_RELEVANCE_{name}", self.relevance)
        else:
            if self.version != "17":
                self.post("AVD_INFO", f"V{self.version} CN:{self.contact_name}  Mode:{keeper.mode}:{keeper.sub}")
            self.post(f"COL{self.version}_RELEVANCE", self.relevance)

    def _post_place(self, seen: Situation) -> None:
        if not self.quiet:
            self._draw_line(active=self.keeper.mode not in ("none", "complete"))
        self._post_sides(seen)

    def _post_sides(self, seen: Situation) -> None:
        if not self.post_per_contact_info:
            return
        name, contact = self.contact_name.upper(), seen.of_contact.side
        self.post(f"CN_FORE_OF_OS{self.joint}{name}", float(contact.fore))
        self.post(f"CN_PORT_OF_OS__{name}", float(contact.port))
        self.post(f"CN_CROSSED_OS_PORT_STAR{self.joint}{name}", 0.0)
        self.post(f"AVDCOL_RANGE_{name}", seen.range)

    def _draw_line(self, *, active: bool) -> None:
        if active:
            points = points_text(((self.own.x, self.own.y), (self.other.x, self.other.y)))
            self._line = points, f",label={self.community}{self.name},msg={self.full_mode}"
        if self._line is None:
            self.post("VIEW_SEGLIST", "active=false")
        else:
            self.post("VIEW_SEGLIST", ("" if active else ",active=false").join(self._line))

    def _post_weight(self) -> None:
        if not self.post_per_contact_info:
            return
        name = self.contact_name.upper()
        self.post(f"COLREGS_AVOID_MODE_{name}", self.full_mode)
        self.post(f"COLREGS_SUMMARY_{name}", f"mode={self.keeper.mode}:{self.keeper.sub}")
        self.post(f"COLREGS_AVOID_IX_{name}", self._shown_index, repeatable=True)
        self.post(f"COLREGS_AVOID_PWT_{name}", self._weight, repeatable=True)
        self.post(f"COLREGS_CONTACT_HDG_{name}", self.other.heading)

    def shown_mode(self) -> tuple[str, str]:
        return (self.keeper.mode, self.keeper.sub) if self.quiet else ("", "")


class AvdColregsV17(AvdColregsV19):
    """Avoids a contact by the rules of the road, as of 2017. As in the original, to give way is an error: it stops."""

    unknown_keys = (
        "use_refinery", "giveway_bow_dist", "can_disable", "check_plateaus", "check_validity", "pcheck_thresh",
        "verbose",
    )  # fmt: skip
    version = "17"
    joint = "__"

    @property
    def far_away(self) -> bool:
        return self.own_side.range >= self.completed_dist

    def on_run_without_function(self) -> None:
        """Leave a line that was drawn as it is, as the original."""

    def _function(self, seen: Situation) -> Utility | None:
        if self.keeper.mode == "giveway":
            self.fail(f"Unable to init AOF_R16:bad param[osh], value[{compact_number(self.own.heading)}]")
            return None
        return super()._function(seen)


class AvdColregsV22(AvdColregsV19):
    """Avoids a contact by the rules of the road."""

    version = "22"
    quiet = True
    widest_bow = 2.0

    eval_tol: float = number(
        HORIZON, minimum=5.0, maximum=300.0, unit="s",
        what="How far it looks ahead while head-on or overtaking; time_on_leg sets it, too.",
    )  # fmt: skip
    headon_only: bool = truth(False, what="Of the rules only that for meeting head-on counts.")
    post_status_info_on_idle: bool = truth(False, what="Posts about its mode also while idle.")
    pts_port_turns_ok: bool = truth(True, what="It may turn to port to pass astern of the contact.")
    velocity_filter: SpeedFilter | None = parameter(
        None, _speed_filter, what="`min_spd=,max_spd=,pct=`: utility distances by speed."
    )

    def macros(self) -> Mapping[str, float | str | None]:
        own: dict[str, float | str | None] = {
            "AVD_MODE": self.keeper.mode, "AVD_SMODE": self.keeper.sub,
            "FULL_MODE": f"{self.keeper.mode}:{self.keeper.sub}",
            "MODE_ID": self._index, "APWT": self._weight,
        }  # fmt: skip
        return {**super().macros(), **own}

    def post_mortem(self) -> str:
        present = self.life.present
        if present == COMPLETED or not self.leaves:
            reason = ""
        elif self.filtered_out and (present == RUNNING or not self.far_away):
            reason = f"filter{_WHEN[present]}#"
        else:
            reason = f"rng1p1{_WHEN[present]}#"
        return reason + super().post_mortem()


class AvdColregsV26(AvdColregsV22):
    """Avoids a contact by the rules of the road, with a model of how the vehicle turns (``pmgen``)."""

    use_plat_model: bool = truth(True, strict=True, what="Present courses are those of the model.")

    def on_create(self) -> None:
        super().on_create()
        self._begin: StraightMotion | None = None  #: own ship when it ran last

    def situation(self) -> Situation:
        if not self.use_plat_model:
            return super().situation()
        begin, model = self._begin, self.surroundings.platform
        if model is not None:
            return TurningSituation(self.own, self.other, begin, model)
        return ModelledSituation(self.own, self.other, (begin.x, begin.y) if begin is not None else (0.0, 0.0))

    def graded_approaches(
        self, horizon: float, least: float, most: float, at_least: float, boxes: Layout | None = None
    ) -> Array:
        model = self.surroundings.platform
        if not self.use_plat_model or model is None:
            return super().graded_approaches(horizon, least, most, at_least, boxes)
        from usimmarine_py.helm.functions.approach import graded

        boxes = boxes or self.boxes
        distances = TurningCrossing(self.own, self.other, model, self.own).approach(boxes.a, boxes.b, horizon)
        return boxes.sample(graded(distances, least, most, at_least))

    @property
    def horizon(self) -> float:
        return self.eval_tol

    def on_run(self) -> Utility | None:
        function = super().on_run()
        if self.state is not None:
            self._begin = self.own
        return function
