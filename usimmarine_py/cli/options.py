"""Options and parameter types that several commands share."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext, redirect_stdout
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from usimmarine_py.cli.hints.other_words import meant
from usimmarine_py.cli.progress import say
from usimmarine_py.errors import ConfigError
from usimmarine_py.values.frozen import dataclass
from usimmarine_py.values.overrides import read_changes

if TYPE_CHECKING:
    from usimmarine_py.mission import Mission
    from usimmarine_py.moos.app.argv import AppArguments
    from usimmarine_py.moos.transport.comms import Comms

#: MB. A day of a mission at 10 Hz takes a little less.
MOST_LOG = 1000.0

F = TypeVar("F", bound=Callable[..., Any])


class Finite(click.FloatRange):
    """A finite float in a range; the ranges of click accept ``nan`` and ``inf``."""

    name = "number"  # for click's message about an invalid value

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Convert the number; fails as for any other value of the wrong type."""
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value!r} is no finite number.", param, ctx)
        return number

    def _describe_range(self) -> str:
        """The range for the help, such as ``x>=0``; empty without a bound (click would print ``x<=None``)."""
        return "" if self.min is None and self.max is None else super()._describe_range()


class Whole(click.IntRange):
    """An integer in a range."""

    name = "integer"  # for click's message about an invalid value


class MissionPath(click.Path):
    """A mission file, or the name of a shipped mission; the choice is printed, unless ``-q`` is given.

    ``with_changes``: ``,KEY=VALUE`` may follow, the value is a text. ``folders``: an existing folder comes first.
    """

    name = "mission"

    def __init__(self, *, with_changes: bool = False, folders: bool = False) -> None:
        super().__init__()
        self._with_changes, self._folders = with_changes, folders

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path of the file; it need not exist, since its reader reports errors."""
        from usimmarine_py.mission.shipped import find_mission

        word, comma, changes = str(value).partition(",") if self._with_changes else (str(value), "", "")
        found = find_mission(word, folders=self._folders)
        if found.note and not (ctx is not None and ctx.params.get("quiet")):
            say(f"note: {found.note}", err=True)
        return f"{found.path}{comma}{changes}" if self._with_changes else found.path


class ScriptCommand(click.Command):
    """A command that also takes a launch script, whose own options follow ``--``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments."""
        words = list(args)
        ctx.meta[_WORDS] = words
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            from usimmarine_py.launch.standins.names import is_script

            script = next((word for word in words if is_script(Path(word)) and Path(word).is_file()), None)
            if script is None:
                raise
            form = meant(error.option_name, ctx)
            raise click.UsageError(
                f"No such option {error.option_name!r}{f' ({form})' if form else ''}; options of the "
                f"script follow --: {ctx.command_path} {script} -- {error.option_name} ...",
                ctx,
            ) from None


#: Where a context keeps its words as typed; and options that change nothing of a run: with a word, without one.
_WORDS = "usimmarine.words"
_WHERE, _SHOWN = ("-o", "--output", "--processes"), ("-q", "--quiet", "--json", "--progress")


def typed(context: click.Context) -> tuple[str, ...]:
    """The command and its words as they were typed, without where it writes and what it prints."""
    words, kept = iter(context.meta.get(_WORDS, ())), [context.info_name or ""]
    for word in words:
        if word == "--":  # the options of a launch script follow
            kept += [word, *words]
        elif word in _WHERE:
            next(words, None)
        elif word not in _SHOWN and not word.startswith(("-o", "--output=", "--processes=")):
            kept.append(word)
    return tuple(kept)


def quiet_option(text: str = "Print only errors.") -> Callable[[F], F]:
    """Add ``-q``, which is read before the mission is resolved."""
    return click.option("-q", "--quiet", is_flag=True, is_eager=True, help=text)


def json_option(function: F) -> F:
    """Add ``--json`` (``as_json``); the output is printed by ``echo_json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print only JSON to standard output.")(function)


def echo_json(document: object) -> None:
    """Print one JSON document; nan and infinities are null, because JSON has none."""
    import json

    say(json.dumps(_finite(document), indent=2, allow_nan=False))


def prints_aside(as_json: bool) -> AbstractContextManager[object]:
    """Redirect other output (such as an application's ``print``) to standard error if ``as_json`` is true."""
    return redirect_stdout(sys.stderr) if as_json else nullcontext()


def _finite(value: object) -> object:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): _finite(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(part) for part in value]
    return value


def log_limit(most: float = MOST_LOG) -> Callable[[F], F]:
    """Add ``--max-log``, which becomes bytes."""
    return click.option(
        "--max-log",
        "most",
        type=Finite(0.0),
        default=most,
        show_default=True,
        metavar="MB",
        callback=lambda _context, _option, value: value * 1e6 or math.inf,
        help="Largest total size of the files, which ends the command. 0: no limit.",
    )


def engine_option(text: str) -> Callable[[F], F]:
    """Add ``--engine`` with the help ``text``."""
    return click.option(
        "--engine", type=click.Choice(["auto", "python", "compiled"]), default="auto", show_default=True, help=text
    )


def completer(what: str) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem]]:
    """Return what a shell asks for the words of ``what``: name, kind or set (``check.completion``)."""

    def complete(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
        from usimmarine_py.check import completion  # only while a shell completes

        return [CompletionItem(text, help=help) for text, help in getattr(completion, f"complete_{what}")(begun)]

    return complete


def set_option(function: F) -> F:
    """Add ``--set``, parsed into changes by key."""

    def read(_context: click.Context, _option: click.Parameter, texts: tuple[str, ...]) -> dict[str, str]:
        return read_changes(texts)

    return click.option(
        "--set",
        "changes",
        multiple=True,
        metavar="KEY=VALUE",
        callback=read,
        shell_complete=completer("set"),
        help="Change a value of the mission; KEY as for usim sweep: turn_rate, BLOCK.KEY, script.VAR[n], "
        "vehicle.rigid_body.mass or rigid_body.mass, env.NAME. Repeatable.",
    )(function)


def program_mission(arguments: AppArguments, role: str) -> Mission:
    """Return the mission of a program with a MOOS command line, changed by ``--set``; keys refer to its block."""
    from usimmarine_py.apps.live import with_alias
    from usimmarine_py.run.asked import MissionReading
    from usimmarine_py.run.changes import changed_mission

    words = arguments.mission
    changes = read_changes(words.changes)
    alias = with_alias(arguments, words.read(), role)[0].alias
    reading = MissionReading(words.definitions, words.folders, changes, alias)
    return changed_mission(words.file, reading, program=arguments.program)


def _given(_context: click.Context, _option: click.Parameter, value: float | None) -> float:
    return value or 0.0  # 0 means: not given


def target_options(function: F) -> F:
    """Add ``--host``, ``--port`` and ``--warp``."""
    port = click.option("--port", type=Whole(0, 65535), default=0, help="Port (else ServerPort, else 9000).")
    return host_option(port(warp_option(function)))


def host_option(function: F) -> F:
    """Add ``--host``."""
    return click.option("--host", default="", help="Host (else ServerHost of the file, else localhost).")(function)


def warp_option(function: F) -> F:
    """Add ``--warp``."""
    return click.option(
        "--warp",
        type=Finite(0.0, min_open=True),
        callback=_given,
        help="Time warp (else MOOSTimeWarp of the file, else 1).",
    )(function)


def template_options(function: F) -> F:
    """Add ``-D NAME=VALUE`` (``definitions``) and ``--path DIR`` (``folders``) for templates of missions."""
    for option in (
        click.option("--path", "folders", multiple=True, metavar="DIR", help="Folder for a template's #include."),
        click.option(
            "-D", "definitions", multiple=True, metavar="NAME=VALUE", help="A macro of a template, as for nsplug."
        ),
    ):
        function = option(function)
    return function


@dataclass(frozen=True, slots=True)
class Target:
    """The address and time warp of a MOOSDB."""

    host: str = "127.0.0.1"
    port: int = 9000
    warp: float = 1.0

    def connect(self, name: str, end: float = math.inf) -> Comms:
        """Return a running client; raises ``TransportError`` at ``end`` (monotonic s), or ``NameRefusedError``."""
        from usimmarine_py.moos.transport.open import connect

        return connect(self.host, self.port, name, warp=self.warp, timeout=_left(end, 5.0))

    def visit(self, original: str, what: str, end: float = math.inf) -> Comms:
        """As ``connect``, for a program that comes and goes; ``original``: of MOOS-IvP, that does the like."""
        from usimmarine_py.moos.transport.open import passing_name

        return self.connect(passing_name(original, what), end)

    def at_its_warp(self, end: float = math.inf, original: str = "uQueryDB") -> Target:
        """Return the target with the time warp of the MOOSDB's clock; unchanged without an answer until ``end``.

        A wrong time warp would show times of 1.6e10 s and apply wrong intervals to mail. ``original`` as of ``visit``.
        """
        from usimmarine_py.errors import UsimError
        from usimmarine_py.moos.transport.open import connect, passing_name

        try:
            name = passing_name(original, "warp")
            comms = connect(self.host, self.port, name, warp=self.warp, timeout=_left(end, 1.0))
        except UsimError:
            return self  # the next connection reports the reason
        found = comms.moosdb_warp
        comms.close()
        return self.at_warp(found)

    def at_warp(self, found: float | None) -> Target:
        """Return the target with the time warp that the MOOSDB has, unchanged for the same one, and for None."""
        from usimmarine_py.moos.transport.warp import differs

        if found is None or not differs(self.warp, found):
            return self
        if self.warp != 1.0:
            say(f"note: the time warp of the MOOSDB is {found:g}, not {self.warp:g}", err=True)
        return Target(self.host, self.port, found)


def _left(end: float, most: float) -> float:
    """Real s until ``end`` (monotonic s), at most ``most``."""
    return max(0.0, min(end - time.monotonic(), most))


def split_mission(words: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Split the arguments into the mission file (empty if none) and the others."""
    from usimmarine_py.moos.app.argv import is_mission_file

    files = [word for word in words if is_mission_file(word)]
    if len(files) > 1:
        raise ConfigError(f"two mission files given: {files[0]} and {files[1]}")
    return (files[0] if files else ""), tuple(word for word in words if not is_mission_file(word))


def _require_macros(mission: Mission, given: Mapping[str, object]) -> None:
    """Raise ``ConfigError`` if a template's line for one of these keys has a macro and no switch replaces it."""
    if mission.expansion is None:
        return
    lacking = []
    for line in mission.verbatim.lines:
        key = line.text.partition("=")[0].strip().lower()
        if key in given and not given[key]:
            lacking.append((mission.file if line.origin is None else line.origin.file, line.number, line.text))
    mission.expansion.require(lacking)


def find_target(mission_file: str = "", host: str = "", port: int = 0, warp: float = 0.0) -> Target:
    """Return the target: from switches, else global keys of the mission file, else localhost:9000 at warp 1.

    Raises ``MissionFileError`` for a file that cannot be read, ``ConfigError`` for a warp that MOOS refuses.
    """
    from usimmarine_py.mission import read_mission
    from usimmarine_py.moos.app.argv import parse_arguments
    from usimmarine_py.moos.app.settings import AppSettings, resolve_settings
    from usimmarine_py.moos.clock import valid_warp

    if warp and not valid_warp(warp):
        raise ConfigError(f"time warp {warp:g} is outside 0 < warp <= 400", key="--warp")
    settings = AppSettings(name="usim")
    if mission_file:
        mission = read_mission(mission_file)
        _require_macros(mission, {"serverhost": host, "serverport": port, "moostimewarp": warp})
        settings = resolve_settings(parse_arguments(["usim"]), None, mission)
    found = host or settings.db.host
    return Target(
        "127.0.0.1" if found.lower() == "localhost" else found, port or settings.db.port, warp or settings.time_warp
    )


def press_options(function: F) -> F:
    """Add ``--press``, ``--poke`` and ``--no-press``."""
    options = (
        click.option(
            "--press",
            "presses",
            multiple=True,
            metavar="LABEL[@T]",
            help="Press this button of the pMarineViewer block at T simulated seconds [1].",
        ),
        click.option("--poke", "pokes", multiple=True, metavar="VAR=VALUE[@T]", help="Post this at T seconds [1]."),
        click.option(
            "--no-press",
            "deploy",
            is_flag=True,
            flag_value=False,
            default=True,
            help="Do not press DEPLOY in a mission that nothing else deploys.",
        ),
    )
    for option in reversed(options):
        function = option(function)
    return function


app_option = click.option(
    "--app",
    "apps",
    multiple=True,
    metavar="[NAME=]MODULE:CLASS",
    help="An application of your own to run, too: heading.py:Heading, port=heading.py:Heading; repeatable.",
)

behaviors_option = click.option(
    "--behaviors",
    multiple=True,
    metavar="FILE.py",
    help="Behaviours of your own for the helm, besides those beside the mission; repeatable.",
)

exclude_option = click.option(
    "--exclude",
    multiple=True,
    metavar="GLOB",
    help="Files or folders to leave out, such as 'meta_*.moos' or templates; repeatable.",
)


def workers_options(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """``--workers``, by other ``names``, too, and ``--dask``: who does the work of a command that has much of it."""

    def both(command: Callable[..., Any]) -> Callable[..., Any]:
        workers = click.option(
            "--workers", *names, "workers", type=Whole(1, 1024), metavar="N", callback=lambda _, __, value: value or 0,
            help="Worker processes [one per processor].",
        )  # fmt: skip
        dask = click.option(
            "--dask",
            default="",
            metavar="ADDRESS",
            help="Workers of a Dask scheduler (tcp://HOST:PORT), or local, instead of processes.",
        )
        return workers(dask(command))

    return both


def paper_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """``--style``, ``--width`` and ``--csv`` of a command that draws figures: the look in force while it runs."""

    @click.option("--style", type=click.Choice(["screen", "paper"]), default="screen", help="paper: for print.")
    @click.option("--width", default="", metavar="88mm", help="Width of the figure: mm, cm or in.")
    @click.option("--csv", "data", is_flag=True, help="Also what is drawn as NAME.data.csv, beside the figure.")
    @wraps(command)
    def looked(*args: Any, style: str, width: str, data: bool, **options: Any) -> Any:
        from usimmarine_py.plots.paper import read_width
        from usimmarine_py.plots.style import Look, looking

        with looking(Look(read_width(width) if width else 0.0, style == "paper", data)):
            return command(*args, **options)

    return looked


timeout_option = click.option(
    "--timeout",
    type=Finite(0.0, min_open=True),
    metavar="S",
    help="Real seconds that a run may take; then it ends, its results so far are kept, and it has failed.",
)

progress_option = click.option(
    "--progress", "asked", is_flag=True, help="Show progress with -q too, and where CI is set and there is no terminal."
)


def processes_option(help_text: str) -> Callable[[F], F]:
    """``--processes N``."""
    return click.option("--processes", type=Whole(1, 1024), metavar="N", help=help_text)


def share_options(function: F) -> F:
    """``--share-loss SHARE`` and ``--share-delay S``: losses and delays between communities."""
    loss = click.option(
        "--share-loss",
        type=Finite(0.0, 1.0),
        default=0.0,
        metavar="SHARE",
        help="Of several communities: the share of the messages between them that is lost [0].",
    )
    delay = click.option(
        "--share-delay",
        type=Finite(0.001),
        metavar="S",
        help="Of several communities: simulated time from a post to its arrival in another one [0.0125].",
    )
    return loss(delay(function))
