"""Expansion, arithmetic, conditions and random variables on their own; results as the real program gave them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from usimmarine_py.conditions.language import LOGIC
from usimmarine_py.conditions.parser import ExpectationError, read_condition
from usimmarine_py.conditions.terms import LastValues
from usimmarine_py.script.randoms import RandomPair, RandomVariable, read_pair, read_variable
from usimmarine_py.script.values import MacroFacts, evaluate, expand, read_template
from usimmarine_py.texts.pairs import pieces as split

FACTS = MacroFacts(now=100.5, db_time=7.25, count=3, total_count=11, community="alpha", nav_x=1.005, nav_y=-2.0)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{{3+2}*4}", "20"),
        ("90,{2.5*-0.2}", "90,-0.5"),
        ("{-5-3}", "-8"),
        ("{10--3}", "13"),
        ("{+5-3}", "2"),
        ("{5+-3}", "2"),
        ("{--5-3}", "{--5-3}"),
        ("{--4+1}", "5"),
        ("{3-+2}", "{3-+2}"),
        ("{1/3}", "0.333333"),
        ("{1/0}", "inf"),
        ("{-1/0}", "-inf"),
        ("{0/0}", "-nan"),
        ("x{2*3}y", "x6y"),
        ("{2*3+1}", "{2*3+1}"),
        ("{5-1+2}", "{5-1+2}"),
        ("{1+2},{3+4}", "{1+2},{3+4}"),
        ("{{1+1}*{1+1}}", "{{1+1}*{1+1}}"),
        ("{{1+2}*3},{4}", "{3*3},{4}"),
        ("{{{1+1}*2}+{1*3}}", "{{2*2}+{1*3}}"),
        ("{{2*{3+1}}/4}", "2"),
        ("{1e3*2}", "{1e3*2}"),
        ("{1000000*1000000}", "1000000000000"),
        ("}{", "}{"),
        ("{1+1", "{1+1"),
        ("say={one}", "say={one}"),
        ("a{}b", "a{}b"),
    ],
)
def test_arithmetic(text: str, expected: str) -> None:
    assert evaluate(text) == expected


@given(st.text(alphabet="{}+-*/0123456789.a", max_size=60))
def test_arithmetic_always_ends(text: str) -> None:
    evaluate(text)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("42", 42.0),
        ('"42"', "42"),
        ("1e3", "1e3"),
        ("--5", 0.0),
        ("+7", 7.0),
        ("$[COUNT]", 3.0),
        ('"$[TCOUNT]"', 11.0),
        ('"$(UTC)"', 100.5),
        ("n=$[COUNT]/$(TCOUNT)", "n=3/11"),
        ("$[DBTIME]", 7.25),
        ('"t=$(UTCTIME),d=$[DBTIME]"', "t=100.50,d=7.25"),
        ("$[NAV_X]:$(NAV_Y)", "1.00:-2.00"),
        ("$[VNAME]$(VNAME)", "alpha$(VNAME)"),
        ("$[P]", 0.25),
        ('"$(P)"', "0.25"),
        ("{$[P]*2}", 0.5),
        ("$[p]", "$[p]"),
        ("i_$[IDX]$(IDX)$$IDX", "i_007007007"),
        ("$[IDX]", 7.0),
        ('"$[IDX]"', "007"),
        ('""', ""),
        ("$[COUNT)", "$[COUNT)"),
    ],
)
def test_templates(value: str, expected: float | str) -> None:
    rng = np.random.default_rng(0)
    assert expand(read_template(value, 7), FACTS, [("P", "0.25")], rng) == expected


def test_random_digits_drop_leading_zeros_and_repeat_within_a_value() -> None:
    rng = np.random.default_rng(2)
    template = read_template("$(2)_$(2)_$(20)_$(21)", 0)
    lengths = set()
    for _ in range(300):
        text = expand(template, FACTS, [], rng)
        assert isinstance(text, str)
        first, second, long, rest = text.split("_")
        assert first == second
        assert rest == "$(21)"
        assert not first.startswith("0")
        assert len(long) <= 20
        lengths.add(len(first))
    assert lengths == {0, 1, 2}


@pytest.mark.parametrize(
    ("text", "values", "expected"),
    [
        ("!(A=1)", {}, True),
        ("!(A!=1)", {}, True),
        ("A!=1", {}, False),
        ('A="true"', {"A": "true"}, True),
        ("A<5", {"A": "3"}, True),
        ("A<abd", {"A": "abc"}, True),
        ("A=3", {"A": "3"}, True),
        ("A=3.0", {"A": 3.0}, True),
        ("A==3", {"A": 3.0}, True),
        ("A=TRUE", {"A": "true"}, False),
        ("(A=1)or(B=1)", {"B": 1.0}, True),
        ("(A=1)AND(B=1)", {"B": 1.0}, False),
        ("!(A=1)", {"A": 2.0}, True),
        ("A=$(B)", {"A": "x", "B": "x"}, True),
        ("A=$(B)", {"A": 5.0}, False),
        ("A!=$(B)", {"A": 5.0}, False),
        ("A!=5", {"A": "abc"}, False),
        ("A>abd", {"A": 5.0}, False),
        ("A!=abc", {"A": 5.0}, False),
        ("A>=5", {"A": 5.0}, True),
        ("A<=5", {"A": float("nan")}, False),
        ("((A=1)and(B=2))or(C=3)", {"C": 3.0}, True),
        ("(A=1)or(!(B=1))", {"A": 1.0}, True),
        ("A=1andB=2", {"A": 1.0, "B": 2.0}, False),
        ('( A < $(B) ) and (!(C = "go" ))', {"A": 1.0, "B": 2.0, "C": "stop"}, True),
        ("A = in the box", {"A": "in the box"}, True),
    ],
)
def test_conditions(text: str, values: dict[str, float | str], expected: bool) -> None:
    last = LastValues()
    last.values.update(values)
    assert read_condition(text, LOGIC)[0].holds(last) is expected


@given(st.text(alphabet='()!=<>andorAB1$"', max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    last = LastValues()
    last.values["A"] = 1.0
    try:
        condition, watchers = read_condition(text, LOGIC)
    except ExpectationError as error:
        assert str(error).startswith("logic condition `")
        return
    assert condition.holds(last) in (True, False) and not watchers


@pytest.mark.parametrize(
    "text", ["A", "A=", "=A", "A=1)", "(A=1", "(A=1)and B=1", "(A=1)or(B=1)or(C=1)", "!A=1", "not(A=1)", "(A=1)&&(B=1)"]
)
def test_what_is_no_condition(text: str) -> None:
    with pytest.raises(ExpectationError):
        read_condition(text, LOGIC)


def test_condition_that_is_nested_far_too_deep_is_refused() -> None:
    for depth in (101, 5000):
        with pytest.raises(ExpectationError):
            read_condition("!(" * depth + "A=1" + ")" * depth, LOGIC)


def test_a_condition_subscribes_to_both_sides() -> None:
    assert read_condition("(A=$(B))and(!(C=1))", LOGIC)[0].variables == {"A", "B", "C"}


def test_uniform_variable() -> None:
    rng = np.random.default_rng(3)
    variable = read_variable("varname=R,min=0,max=100,snap=5,key=at_reset", [])
    assert isinstance(variable, RandomVariable)
    drawn = {variable.draw(rng) for _ in range(2000)}
    assert drawn == {str(v) for v in range(0, 101, 5)}
    assert RandomVariable("X", "at_post", 3.0, 3.0).draw(rng) == ""


def test_gaussian_variable() -> None:
    rng = np.random.default_rng(4)
    variable = read_variable("varname=G,type=gaussian,mu=10,sigma=2,min=8,max=15,key=AT_POST", [])
    assert isinstance(variable, RandomVariable)
    drawn = np.array([float(variable.draw(rng)) for _ in range(4000)])
    assert (drawn.min(), drawn.max()) >= (8.0, 14.0)
    assert 0.13 < (drawn == 8.0).mean() < 0.19  # values pile up at the limit: one sigma below the mean
    assert abs(np.median(drawn) - 10) < 0.2
    flat = read_variable("varname=G,type=normal,mu=1,sigma=2,min=1,max=1,key=at_start", [])
    assert isinstance(flat, RandomVariable)
    assert flat.draw(rng) == "1"


def test_pair_in_a_polygon() -> None:
    rng = np.random.default_rng(5)
    pair = read_pair('var1=PX,var2=PY,type=poly,key=at_post,poly="pts={0,0:10,0:0,2}"')
    assert isinstance(pair, RandomPair)
    points = np.array([[float(v) for v in pair.draw(rng)] for _ in range(2000)])
    assert (points >= 0).all()
    assert (points[:, 0] / 10 + points[:, 1] / 2 <= 1.0005).all()
    assert points.mean(axis=0) == pytest.approx((10 / 3, 2 / 3), rel=0.1)


@pytest.mark.parametrize(
    "points", ["0,0:10,0:5,1:0,10:9,9", "0,0:1,1:2,2", "0,0:1,1", "", "a,b:1,2:3,4", "0,0:2,0:0,2,5", "1,2:3"]
)
def test_a_polygon_that_is_none_is_refused(points: str) -> None:
    assert read_pair(f'var1=A,var2=B,type=poly,key=at_post,poly="pts={{{points}}}"') == "bad poly"


def test_commas_in_quotes_and_braces_do_not_split() -> None:
    assert split('a,"b,c",{d,e},f') == ["a", '"b,c"', "{d,e}", "f"]
    assert split('a,"b,c') == ["a", '"b,c']
    assert split("a,{b,c") == ["a", "{b,c"]
    assert split("a,}{,b") == ["a", "}{,b"]
    assert split('a,"{",b') == ["a", '"{",b']


def test_names_of_pairs_are_taken_once() -> None:
    rest = "type=poly,key=at_post,poly=pts={0,0:1,0:0,1}"
    lines = [f"var1={one},var2={other},{rest}" for one, other in ("AB", "BC", "DD")]
    first = read_pair(lines[0])
    assert isinstance(first, RandomPair)
    assert read_pair(lines[1], [first]) == "Duplicate random pair variable:B"
    assert isinstance(read_pair(lines[2], [first]), RandomPair)
