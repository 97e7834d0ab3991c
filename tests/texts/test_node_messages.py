"""Messages between vehicles as MOOS-IvP reads them, found beside its programs."""

from __future__ import annotations

import pytest

from usimmarine_py.texts.node_message import read_node_message

START = "src_node=ben,dest_node=cal,var_name=A"


@pytest.mark.parametrize(
    ("rest", "text"),
    [
        ("string_val={a,b}", 'string_val="{a,b}"'),
        ('string_val="a,b",string_val_quoted=true', 'string_val="a,b"'),
        ('string_val="ab",string_val_quoted=TRUE', "string_val=ab"),
        ('string_val="{a",b=c"', 'string_val="{a",b=c"'),
        ("double_val=3x", "double_val=3"),
        ("ack=true,ack=false,double_val=1", "double_val=1"),
        ("color=red,color=bogus,double_val=1", "color=red,double_val=1"),
    ],
)
def test_what_is_sent_on(rest: str, text: str) -> None:
    message = read_node_message(f"{START},{rest}")
    assert message.valid
    prefix = "ack=true," if message.ack else ""
    assert message.text() == f"{prefix}{START},{text}"


def test_quotes_count_as_characters() -> None:
    assert read_node_message(f"{START},string_val={{a,b}}").length == len('"{a,b}"')


def test_two_quotes_are_no_text() -> None:
    assert read_node_message(f'{START},string_val=""').content == 0.0
