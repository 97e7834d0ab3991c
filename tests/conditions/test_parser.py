"""What is no expectation: the message names it, the column, and what to write."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from usimmarine_py.conditions import ExpectationError, Judge

#: Expectation, column, words of the message.
WRONG = (
    ("", 1, "it is empty"),
    ("NAV_X", 1, "NAV_X alone is no condition; compare it, as in NAV_X > 0"),
    ("A = 1 and NAV_X", 11, "NAV_X alone is no condition"),
    ("NAV_X > NAV_Y", 9, "the variable is $(NAV_Y)"),
    ("maxx(X) > 3", 1, "did you mean max?"),
    ("A > 3 for ever", 11, "for how many seconds?"),
    ("A > 3 for 10 km", 14, "a time in s or min, found km"),
    ("(A > 3", 7, ") expected, the text ends"),
    ("A >", 4, "something is missing at the end"),
    ("A > 3 )", 7, "unexpected )"),
    ("1 < A < 3", 7, "one comparison at a time"),
    ("A $ 3", 3, "'$' means nothing here"),
    ("A = 'x", 5, "a text without its end"),
    ("near(1) < 3", 1, "near takes x and y"),
    ("near(1, 2, 3) < 3", 12, "the prefix of the position is a word"),
    ("abs(1, 2) < 3", 1, "abs takes 1 of them, found 2"),
    ("count(3) > 2", 7, "count takes the name of a variable"),
    ("max(A > 3) > 2", 5, "A > 3 is a condition; a value expected"),
    ("always(A)", 8, "A alone is no condition"),
    ("(A > 3) + 1 < 2", 1, "A > 3 is a condition; a value expected"),
    ("-" * 60 + "3 > 2", 51, "nested too deep"),
    ("(" * 60 + "A > 2", 51, "nested too deep"),
    ("not " * 60 + "A > 2", 200, "nested too deep"),
    ("A > " + "1" * 2000, 2000, "longer than 2000 characters"),
    ("__import__('os') = 3", 1, "no function __import__"),
)


@pytest.mark.parametrize(("text", "column", "words"), WRONG, ids=[one[0][:20] for one in WRONG])
def test_wrong_texts(text: str, column: int, words: str) -> None:
    with pytest.raises(ExpectationError) as caught:
        Judge([text])
    shown = text if len(text) <= 2000 else text[:60] + "..."
    assert str(caught.value).startswith(f"expectation `{shown}`, column {column}: ")
    assert words in str(caught.value)
    assert caught.value.exit_code == 2


@given(st.text(alphabet="AXmaxnear()<>=!&|+-*/.,$'\"0123 fornotandever", max_size=60))
def test_any_text_is_read_or_refused_by_name(text: str) -> None:
    try:
        judge = Judge([text])
    except ExpectationError as error:
        assert 1 <= error.column <= len(text.strip()) + 1
        return
    judge.feed(1.0, "A", 2.0)
    judge.feed(2.0, "X", "text")
    assert judge.verdicts(3.0)[0].passed in (True, False)
