"""The text of a parameter becomes a checked value in one place."""

from __future__ import annotations

import pytest

from usimmarine_py.errors import ConfigError
from usimmarine_py.values import Parameter


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("number", "1e1", 10.0),
        ("number", "", None),
        ("integer", "7", 7),
        ("integer", "7.0", 7),
        ("bool", "Yes", True),
        ("pair", " 1, -2", (1.0, -2.0)),
        ("text", "any thing", "any thing"),
    ],
)
def test_values_of_each_kind(kind: str, text: str, value: object) -> None:
    found = Parameter("p", kind, "", "help").value(text)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("parameter", "text", "problem"),
    [
        (Parameter("p", "number", "", "help"), "nan", "p: must be a finite number, found 'nan'"),
        (Parameter("p", "number", "", "help", unit="m", minimum=0.0), "-1", "p: must be at least 0 m, found -1"),
        (Parameter("p", "integer", "", "help", maximum=9.0), "10", "p: must be at most 9, found 10"),
        (Parameter("p", "integer", "", "help"), "1.5", "p: must be a whole number, found '1.5'"),
        (Parameter("p", "bool", "", "help"), "maybe", "p: must be true or false, found 'maybe'"),
        (Parameter("p", "pair", "", "help"), "1", "p: must be two numbers x,y, found '1'"),
        (Parameter("p", "text", "", "help", choices=("on", "off")), "onn", "p: must be one of on, off, found 'onn'"),
    ],
)
def test_one_clear_message_that_names_the_parameter(parameter: Parameter, text: str, problem: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parameter.value(text)
    assert str(caught.value).startswith(problem)


def test_a_parser_of_its_own_wins() -> None:
    assert Parameter("p", "integer", "", "help", parse=lambda text: len(text)).value("four") == 4
