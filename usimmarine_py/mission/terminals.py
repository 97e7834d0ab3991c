"""The keys of the blocks of programs with a terminal: uXMS, uHelmScope and uTermCommand."""

from __future__ import annotations

from collections.abc import Sequence

from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.key import Key, KeyTable


@dataclass(slots=True)
class XmsOptions:
    """What a block of uXMS says of each column and mode."""

    refresh_mode: str = "events"
    content_mode: str = "scoping"
    paused: bool = False
    display_virgins: bool = True
    display_source: bool = False
    display_aux_source: bool = False
    display_time: bool = False
    display_community: bool = False
    display_history_var: bool = True
    display_all: bool = False
    display_alll: bool = False
    trunc_data: bool = False
    wrap_data: bool = False
    wrap_data_len: int = 45


@dataclass(slots=True)
class HelmScopeOptions:
    """What a block of uHelmScope says of each mode."""

    paused: bool = True
    behaviors_concise: bool = False
    display_bhv_posts: bool = True
    display_moos_scope: bool = True
    display_virgins: bool = True
    truncated_output: bool = True


_ALIASES = {"colormap": ("color_map",)}


def _truths(*names_and_help: tuple[str, str]) -> list[Key]:
    return [Key(name, "bool", help=text) for name, text in names_and_help]


def _texts(names_help_and_examples: Sequence[tuple[str, str, str]], *, repeatable: bool = False) -> list[Key]:
    return [
        Key(name, "text", help=text, example=shown, repeatable=repeatable, aliases=_ALIASES.get(name, ()))
        for name, text, shown in names_help_and_examples
    ]


#: The keys of a block of uXMS; its command line comes first.
XMS_KEYS = KeyTable(
    (
        *_texts(
            (
                ("var", "Variables to show, between commas.", "NAV_X, NAV_Y, NAV_SPEED, NAV_HEADING"),
                ("source", "Applications whose variables are shown, between commas.", "pHelmIvP"),
                ("colormap", "A variable, source or community, and its colour, between commas.", "pHelmIvP, red"),
            ),
            repeatable=True,
        ),
        *_texts((("history_var", "A variable whose values are listed, in content_mode history.", "DB_CLIENTS"),)),
        Key("refresh_mode", "text", choices=("events", "paused", "streaming"), help="When a report is made."),
        Key("content_mode", "text", choices=("scoping", "history", "help"), help="What it shows."),
        *_truths(
            ("paused", "Begins paused; refresh_mode is its name of today."),
            ("display_virgins", "Shows variables without a value, too."), ("display_source", "Shows who has posted."),
            ("display_aux_source", "Shows the auxiliary source in its place, where there is one."),
            ("display_time", "Shows when, in s since the start of the MOOSDB."),
            ("display_community", "Shows the community."),
            ("display_history_var", "Shows the name in each row of a history; taken, without effect."),
            ("display_all", "Shows all variables, but for APPCAST, summaries of the MOOSDB and *_STATUS."),
            ("display_alll", "Shows these, too."), ("trunc_data", "Cuts long values."),
            ("wrap_data", "Breaks long values into lines."),
        ),
        Key("wrap_data_len", "integer", minimum=10, maximum=120, clamped=True, help="Characters of such a line."),
    ),
    XmsOptions,
)  # fmt: skip
#: The keys of a block of uTermCommand.
TERM_KEYS = KeyTable(
    _texts(
        (("cmd", "What a cue posts: a number, or a text up to the next comma.", "go --> DEPLOY --> true"),),
        repeatable=True,
    )
)
#: The keys of a block of uHelmScope; its command line comes first.
HELM_SCOPE_KEYS = KeyTable(
    [
        *_texts((("var", "Variables to show, between commas.", "NAV_X, NAV_Y"),), repeatable=True),
        *_truths(
            ("paused", "Begins paused."),
            ("behaviors_concise", "Shows idle and completed behaviours in one line."),
            ("display_bhv_posts", "Shows what behaviours post."),
            ("display_moos_scope", "Shows variables: those of var, and of conditions."),
            ("display_virgins", "Shows those without a value, too."), ("truncated_output", "Cuts long values."),
        ),
    ],
    HelmScopeOptions,
)  # fmt: skip
