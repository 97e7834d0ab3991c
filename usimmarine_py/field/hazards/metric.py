"""uFldHazardMetric: scores reports of hazards by what is really there."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.field.contacts.posting import PostingApp
from usimmarine_py.field.hazards.hazard import Hazard
from usimmarine_py.field.hazards.laydown import HazardSet, read_hazard_report, read_laydown
from usimmarine_py.field.settings import HomeCommunity, field_table, number, text, truth
from usimmarine_py.finding import Finding
from usimmarine_py.limits import MOST_VEHICLES
from usimmarine_py.text import compact_number
from usimmarine_py.texts.columns import in_columns
from usimmarine_py.texts.ledger import in_bytes
from usimmarine_py.texts.shapes import look_text, points_text
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message

#: Half of the width of the path that crosses fewest hazards, m.
_PATH = 20.0
_RULE = "=" * 42
#: Above the columns of a report, and vehicles of it at most.
_HEADS: Sequence[tuple[str, ...]] = (
    ("Report", "Total", "Time", "Time", "Raw", "Norm"), ("Name", "Reports", "Received", "Elapsed", "Score", "Score"),
)  # fmt: skip
_REPORTED = 50
#: In every so many iterations the rules are posted.
_RULES_EVERY = 50


@dataclass(slots=True)
class MetricOptions:
    """What the block says; s."""

    hazard_file: str = ""
    missed_hazard: float = 100.0
    nonopt_hazard: float = 50.0
    false_alarm: float = 10.0
    max_time: float = 0.0
    max_time_over: float = 0.0
    max_time_rate: float = 0.0
    show_xpath: bool = False


#: The keys of its block.
KEYS = field_table(
    MetricOptions,
    text("hazard_file", "hazard_file", "File with the objects, beside the mission."),
    number("penalty_missed_hazard", "missed_hazard", "Points lost for a hazard that is not reported.", "points"),
    number("penalty_false_alarm", "false_alarm", "Points lost for a benign object that is reported.", "points"),
    number(
        "penalty_nonopt_hazard", "nonopt_hazard", "Points that a path across a hazard loses: mail says so, "
        "no score counts it.", "points",
    ),
    number("max_time", "max_time", "Longest time of a search, from HAZARD_SEARCH_START on; 0: any.", "s"),
    number("penalty_max_time_over", "max_time_over", "Points lost for a report after that.", "points"),
    number("penalty_max_time_rate", "max_time_rate", "Points lost for each second after that.", "points/s"),
    truth("show_xpath", "show_xpath", "Viewers show the path from south to north that crosses fewest hazards."),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class HazardScore:
    """The score of a report; s since the start of the search or of the application."""

    report: HazardSet
    objects: str  #: what was said of each object
    total: float
    norm: float
    missed: int
    correct: int
    false_alarms: int
    score_time: float
    total_time: float
    received: float
    started: float


class HazardMetric(PostingApp):
    """Compares the labels of a report with the laydown."""

    keys = KEYS

    subscriptions = ("HAZARDSET_REPORT", "HAZARD_SEARCH_START")

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str = "uFldHazardMetric") -> None:
        super().__init__(lines, home, name)
        self.options = MetricOptions()
        self.read_block(lines, self.options)
        self.truth = HazardSet()
        if self.options.hazard_file:
            self.truth, problems = read_laydown(home, self.options.hazard_file)
            self.find(*problems)
        else:
            self.find(Finding("there is no hazard_file: nothing can be scored"))
        self.evaluations: dict[str, tuple[int, HazardScore]] = {}
        self._started = 0.0
        self._search_start: float | None = None
        self._reports = self._ticks = 0
        self._latest = ""

    def begin(self) -> None:
        """Show the region, and say the rules."""
        self._started = self.now
        if self.truth.hazards:
            self.host.event(f"Reading {self.options.hazard_file}: Objects read: {len(self.truth.hazards)}")
        region = self.truth.region
        if region is not None:
            self.post("VIEW_POLYGON", points_text(region.vertices) + look_text("search_region", edge_color="gray45"))
            self.truth.find_path(_PATH)
            middle = self.truth.xpath
            if self.options.show_xpath and middle is not None:
                ys = [y for _, y in region.vertices]
                west, east = middle - _PATH, middle + _PATH
                corners = ((west, min(ys)), (west, max(ys)), (east, max(ys)), (east, min(ys)))
                look = look_text("min_path", fill_color="yellow", fill_transparency=0.12)
                self.post("VIEW_POLYGON", points_text(corners) + look)
        self._post_rules()

    def _post_rules(self) -> None:
        options, region = self.options, self.truth.region
        text = (
            f"penalty_missed_hazard={compact_number(options.missed_hazard)},"
            f"penalty_nonopt_hazard={compact_number(options.nonopt_hazard)},"
            f"penalty_false_alarm={compact_number(options.false_alarm)},"
            f"penalty_max_time_over={compact_number(options.max_time_over)},"
            f"max_time={compact_number(options.max_time, 2)},"
            f"penalty_max_time_rate={compact_number(options.max_time_rate)},transit_path_width={_PATH:g}"
        )
        if region is not None:
            text += f",search_region={points_text(region.vertices)}"
        self.post("UHZ_MISSION_PARAMS", text)

    def tick(self) -> None:
        """Repeat the rules now and then."""
        self._ticks += 1
        if self._ticks % _RULES_EVERY == 0:
            self._post_rules()

    def take(self, message: Message) -> None:
        """Take in one message."""
        if message.variable == "HAZARD_SEARCH_START":
            self._search_start = self.now
            return
        if (text := self.text(message)) is None:
            return
        try:
            report = read_hazard_report(text)
            if report.source in ("", "actual"):
                raise ValueError("source= must be the vehicle that reports")
            if not report.hazards:
                raise ValueError("the report holds no hazard, and is not scored")
            if report.source not in self.evaluations and len(self.evaluations) >= MOST_VEHICLES:
                raise ValueError(f"there are reports of {MOST_VEHICLES} vehicles already")
        except ValueError as error:
            self.refuse(message, str(error))
            return
        self._reports += 1
        self._latest = report.source
        self.host.event(f"Received valid report from: {report.source}")
        count, _ = self.evaluations.get(report.source, (0, None))
        evaluation = self.evaluate(report)
        self.evaluations[report.source] = count + 1, evaluation
        self._post_evaluation(evaluation)

    def evaluate(self, report: HazardSet) -> HazardScore:
        """Return the score of a report that comes in now."""
        options, reported = self.options, report.labels()
        missed = [one for one in self.truth.hazards if one.is_hazard and one.label not in reported]
        false = [one for one in self.truth.hazards if not one.is_hazard and one.label in reported]
        total_time = 0.0 if self._search_start is None else self.now - self._search_start
        over = total_time - options.max_time if options.max_time else 0.0
        score_time = options.max_time_over + options.max_time_rate * over if over > 0 else 0.0
        total = len(missed) * options.missed_hazard + len(false) * options.false_alarm + score_time
        worst = self.truth.benign_count * options.false_alarm + self.truth.hazard_count * options.missed_hazard
        # where nothing can be lost, the original divides by 0
        norm = 100 * (worst - total) / worst if worst else (0.0 if total > 0 else 100.0)
        return HazardScore(
            report=report,
            objects="#".join(self._verdict(one, one.label in reported) for one in self.truth.hazards),
            total=total,
            norm=min(max(norm, 0.0), 100.0),
            missed=len(missed),
            correct=self.truth.hazard_count - len(missed),
            false_alarms=len(false),
            score_time=score_time,
            total_time=total_time,
            received=self.now - self._started,
            # without a start the original posts the time since 1970, negative
            started=0.0 if self._search_start is None else self._search_start - self._started,
        )

    def _verdict(self, hazard: Hazard, is_reported: bool) -> str:
        text = f"label={hazard.label},truth={hazard.type},report={'hazard' if is_reported else 'nothing'}"
        if hazard.is_hazard == is_reported:
            return text
        lost = self.options.false_alarm if is_reported else self.options.missed_hazard
        return f"{text},penalty={compact_number(lost, 2)}"

    def _post_evaluation(self, found: HazardScore) -> None:
        text = self._text(found)
        full, name = f"{text},object_report={{{found.objects}}}", found.report.source.upper()
        self.post("HAZARD_SEARCH_SCORE", found.norm)
        self.post("HAZARDSET_EVAL_FULL", full)
        self.post(f"HAZARDSET_EVAL_FULL_{name}", full)
        self.post("HAZARDSET_EVAL", text)
        self.post(f"HAZARDSET_EVAL_{name}", text)

    def _text(self, found: HazardScore) -> str:
        options = self.options
        head = f"vname={found.report.source}"
        if found.report.name:
            head += f",report_name={found.report.name}"
        # as in the original, the path of a report counts as one of its objects
        numbers: list[tuple[str, float, int]] = [
            ("total_score", found.total, 2), ("norm_score", found.norm, 2),
            ("score_missed_hazards", found.missed * options.missed_hazard, 5),
            ("score_false_alarms", found.false_alarms * options.false_alarm, 5),
            ("score_time_overage", found.score_time, 2),
            ("total_objects", len(found.report.hazards) + found.report.others, 0),
            ("total_time", found.total_time, 5), ("received_time", found.received, 5),
            ("start_time", found.started, 5), ("missed_hazards", found.missed, 0),
            ("correct_hazards", found.correct, 0), ("false_alarms", found.false_alarms, 0),
            ("penalty_false_alarm", options.false_alarm, 5), ("penalty_missed_hazard", options.missed_hazard, 5),
            ("penalty_max_time_over", options.max_time_over, 5), ("penalty_max_time_rate", options.max_time_rate, 5),
            ("max_time", options.max_time, 5),
        ]  # fmt: skip
        return ",".join([head, *(f"{name}={compact_number(value, digits)}" for name, value, digits in numbers)])

    def report(self) -> str:
        """The laydown, the rules, the latest score of each vehicle, and the latest of all, as the original's report."""
        options, region = self.options, self.truth.region
        elapsed = 0.0 if self._search_start is None else self.now - self._search_start
        rows = [*_HEADS]
        for name in sorted(self.evaluations, key=in_bytes)[:_REPORTED]:
            count, one = self.evaluations[name]
            times, scores = (one.received, one.total_time), (one.total, one.norm)
            rows.append((
                one.report.name or name, str(count), *(f"{time:.2f}" for time in times),
                *(compact_number(score, 2) for score in scores),
            ))  # fmt: skip
        lines = [
            f"Hazard File: ({options.hazard_file})", f"     Hazard: {self.truth.hazard_count}",
            f"     Benign: {self.truth.benign_count}",
            f"     Region: {'' if region is None else points_text(region.vertices)}", "",
            "Reward Structure:",
            f"    Penalty Missed Hazard: {options.missed_hazard:g}",
            f"      Penalty False Alarm: {options.false_alarm:g}",
            f"    Penalty Max Time Over: {options.max_time_over:g}",
            f"    Penalty Max Time Rate: {options.max_time_rate:g}",
            f"                 Max Time: {options.max_time:g}", "",
            _RULE, f"Received Reports: {self._reports}", f"Elapsed Time:     {elapsed:g}", _RULE,
            *in_columns(rows, heads=2),
        ]  # fmt: skip
        if self._latest:
            lines += self._latest_lines(self.evaluations[self._latest][1])
        return "\n".join(lines) + "\n"

    def _latest_lines(self, one: HazardScore) -> list[str]:
        options = self.options
        name = f"{self._latest}/{one.report.name}" if one.report.name else self._latest
        over, count = max(one.total_time - options.max_time, 0.0), len(one.report.hazards) + one.report.others
        return [
            "", _RULE, f"Most Recent Report: ({name})",
            f"          total_score: {compact_number(one.total, 2)} ({compact_number(one.norm, 2)})",
            f" score_missed_hazards: {compact_number(one.missed * options.missed_hazard)} ({one.missed})",
            f"   score_false_alarms: {compact_number(one.false_alarms * options.false_alarm)} ({one.false_alarms})",
            f"   score_time_overage: {compact_number(one.score_time, 2)} ({compact_number(over, 2)})",
            "--------------------- ",
            f"     objects reported: {count}", f"      correct_hazards: {one.correct} (of {self.truth.hazard_count})",
        ]  # fmt: skip
