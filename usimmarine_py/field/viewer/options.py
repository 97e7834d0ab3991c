"""The block of pMarineViewer, as far as it posts."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.field.settings import (
    flag_of,
    line_problem,
    number_of,
    pairs_of,
    text_of,
    truth_of,
    without_blanks,
)
from usimmarine_py.field.viewer.buttons import Button, Flag, command_of, together
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.words import pieces

#: The program whose block it is.
VIEWER = "pMarineViewer"

_WORDS = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
_NOTHING = "no VARIABLE=VALUE to post"
Pair = tuple[str, str]


@dataclass(slots=True)
class ButtonLines:
    """The lines of one button: they add up."""

    first: ConfigLine
    label: str = ""
    pairs: list[Pair] = field(default_factory=list)


@dataclass(slots=True)
class View:
    """Which part of the chart is seen; the shifts in m."""

    zoom: float = 1.0
    pan_x: float = 0.0
    pan_y: float = 0.0


@dataclass(slots=True)
class ViewerOptions:
    """What the block says."""

    buttons: dict[int, Button] = field(default_factory=dict)  #: by their numbers
    actions: list[tuple[Pair, str]] = field(default_factory=list)  #: pair and menu key
    commands: list[Button] = field(default_factory=list)  #: one for each line
    connected: list[Flag] = field(default_factory=list)
    beats: list[Flag] = field(default_factory=list)
    images: list[str] = field(default_factory=list)
    reports: list[str] = field(default_factory=list)  #: variables of node reports
    shares_reports: str = ""
    logs_image: bool = False
    view: View = field(default_factory=View)
    hash_variable: str = "MISSION_HASH"
    short_variable: str = "MHASH"
    refresh: str = "events"
    content: str = "appcast"

    def pressed(self) -> list[Button]:
        """All that a person can press: buttons by number, entries of the action menu, commands."""
        entries = [Button(menu or f"{name}={value}", ((name, value),)) for (name, value), menu in self.actions]
        return [*(self.buttons[place] for place in sorted(self.buttons)), *together(entries), *together(self.commands)]


def read_viewer_block(lines: Sequence[ConfigLine]) -> tuple[ViewerOptions, tuple[str, ...]]:
    """Return the options of a block, and warnings; lines that are only about drawing are left alone."""
    options, warnings = ViewerOptions(), list[str]()
    buttons: dict[int, ButtonLines] = {}
    for line in lines:
        key, value = without_blanks(line.key).lower(), without_blanks(line.value)
        if key.startswith("button_"):
            problem = _button(buttons, key.removeprefix("button_"), value, line)
        else:
            problem = _read(options, key, value)
        if problem:
            warnings.append(line_problem(line, problem))
    for place, button in buttons.items():
        if button.pairs:
            options.buttons[place] = Button(button.label or button.pairs[0][0], tuple(button.pairs))
        else:
            warnings.append(line_problem(button.first, _NOTHING))
    return options, tuple(warnings)


def _read(options: ViewerOptions, key: str, value: str) -> str:
    if key in ("action", "action+"):
        return _action(options, value)
    if key == "cmd":
        command = command_of(value)
        if command is None:
            return _NOTHING
        options.commands.append(command)
    elif key in ("connection_posting", "beat_flag"):
        flag = flag_of(value)
        if flag is None:
            return "must be VARIABLE=value"
        (options.connected if key == "connection_posting" else options.beats).append(flag)
    elif key == "tiff_file":
        options.images.append(value)
    elif key == "node_report_variable":
        options.reports.append(value)
    elif key == "node_report_unc":
        options.shares_reports = value
    elif key == "log_the_image":
        return truth_of("logs_image")(options, value)
    elif key in ("zoom", "set_pan_x", "set_pan_y"):
        return number_of(f"view.{key.removeprefix('set_')}")(options, value)
    elif key in ("mission_hash_var", "mhash_short_var"):
        name = "hash_variable" if key == "mission_hash_var" else "short_variable"
        return text_of(name)(options, value)
    elif key in ("refresh_mode", "content_mode"):
        return text_of(key.removesuffix("_mode"))(options, value.lower())
    return ""


def _button(buttons: dict[int, ButtonLines], number: str, value: str, line: ConfigLine) -> str:
    place = int(number) if number.isdigit() and len(number) < 3 else _WORDS.index(number) + 1 if number in _WORDS else 0
    if not 1 <= place <= len(_WORDS):
        return f"buttons are button_1 to button_{len(_WORDS)}"
    button = buttons.setdefault(place, ButtonLines(line))
    for part in pieces(value, "#"):
        variable, equals, text = part.partition("=")
        if equals and variable and variable.lower() != "color":
            button.pairs.append((variable, text))
        elif not equals:
            button.label = part
    return ""


def _action(options: ViewerOptions, value: str) -> str:
    pairs = [pair for part in pieces(value, "#") for pair in pairs_of(part, "#")]
    menu = next((text for key, text in pairs if key.lower() == "menu_key"), "")
    found = [((variable, text), menu) for variable, text in pairs if variable and variable.lower() != "menu_key"]
    options.actions += found
    return "" if found else _NOTHING
