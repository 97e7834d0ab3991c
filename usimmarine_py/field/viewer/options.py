"""The block of pMarineViewer, as far as it posts."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.errors import shorten
from usimmarine_py.field.settings import field_table, flags, number, special, text, truth
from usimmarine_py.field.viewer.buttons import Button, Flag, command_of, together
from usimmarine_py.finding import FilePlace, Finding
from usimmarine_py.texts.pairs import pairs_of, pieces
from usimmarine_py.values.frozen import dataclass, field
from usimmarine_py.values.key import ConfigLine, Take, read_block, without_blanks

#: The program whose block it is.
VIEWER = "pMarineViewer"

_WORDS = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
_NOTHING = "no VARIABLE=VALUE to post"
Pair = tuple[str, str]


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
    labels: dict[int, tuple[str, list[Pair]]] = field(default_factory=dict)  #: of the buttons, while lines are read
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


def read_viewer_block(lines: Sequence[ConfigLine]) -> tuple[ViewerOptions, list[Finding]]:
    """Return the options of a block, and what is wrong; lines that are only about drawing are left alone."""
    options = ViewerOptions()
    found = read_block(lines, KEYS, options)
    for place, (label, pairs) in options.labels.items():
        if pairs:
            options.buttons[place] = Button(label or pairs[0][0], tuple(pairs))
        else:
            names = _button_names(place)
            line = next(one for one in lines if without_blanks(one.key).lower() in names)
            found.append(
                Finding(_NOTHING, FilePlace(line.file, line.line, 0, line.key.strip(), shorten(line.value.strip())))
            )
    return options, found


def _button(place: int) -> Take:
    def take(options: ViewerOptions, value: str) -> None:
        label, pairs = options.labels.get(place, ("", []))
        for part in pieces(value, "#"):
            variable, equals, text = part.partition("=")
            if equals and variable and variable.lower() != "color":
                pairs.append((variable, text))
            elif not equals:
                label = part
        options.labels[place] = label, pairs

    return take


def _button_names(place: int) -> tuple[str, str]:
    return f"button_{place}", f"button_{_WORDS[place - 1]}"


def _no_button(options: ViewerOptions, value: str) -> Finding:
    del options, value
    return Finding(f"buttons are button_1 to button_{len(_WORDS)}")


def _command(options: ViewerOptions, value: str) -> Finding | None:
    command = command_of(value)
    if command is None:
        return Finding(_NOTHING)
    options.commands.append(command)
    return None


def _action(options: ViewerOptions, value: str) -> Finding | None:
    pairs = [pair for part in pieces(value, "#") for pair in pairs_of(part, "#")]
    menu = next((text for key, text in pairs if key.lower() == "menu_key"), "")
    found = [((variable, text), menu) for variable, text in pairs if variable and variable.lower() != "menu_key"]
    options.actions += found
    return None if found else Finding(_NOTHING)


#: The keys of its block that post; all others are about drawing.
KEYS = field_table(
    ViewerOptions,
    *(
        special(
            _button_names(place)[0], "list", _button(place), f"Button {place}: LABEL # VAR=VALUE # VAR=VALUE; lines of "
            "one button add up.", aliases=_button_names(place)[1:], repeatable=True,
            example="DEPLOY # DEPLOY_ALL=true # MOOS_MANUAL_OVERRIDE_ALL=false" if place == 1 else "",
        )
        for place in range(1, len(_WORDS) + 1)
    ),
    special("button_*", "list", _no_button, "Further buttons: there are 20."),
    special(
        "action", "list", _action, "Entries of the action menu: VAR=VALUE # VAR=VALUE # menu_key=KEY.",
        aliases=("action+",), repeatable=True, example="RETURN_ALL=true",
    ),
    special(
        "cmd", "list", _command, "A button of the commander: label=, var=, sval= or dval=, receivers=A:B.",
        repeatable=True,
    ),
    flags("connection_posting", "connected", "Posted in the first iteration."),
    flags("beat_flag", "beats", "Posted in each iteration from 4 s on."),
    text("tiff_file", "images", "Images of the chart, for REGION_INFO.", repeatable=True),
    text("node_report_variable", "reports", "Variables of node reports.", repeatable=True),
    text("node_report_unc", "shares_reports", "Posted as UNC_SHARED_NODE_REPORTS at the start."),
    truth("log_the_image", "logs_image", "Has pLogger copy the image."),
    number("zoom", "view.zoom", "Zoom of the chart, for REGION_INFO."),
    number("set_pan_x", "view.pan_x", "Shift of the chart to the east, for REGION_INFO.", "m"),
    number("set_pan_y", "view.pan_y", "Shift of the chart to the north, for REGION_INFO.", "m"),
    text("mission_hash_var", "hash_variable", "Variable of the mission's hash; off: it is not posted."),
    text("mhash_short_var", "short_variable", "Variable of the hash's two words."),
    text("refresh_mode", "refresh", "When reports are asked for: paused, events or streaming.", parse=str.lower),
    text("content_mode", "content", "What its panel shows: appcast, realmcast or nodes.", parse=str.lower),
    file_order=True,
)  # fmt: skip
