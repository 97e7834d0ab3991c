"""pMissionEval's block, held against what MOOS-IvP's own pMissionEval (release 24.8) posted and wrote.

``tests/data/grading/pmissioneval.json``: blocks, the mail that came (s after the launch), the posts in order, the file.
"""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tests.support.paths import ROOT
from usimmarine_py.mission import parse_mission
from usimmarine_py.script.grading.evaluation import Evaluation, read_evaluation
from usimmarine_py.values import Message, Post

RECORDED = json.loads((ROOT / "tests/data/grading/pmissioneval.json").read_text())
#: The original iterates at these moments: launched at 0, welcomed at about 0.4 s, then AppTick 4.
FIRST, PERIOD = 0.66, 0.25
NOON = datetime(2026, 11, 22, 12, 30, 5)


def evaluation(*lines: str) -> Evaluation:
    text = "ProcessConfig = pMissionEval\n{\n" + "\n".join(lines) + "\n}\n"
    return Evaluation(read_evaluation(parse_mission(text, "m.moos").block("pMissionEval", verbatim=False)))


def play(case: dict[str, Any]) -> tuple[list[tuple[str, float | str]], str | None]:
    """Posts and file of ours, for a recorded case."""
    judge = evaluation(*case["block"])
    posts: list[Post] = [*judge.begin()]
    mail = sorted(case["mail"], key=lambda one: one[0])
    period = 1.0 if case["name"] == "tick" else PERIOD
    now = FIRST
    wanted = set(judge.subscriptions())
    taken = 0
    while now < 5.0:
        # its own posts come back as mail
        batch = [Message(post.variable, post.value, now) for post in posts[taken:] if post.variable in wanted]
        taken = len(posts)
        batch += [Message(name, value, t) for t, name, value in mail if now - period < t <= now and name in wanted]
        posts += judge.on_mail(batch) if batch else []
        posts += judge.iterate(lambda: NOON)
        now += period
    file = judge.written if judge.config.report_file and "/" not in judge.config.report_file else ""
    return [(post.variable, post.value) for post in posts], file or None


@pytest.mark.parametrize("case", RECORDED, ids=[case["name"] for case in RECORDED])
def test_it_posts_and_writes_what_the_original_does(case: dict[str, Any]) -> None:
    posts, file = play(case)
    assert posts == [tuple(post) for post in case["posts"]]
    assert file == case["file"]


@pytest.mark.parametrize(
    ("condition", "result"), [("A == ufos_a", "pass"), ("A = ufos_a", "fail"), ("A == fos_a", "fail")]
)
def test_two_equals_compare_fields_between_colons(condition: str, result: str) -> None:
    """The first as recorded of pMissionEval with this text."""
    judge = evaluation("lead_condition = GO = true", f"pass_condition = {condition}")
    judge.begin()
    judge.on_mail([Message("A", "label=alpha:ufos_a:14:size=2", 0.0), Message("GO", "true", 0.0)])
    judge.iterate(lambda: NOON)
    assert judge.result == result


def test_flags_of_mail_count_it() -> None:
    """Recorded: FOO came, FOO and BAR, then FOO."""
    judge = evaluation("mailflag = @FOO#A=$[CNT]", "mailflag = @FOO#B=x$[CNT]", "mailflag = @BAR#C=$[CNT]")
    judge.begin()
    foo, bar = Message("FOO", 7.0, 0.0), Message("BAR", 1.0, 0.0)
    posts = [[(post.variable, post.value) for post in judge.on_mail(mail)] for mail in ([foo], [foo, bar], [foo])]
    assert posts == [[("A", "1"), ("B", "x1")], [("A", "2"), ("B", "x2"), ("C", "1")], [("A", "3"), ("B", "x3")]]


def test_macros_of_date_time_and_hash() -> None:
    judge = evaluation(
        "report_file = r.txt",
        "report_column = $[DATE] $[TIME]",
        *(f"report_column = $[{name}]" for name in ("MONTH", "DAY", "HOUR", "MIN", "SEC", "WALL_TIME", "DB_UPTIME")),
        *(f"report_column = $[{name}]" for name in ("MHASH", "MHASH_SHORT", "MHASH_LSHORT", "MHASH_UTC", "YEAR")),
        "report_line_format = csp",
    )
    judge.begin()
    judge.on_mail(
        [Message("DB_UPTIME", 2.0431, 0.0), Message("MISSION_HASH", "mhash=251203-2359I-GREY-FOX,utc=1.5", 0)]
    )
    judge.iterate(lambda: NOON)
    # as recorded, but for the date: 2026:11:22 00:05:23 and so on
    assert judge.line == (
        "  2026:11:2212:30:05, 11, 22, 12, 30, 05, 2.04, 2.043, "
        "mhash=251203-2359I-GREY-FOX,utc=1.5, [GREY-FOX], I-GREY-FOX, 1.5, $[YEAR]"
    )


def test_wall_time_is_that_of_a_community_in_a_hurry() -> None:
    block = parse_mission("ProcessConfig = e\n{\nreport_column = $[WALL_TIME]\n}\n", "m.moos").block("e")
    judge = Evaluation(read_evaluation(block), warp=5.0)
    judge.on_mail([Message("DB_UPTIME", 10.559, 0.0)])
    judge.iterate(lambda: NOON)
    assert judge.line == "  2.11"  # recorded at warp 5


WRONG = {
    "lead_conditon = A = 1": "did you mean lead_condition?",
    "pass_condition = (A = 1) and (B = 1) and (C = 1)": "is no logic condition and does not count",
    "pass_flag = DONE": "is no flag NAME = VALUE",
    "mailflag = A#B=1": "is not @VARIABLE # NAME = VALUE",
    "report_line_format = tab": "must be one of white, csp",
}


@pytest.mark.parametrize(("line", "words"), WRONG.items(), ids=WRONG)
def test_lines_that_do_not_count_are_told(line: str, words: str) -> None:
    config = evaluation("lead_condition = GO = true", line).config
    assert [(one.key, one.line) for one in config.warnings] == [(line.split()[0], 4)]
    assert words in config.warnings[0].text


def test_the_documented_block_has_no_warning() -> None:
    assert not read_evaluation(parse_mission(Path(ROOT / "tests/data/grading/example.moos").read_text(), "m").block(
        "pMissionEval", verbatim=False), frozenset({"apptick", "commstick", "app_logging"})).warnings  # fmt: skip
