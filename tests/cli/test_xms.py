"""uXMS: its command line, its block, its keys and what it shows; reports as those of MOOS-IvP's uXMS beside it."""

from __future__ import annotations

import re

import pytest

from usimmarine_py.cli.community.keys.xms_view import XmsView
from usimmarine_py.errors import ConfigError
from usimmarine_py.launch.standins.asking import published, read_xms_words
from usimmarine_py.mission.terminals import XMS_KEYS
from usimmarine_py.values.mail import Message, Value

LONG = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


def view(*words: str, block: tuple[tuple[str, str], ...] = ()) -> XmsView:
    given = read_xms_words(words)
    made = XmsView(started=1000.0)
    for name, value in (*given.settings, *block):
        assert made.take_setting(name, value), (name, value)
    made.add(*given.variables)
    return made


def mail(made: XmsView, name: str, value: Value, time: float = 3.69, source: str = "uTimerScript") -> None:
    made.take(Message(name, value, 1000.0 + time, source, "", "shoreside"))


def plain(made: XmsView) -> list[str]:
    return re.sub("\x1b[^m]*m", "", made.report()).splitlines()


def test_a_report_is_that_of_the_original() -> None:
    # recorded: uXMS XMS_LONG -t --show=time,community, with a block of two variables, sources and a colour
    block = (("var", "XMS_A, XMS_B"), ("display_source", "true"), ("colormap", "XMS_A, red"))
    made = view("XMS_LONG", "-t", "--show=time,community", block=block)
    mail(made, "XMS_A", 4.0)
    mail(made, "XMS_LONG", LONG)
    mail(made, "XMS_NOISE", 1.0)
    assert made.report().splitlines() == [
        "VarName   (S)ource      (T)ime  (C)ommunity  VarValue (SCOPING:\x1b[7;32mEVENTS\x1b[0m)",
        "--------  ------------  ------  -----------  -------------------------",
        "\x1b[31mXMS_A\x1b[0m     \x1b[31muTimerScript\x1b[0m  \x1b[31m3.69\x1b[0m    \x1b[31mshoreside\x1b[0m    "
        "\x1b[31m4\x1b[0m",
        "XMS_B      n/a           n/a                 n/a",
        'XMS_LONG  uTimerScript  3.69    shoreside    "abcdefghijklmnopqrstuvwxy..."',
    ]


def test_all_variables_by_a_filter() -> None:
    made = view("--all", "--filter=xms_", "--mode=streaming")
    for name in ("XMS_A", "NAV_X", "APPCAST", "P_STATUS"):
        mail(made, name, 4.0)
    assert plain(made) == [
        "VarName  (S)  (T)  (C)  VarValue (SCOPING:STREAMING)", "-------  ---  ---  ---  -------------------------",
        "XMS_A                   4", "  -- filter: xms_ -- ", "  -- displaying all variables --",
    ]  # fmt: skip
    made.key("?")
    assert [line.split()[0] for line in plain(made)[2:4]] == ["NAV_X", "XMS_A"]
    assert {"APPCAST", "P_STATUS"} & set(view("--alll").values) == set()
    really = view("--alll")
    mail(really, "APPCAST", "proc=uTimerScript!@#iter=1")
    assert plain(really)[2].split() == ["APPCAST", '"proc=uTimerScript"']


def test_a_history_counts_what_repeats() -> None:
    made = view("--history=XMS_H", "--mode=events")
    for value in ("first", "second", "second"):
        mail(made, "XMS_H", value)
    mail(made, "XMS_H", 3.5)
    wanted = [["(J)VarName", "(S)", "(T)", "VarValue", "(HISTORY:EVENTS)"], ["XMS_H", "(1)", '"first"']]
    lines = [line.split() for line in plain(made)]
    assert [lines[0], lines[2]] == wanted
    assert lines[3:] == [["XMS_H", "(2)", '"second"'], ["XMS_H", "(1)", "3.5"]]


def due(made: XmsView) -> bool:
    """Whether a report is due, which is made then."""
    found = made.due
    if found:
        made.report()
    return found


def test_a_report_is_due_at_events_and_at_keys() -> None:
    made = view("XMS_A")
    assert due(made)
    assert not due(made)
    mail(made, "XMS_A", 4.0)
    assert due(made)
    mail(made, "XMS_A", 4.0, time=5.0)  # the same again
    assert not due(made)
    made.key(" ")
    assert "PAUSED" in made.report()
    mail(made, "XMS_A", 5.0)
    assert not due(made)
    made.key("u")
    assert due(made) and plain(made)[2].split() == ["XMS_A", "5"]


def test_keys_change_what_is_shown() -> None:
    made = view("XMS_A", "XMS_B")
    mail(made, "XMS_A", "x\x1b[2J\ny")  # a value does not steer the terminal
    assert "\x1b[2J" not in made.report()
    made.key("v")
    assert len(plain(made)) == 3
    made.key("s")
    made.key("t")
    made.key("c")
    assert plain(made)[2].split()[1:4] == ["uTimerScript", "3.69", "shoreside"]
    made.key("h")
    assert "Toggle show source" in made.report()
    made.key("h")
    assert "VarName" in made.report()
    made.key("A")
    mail(made, "NAV_X", 1.0)
    assert "NAV_X" in made.report()
    made.key("a")
    assert "NAV_X" not in made.report()


def test_the_command_line_is_the_originals() -> None:
    words = ["a.moos", "uXMS_nav", "NAV_X", "--src=pA,pB", "--server_port=9002", "--mooshost=h", "-c", "--termint=0.2"]
    given = read_xms_words(words)
    assert (given.name, given.variables, given.sources, given.clean) == ("uXMS_nav", ["NAV_X"], ["pA", "pB"], True)
    assert (given.where.mission, given.where.port, given.where.host, given.interval) == ("a.moos", 9002, "h", 0.2)
    assert read_xms_words(["--colorany=A,B"]).settings == [("colormap", "A,any"), ("colormap", "B,any")]
    assert view("--colorany=A,B", "--colormap=C,red").colours == {"A": "blue", "B": "green", "C": "red"}
    with pytest.raises(ConfigError, match="must be a port"):
        read_xms_words(["--port=x"])
    assert not XmsView().take_setting("refresh_mode", "sometimes") and not XmsView().take_setting("foo", "true")


def test_what_an_application_posts_is_in_its_status() -> None:
    status = 'AppErrorFlag=false,Uptime=3.1,Publishing="A,B,P_STATUS,"Subscribing="C,D,"'
    assert published(status) == ["A", "B", "P_STATUS"]
    assert published("nothing") == []


def test_each_key_of_its_block_is_taken() -> None:
    for key in XMS_KEYS.keys_in_order:
        value = key.example or XMS_KEYS.default(key)
        assert value, key.name
        if key.name != "source":  # the command asks for its status
            assert XmsView().take_setting(key.name, value), key.name
