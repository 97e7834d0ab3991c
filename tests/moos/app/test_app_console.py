"""A terminal that went away, or that cannot show everything, ends nothing."""

from __future__ import annotations

import io
import sys

import pytest

from usimmarine_py.moos.app.terminal import (
    MAX_LOGGED_TEXT,
    LoggedConsole,
    stderr_console,
    stdout_console,
    stdout_is_terminal,
)


class Gone(io.StringIO):
    def write(self, text: str) -> int:
        raise BrokenPipeError


def test_text_goes_out_at_once(monkeypatch):
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BufferedWriter(raw), encoding="utf-8"))
    stdout_console("5° starboard\n")
    assert raw.getvalue().decode() == "5° starboard\n"


def test_a_terminal_without_the_letters(monkeypatch):
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    stdout_console("5° starboard\n")
    assert raw.getvalue() == b"5\\xb0 starboard\n"


def test_a_terminal_that_went_away(monkeypatch):
    closed = io.StringIO()
    closed.close()
    for stream in (Gone(), closed, None):
        monkeypatch.setattr(sys, "stdout", stream)
        stdout_console("nobody hears this\n")
        assert not stdout_is_terminal()


@pytest.mark.parametrize(("name", "console"), [("stdout", stdout_console), ("stderr", stderr_console)])
def test_what_would_steer_a_terminal_is_shown_instead(monkeypatch, name, console):
    raw = io.BytesIO()
    monkeypatch.setattr(sys, name, io.TextIOWrapper(raw, encoding="utf-8"))
    console("a\x1b[2Jb\x07\x9bc\r\td\n")
    assert raw.getvalue() == b"a\\x1b[2Jb\\x07\\x9bc\\r\td\n"


def test_logged_text_is_bounded_and_taken_once():
    console = LoggedConsole()
    assert console.take(1) == ""
    console("a\nb\n")
    assert console.take(7) == "iter=7,log=a!@#b!@#"
    assert console.take(8) == ""
    for _ in range(100):
        console("x" * 10000)
    assert len(console.take(9)) == MAX_LOGGED_TEXT + len("iter=9,log=")
