"""uFldHazardSensor: detects and classifies objects in the swaths of vehicles, by chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from usimmarine_py.field.contacts.posting import PostingApp
from usimmarine_py.field.hazards.hazard import BENIGN, HAZARD, Hazard
from usimmarine_py.field.hazards.laydown import HazardSet, read_laydown
from usimmarine_py.field.hazards.queue import Classification
from usimmarine_py.field.hazards.sensing import (
    SensorSetting,
    SwathOption,
    chance_of_detection,
    chance_of_right_class,
    off_aspect,
    off_the_best,
    swath,
)
from usimmarine_py.field.hazards.settings import FOREVER, KEYS, SensorOptions
from usimmarine_py.field.hazards.vehicles import Searcher
from usimmarine_py.field.settings import HomeCommunity
from usimmarine_py.finding import Finding
from usimmarine_py.limits import MOST_VEHICLES
from usimmarine_py.maths.plane.polygon import Point, Polygon
from usimmarine_py.text import compact_number, plain_number, read_number
from usimmarine_py.texts.columns import in_columns
from usimmarine_py.texts.ledger import Ledger, in_bytes
from usimmarine_py.texts.pairs import fields_of
from usimmarine_py.texts.shapes import look_text, points_text
from usimmarine_py.values.app import SLACK, passed
from usimmarine_py.values.frozen import replace
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message

#: Of detections and classes that are shown, m.
_CIRCLE = 10
#: A vehicle is served so long after its last request, s.
_SERVED = 600.0
#: Over this span the rate of turn is taken, s.
_TURN_SPAN = 2.0
#: P_D where a vehicle chose nothing.
_USUAL_PD = 0.9
#: A die has so many sides.
_SIDES = 10_000
_USUAL_PRIORITY = "50"
#: Vehicles of a report at most.
_REPORTED = 50
_RULE = "=" * 44
#: Above the columns of a report.
_OPTION_HEAD = ("Width", "Exp", "Classify", "Max")
_SETTING_HEADS = (
    ("Vehicle", "Swath", "", "", "", "Try Swath", "Swath", "Pd"),
    ("Name", "Width", "Pd", "Pfa", "Pclass", "Resets", "Resets", "Resets"),
)
_COUNT_HEADS = (
    ("Vehicle", "Sensor", "", "FA", "Det", "Classify", "Classify"),
    ("Name", "Reqs", "Detections", "Rate", "Rate", "Requests", "Answers"),
)


class HazardSensor(PostingApp):
    """Tells vehicles of the objects that their swaths newly touch, with the errors of its settings."""

    keys = KEYS

    subscriptions = (
        "NODE_REPORT", "UHZ_SENSOR_REQUEST", "UHZ_SENSOR_CLEAR", "UHZ_CLASSIFY_REQUEST", "UHZ_CONFIG_REQUEST",
        "PMV_CONNECT",
    )  # fmt: skip

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "uFldHazardSensor") -> None:
        super().__init__(lines, home, name)
        self.options = SensorOptions()
        self.read_block(lines, self.options)
        self.kinds = sorted(self.options.kinds, key=lambda kind: kind.width)
        self.hazards: Mapping[str, Hazard] = self._laydown()
        self._places = [(label, *hazard.place) for label, hazard in self.hazards.items()]
        self.reports = Ledger(self.geodesy)
        self.searchers: dict[str, Searcher] = {}
        self._last_summary = self._started = 0.0
        if not self.kinds:
            self.find(Finding("there is no sensor_config: the sensor sees nothing"))

    def _laydown(self) -> dict[str, Hazard]:
        found: dict[str, Hazard] = {}
        laydowns: list[HazardSet] = [self.options.laydown]
        for file in self.options.files:
            laydown, problems = read_laydown(self.home, file)
            laydowns.append(laydown)
            self.find(*problems)
        for laydown in laydowns:
            for hazard in laydown.hazards:
                if hazard.label in found:
                    self.find(Finding(f"two objects have the label {hazard.label}; the first counts"))
                else:
                    found[hazard.label] = hazard
        if not found:
            self.find(Finding("there are no objects: hazard_file names a file of them, hazard is one"))
        return {label: found[label] for label in sorted(found, key=in_bytes)}

    # -- mail

    def begin(self) -> None:
        """Show the objects."""
        self._started = self.now
        self._show_hazards()

    def take(self, message: Message) -> None:
        """Take in one message."""
        name = message.variable
        if name == "PMV_CONNECT":
            self._show_hazards()
            return
        if (text := self.text(message)) is None:
            return
        try:
            if name == "NODE_REPORT":
                self._report(text)
            elif name == "UHZ_SENSOR_REQUEST":
                self._searcher(fields_of(text)).asked(self.now)
            elif name == "UHZ_SENSOR_CLEAR":
                self.host.event(f"Sensor clear request for vehicle {self._searcher(fields_of(text)).name}")
            elif name == "UHZ_CLASSIFY_REQUEST":
                self._classify(fields_of(text))
            else:
                self._configure(fields_of(text), message.community)
        except ValueError as error:
            self.refuse(message, str(error))

    def _searcher(self, found: Mapping[str, str]) -> Searcher:
        name = found.get("vname", "")
        if not name:
            raise ValueError("vname= is needed")
        return self._named(name)

    def _named(self, name: str) -> Searcher:
        known = self.searchers.get(name)
        if known is None:
            if len(self.searchers) >= MOST_VEHICLES:
                raise ValueError(f"there are {MOST_VEHICLES} vehicles already")
            known = self.searchers[name] = Searcher(name, self.home.seed, self.name)
        return known

    def _report(self, text: str) -> None:
        state = self.reports.take(text)
        if state.speed is None or state.heading is None:
            self.reports.forget(state.name)
            raise ValueError("the report needs SPD and HDG")
        self._named(state.name).headings.add(state.heading, self.now)
        self.host.retract_run_warning(_unseen(state.name))

    # -- settings of sensors

    def _configure(self, found: Mapping[str, str], community: str) -> None:
        searcher = self._searcher(found)
        if searcher.name != community:
            raise ValueError(f"vname= must be {community}, the community that asks: a vehicle sets its own sensor")
        width = read_number(found["width"]) if "width" in found else None
        p_detect = read_number(found.get("pd", ""))
        if p_detect is None or ("width" in found and width is None):
            raise ValueError("needs width=NUMBER and pd=NUMBER, or pd=NUMBER alone")
        p_detect = min(max(p_detect, 0.0), 1.0)
        if width is not None:
            self._set(searcher, max(width, 0.0), p_detect)
        else:
            self.host.event(f"Setting sensor PD settings for: {searcher.name}")
            setting = self._setting(searcher)
            if setting is None:
                raise ValueError(f"there is no sensor_config in the block of {self.name}")
            searcher.pd_resets += 1
            searcher.pd_reset_at = self.now
            self._settle(searcher, SensorSetting(setting.kind, p_detect))

    def _setting(self, searcher: Searcher) -> SensorSetting | None:
        """Return the setting of a vehicle, a usual one for one that chose none; None: there is none to choose."""
        if searcher.setting is None and self.kinds:
            self._set(searcher, (self.kinds[0].width + self.kinds[-1].width) / 2, _USUAL_PD)
        return searcher.setting

    def _set(self, searcher: Searcher, width: float, p_detect: float) -> None:
        """Choose the free kind that is nearest to a width."""
        self.host.event(f"Setting sensor settings for: {searcher.name}")
        searcher.reset_requests += 1
        reset_at = searcher.reset_at
        if reset_at is not None and not passed(self.now, reset_at, self.options.min_reset_interval):
            self.host.event(f"Sensor reset denied (too soon) for vehicle: {searcher.name}")
            return
        free = [kind for kind in self.kinds if not kind.most or self._users(kind, searcher) < kind.most]
        if not self.kinds:
            raise ValueError(f"there is no sensor_config in the block of {self.name}")
        # as in the original, the narrowest where none is free
        kind = min(free, key=lambda one: abs(width - one.width)) if free else self.kinds[0]
        searcher.resets += 1
        searcher.reset_at = self.now
        self._settle(searcher, SensorSetting(kind, p_detect))

    def _users(self, kind: SwathOption, but: Searcher) -> int:
        others = (one.setting for one in self.searchers.values() if one is not but)
        return sum(setting is not None and setting.kind.width == kind.width for setting in others)

    def _settle(self, searcher: Searcher, setting: SensorSetting) -> None:
        searcher.setting = setting
        self.post(f"UHZ_CONFIG_ACK_{searcher.name.upper()}", setting.text(searcher.name))

    # -- requests of classes

    def _classify(self, found: Mapping[str, str]) -> None:
        searcher, label, action = self._searcher(found), found.get("label", ""), found.get("action", "")
        if action == "clear":
            searcher.queue.clear()
            self.host.event(f"Classify Queue cleared for {searcher.name}")
            return
        searcher.classify_requests += 1
        priority = read_number(found.get("priority", _USUAL_PRIORITY))
        hazard = self.hazards.get(label)
        if hazard is None:
            raise ValueError(f"there is no object with the label {label}" if label else "label= is needed")
        if priority is None:
            raise ValueError("priority= must be a number")
        if searcher.setting is None:
            raise ValueError(f"{searcher.name} has no sensor yet: UHZ_SENSOR_REQUEST or UHZ_CONFIG_REQUEST comes first")
        if not searcher.passes:
            # as in the original, which says so in the report only; vehicles ask again and again
            self.host.run_warning(f"Sensor classify request saturated: {searcher.name}")
            return
        answer = self._answer(searcher, searcher.setting, hazard, searcher.passes.popleft(), priority)
        restarts = not searcher.queue or action == "top"
        (searcher.queue.push_top if action == "top" else searcher.queue.push)(answer)
        if restarts:
            searcher.classified_at = self.now

    def _answer(
        self, searcher: Searcher, setting: SensorSetting, hazard: Hazard, heading: float, priority: float
    ) -> Classification:
        alike = not self.options.ignore_resemblances
        chance = chance_of_right_class(hazard, setting.kind.p_class, alike=alike)
        real = off_the_best(chance, off) if (off := off_aspect(hazard, heading)) else chance
        die = searcher.class_die()
        right = die <= real
        self.host.event(
            f"pc={setting.kind.p_class:.5f}, pcp={chance:.5f}, pcdb={real:.5f}, dice={die:.5f}, "
            f"aff={'true' if not right and die <= chance else 'false'}"
        )
        kind = HAZARD if hazard.is_hazard == right else BENIGN
        return Classification(replace(hazard, type=kind), priority, not right and die <= chance)

    def _send_answers(self) -> None:
        for name in sorted(self.searchers, key=in_bytes):
            searcher = self.searchers[name]
            if not searcher.queue or not passed(self.now, searcher.classified_at, self.options.min_classify_interval):
                continue
            searcher.classified_at = self.now
            answer = searcher.queue.pop()
            if answer is None:
                continue
            searcher.answers += 1
            text = answer.hazard.text(("hr",))
            self.post(f"UHZ_HAZARD_REPORT_{name.upper()}", text)
            self.post("UHZ_HAZARD_REPORT", f"vname={name},{text}")
            colour = "red" if answer.hazard.is_hazard else "white"
            if answer.spoilt:
                self._circle(answer.hazard, 5, colour, "pink", edge=2, filled=0.5, lasting=True)
            else:
                self._circle(answer.hazard, 5, colour, colour, lasting=True)

    # -- detections

    def tick(self) -> None:
        """Offer the settings, look for objects, send classes."""
        if passed(self.now, self._last_summary, self.options.options_summary_interval):
            self.post("UHZ_OPTIONS_SUMMARY", ":".join(self.options.summary))
            self._last_summary = self.now
        for name in sorted(self.searchers, key=in_bytes):
            asked_at = self.searchers[name].asked_at
            if asked_at is not None and self.now - asked_at < _SERVED - SLACK:
                self._look(self.searchers[name])
        self._send_answers()

    def _look(self, searcher: Searcher) -> None:
        self.post("PSR", searcher.name)
        if searcher.name not in self.reports:
            self.host.run_warning(_unseen(searcher.name))
            return
        setting = self._setting(searcher)
        if setting is None:
            return
        state, options = self.reports[searcher.name], self.options
        speed, heading = state.speed or 0.0, state.heading or 0.0
        on = searcher.headings.turn_rate(_TURN_SPAN) <= options.max_turn_rate and speed <= options.max_vehicle_speed
        corners = swath(*self.reports.position(searcher.name), heading, setting.kind.width, options.swath_length)
        if options.show_swath:
            look = look_text(
                "", edge_color="green", fill_color="white" if on else "red", vertex_size=0, edge_size=0,
                fill_transparency=options.swath_transparency,
            )  # fmt: skip
            label = f"label=sensor_swath_{searcher.name},msg={self._swath_text(setting)}"
            self.post("VIEW_POLYGON", f"{points_text(corners)},{label}{look}")
        if not on:
            return
        seen = self._within(corners)
        entered = [label for label in seen if label not in searcher.within]
        searcher.within = seen
        for label in entered:
            self._detect(searcher, setting, self.hazards[label], heading)

    def _within(self, corners: Sequence[Point]) -> dict[str, None]:
        """Return the labels of the objects within a swath, sorted."""
        polygon = Polygon.convex(tuple(corners))
        if polygon is None:
            return {}
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        left, right, low, high = min(xs), max(xs), min(ys), max(ys)
        # most objects are far away
        near = [(label, x, y) for label, x, y in self._places if left <= x <= right and low <= y <= high]
        return {label: None for label, x, y in near if polygon.contains(x, y)}

    def _swath_text(self, setting: SensorSetting) -> str:
        p_detect, p_false = plain_number(setting.p_detect, 2), plain_number(setting.p_false_alarm, 2)
        if self.options.show_pd:
            return f"{p_detect}/{p_false}" if self.options.show_pfa else p_detect
        return f"pfa={p_false}" if self.options.show_pfa else "_null_"

    def _detect(self, searcher: Searcher, setting: SensorSetting, hazard: Hazard, heading: float) -> None:
        """Roll one die for an object that came into the swath."""
        alike = not self.options.ignore_resemblances
        die = searcher.detection_die(_SIDES)
        seen = die < chance_of_detection(hazard, setting, alike=alike)
        searcher.count(hazard.is_hazard, seen=seen)
        if seen:
            text = hazard.text(("hr", "type", "color", "width", "shape"))
            self.post("UHZ_DETECTION_REPORT", f"{text},vname={searcher.name}")
            self.post(f"UHZ_DETECTION_REPORT_{searcher.name.upper()}", text)
            searcher.passes.append(heading)
            searcher.detections += 1
            self.host.event(f"Detection report sent to vehicle: {searcher.name}")
            self._circle(hazard, 12, "white", "white")
        elif die < chance_of_detection(hazard, setting, off_aspect(hazard, heading), alike=alike):
            self._circle(hazard, 12, "pink", "pink")

    # -- viewers

    def _circle(
        self, hazard: Hazard, vertices: int, edge_color: str, fill_color: str, *, edge: float = 1.0,
        filled: float = 0.3, lasting: bool = False,
    ) -> None:  # fmt: skip
        duration = self.options.show_reports
        if duration != FOREVER and duration <= 0:
            return
        x, y = hazard.place
        shape = f"x={compact_number(x, 2)},y={compact_number(y, 2)},radius={_CIRCLE},vertices={vertices}"
        if not lasting and duration != FOREVER:
            shape += f",duration={compact_number(duration, 1)}"
        look = look_text(
            "", edge_color=edge_color, fill_color=fill_color, time=self.written(self.now), vertex_size=0,
            edge_size=edge, fill_transparency=filled,
        )  # fmt: skip
        self.post("VIEW_CIRCLE", shape + look)

    def _show_hazards(self) -> None:
        if not self.options.show_hazards:
            return
        for hazard in self.hazards.values():
            look = self.options.hazard if hazard.is_hazard else self.options.benign
            x, y = hazard.place
            width = look.width if hazard.width is None else hazard.width
            faded = "" if hazard.is_hazard else look_text(
                "", fill_transparency=min(max(1.0 - (0.5 if hazard.hr is None else hazard.hr), 0.0), 1.0)
            )  # fmt: skip
            self.post(
                "VIEW_MARKER",
                f"x={compact_number(x, 2)},y={compact_number(y, 2)},width={compact_number(width, 2)},"
                f"primary_color={hazard.color or look.color},type={hazard.shape or look.shape},"
                f"label={hazard.label}{faded}",
            )
            if hazard.aspect:
                self._show_aspect(hazard, hazard.aspect)

    def _show_aspect(self, hazard: Hazard, aspect: float) -> None:
        """Draw the best aspect, longer the less it matters."""
        reach = 15.0
        if hazard.aspect_min is not None and hazard.aspect_max is not None:
            reach = 5.0 + (hazard.aspect_min + hazard.aspect_max) / 2 / 90.0 * 25.0
        ahead, astern = swath(*hazard.place, aspect, 0.0, reach)[:2]
        self.post(
            "VIEW_SEGLIST",
            points_text((ahead, astern)) + look_text("", edge_color="gray70", vertex_size=0, edge_size=1),
        )

    # -- the report

    def report(self) -> str:
        """Objects, settings, and what each vehicle that has a setting asked and got, as the original's report."""
        hazards = sum(1 for one in self.hazards.values() if one.is_hazard)
        shown = [one for _, one in sorted(self.searchers.items(), key=lambda item: in_bytes(item[0])) if one.setting]
        options = [
            (f"{one.width:.1f}", f"{one.exponent:.1f}", f"{one.p_class:.3f}", str(one.most)) for one in self.kinds
        ]
        settings = [one.setting_row(self._started) for one in shown[:_REPORTED]]
        counts = [one.count_row() for one in shown[:_REPORTED]]
        lines = [
            f"Hazard File: ({self.options.files[-1] if self.options.files else 'None provided.'}) ",
            f"     Hazard: {hazards}", f"     Benign: {len(self.hazards) - hazards}", "",
            _RULE, "Sensor Configuration Options", _RULE, *in_columns([_OPTION_HEAD, *options]), "",
            _RULE, "Sensor Settings / Stats for known vehicles: ", _RULE,
            *in_columns([*_SETTING_HEADS, *settings], heads=2), "", "", *in_columns([*_COUNT_HEADS, *counts], heads=2),
        ]  # fmt: skip
        return "\n".join(lines) + "\n"


def _unseen(name: str) -> str:
    return f"No NODE_REPORT received for {name}"
