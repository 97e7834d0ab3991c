"""``usim check`` about the blocks of graders and what a mission expects of itself."""

from __future__ import annotations

import pytest

from usimmarine_py.check.mission import check_mission
from usimmarine_py.mission import parse_mission

VEHICLE = "Community = a\nProcessConfig = usimmarine\n{\n  prefix = NAV\n}\n"


def findings(block: str, *lines: str) -> list[str]:
    text = VEHICLE + f"ProcessConfig = {block}\n{{\n" + "".join(f"  {line}\n" for line in lines) + "}\n"
    return [f"{d.severity.value} {d.line} {d.key}: {d.text}" for d in check_mission(parse_mission(text, "m.moos"))]


WRONG = [
    ("pMissionEval", "lead_conditon = A = 1", "error 9 lead_conditon", "did you mean lead_condition?"),
    ("pMissionEval", "fail_condition = A > 1)", "error 9 fail_condition", "is no logic condition"),
    ("pMissionEval", "result_flag = DONE", "error 9 result_flag", "is no flag NAME = VALUE"),
    ("pMissionEval_two", "report_colum = A", "error 9 report_colum", "did you mean report_column?"),
    ("pAutoPoke", "flags = A = 1", "error 9 flags", "did you mean flag?"),
    ("pAutoPoke", "required_nodes = two", "error 9 required_nodes", "must be a number"),
    ("uMayFinish", "max_uptime = 3", "error 9 max_uptime", "did you mean max_db_uptime?"),
    ("pMissionHash", "mission_hash = A", "error 9 mission_hash", "did you mean mission_hash_var?"),
    ("usim_grade", "expect = NAV_X >", "error 9 expect", "something is missing at the end"),
    ("usim_grade", "within = -3", "error 9 within", "must be above 0 s"),
    ("usim_grade", "expects = A = 1", "error 9 expects", "unknown parameter"),
]


@pytest.mark.parametrize(("block", "line", "place", "words"), WRONG, ids=[f"{b} {x}" for b, x, *_ in WRONG])
def test_wrong_lines_are_told(block: str, line: str, place: str, words: str) -> None:
    found = findings(block, "AppTick = 4", *(["pass_condition = B = 1"] if "Eval" in block else []), line)
    number = str(10 if "Eval" in block else 9)
    assert len(found) == 1, found
    assert any(place.replace(" 9 ", f" {number} ") in text and words in text for text in found), found


RIGHT = [
    ("pMissionEval", "lead_condition = (A = $(B)) and (C = 2)"),
    ("pMissionEval", "pass_condition = A = $(LIMIT:=3)x)"),
    ("pAutoPoke", "flag = A = 1"),
    ("uMayFinish", "finish_var = A"),
    ("pMissionHash", "mhash_short_var = A"),
    ("usim_grade", "expect = near(1, 2) < 3"),
]


@pytest.mark.parametrize(("block", "line"), RIGHT, ids=[line for _, line in RIGHT])
def test_right_lines_are_not(block: str, line: str) -> None:
    more = ["pass_condition = B = 1"] if "Eval" in block else []
    assert [
        text for text in findings(block, "AppTick = 4", "app_logging = true", *more, line) if "note" not in text
    ] == []


def test_a_block_without_any_condition_passes_for_nothing() -> None:
    assert any("no condition at all" in text for text in findings("pMissionEval", "report_file = r"))
