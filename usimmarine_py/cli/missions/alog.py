"""``usim alog``: MOOS-IvP's tools for logs as one command, for several logs and for tables."""

from __future__ import annotations

import io
import os
import tempfile
from pathlib import Path

import click

from usimmarine_py.cli.progress import say
from usimmarine_py.errors import ConfigError, suggest

#: Tools that take all logs at once, and those that write a log.
_TOGETHER = ("alogcat", "alogload")
_WRITING = ("aloggrep", "alogclip", "alogrm", "alogsort", "alogpare")
_LOGS = (".alog", ".klog")


@click.command("alog", context_settings={"ignore_unknown_options": True, "help_option_names": []})
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="TOOL LOG ... [ARGUMENTS]")
def alog(words: tuple[str, ...]) -> int:
    """Run a tool for logs: grep, scan, clip, helm, cd, split, pick, eval, avg, sort, rm, check, iter, mhash, pare ...

    The arguments are those of MOOS-IvP's aloggrep, alogscan and so on, also in front of a log; LOG is an .alog, a CSV
    or a Parquet file, or a folder with logs. Of several logs each has its output, its name before it; the exit code is
    the largest. Of grep, clip, rm, sort and pare, -o gives the new log, or a folder for several.
    usim alog TOOL --help explains a tool.
    """
    from usimmarine_py.logs.tools import ALOG_TOOLS

    short = [name.removeprefix("alog") for name in ALOG_TOOLS]
    if not words or words[0] in ("-h", "--help"):
        say(alog.get_help(click.get_current_context()) + "\n\n" + _list())
        return 0
    tool = next((name for name in ALOG_TOOLS if words[0] in (name, name.removeprefix("alog"))), "")
    if not tool:
        raise ConfigError("is no tool for logs", key=words[0], suggestion=suggest(words[0], short))
    output, others = _output(words[1:]) if tool in _WRITING else (None, words[1:])
    logs, rest = _sorted_out(others)
    with tempfile.TemporaryDirectory() as folder:
        read = [_as_log(log, Path(folder, str(place))) for place, log in enumerate(logs)]
        names = {str(made): str(log) for made, log in zip(read, logs, strict=True) if made != log}
        if tool in _TOGETHER or len(read) < 2:
            return _run(tool, [*map(str, read), *_target(output, logs), *rest], names)
        code = 0
        for made, log in zip(read, logs, strict=True):
            if output is None:
                say(f"== {log}")
            code = max(code, _run(tool, [str(made), *_target(output, logs, log), *rest], names))
        return code


def _list() -> str:
    from usimmarine_py.logs.tools import ALOG_TOOLS
    from usimmarine_py.logs.tools.texts import summary

    return "\n".join(f"  {name.removeprefix('alog'):6}  {summary(name)}" for name in ALOG_TOOLS)


def _output(words: tuple[str, ...]) -> tuple[Path | None, tuple[str, ...]]:
    """Return the word behind -o or --output, and the other words."""
    for place, word in enumerate(words):
        if word in ("-o", "--output"):
            if place + 1 == len(words):
                raise ConfigError("needs a name", key=word)
            return Path(words[place + 1]), (*words[:place], *words[place + 2 :])
        if word.startswith("--output="):
            return Path(word[9:]), (*words[:place], *words[place + 1 :])
    return None, words


def _sorted_out(words: tuple[str, ...]) -> tuple[list[Path], list[str]]:
    """Return the logs, folders opened, and the other words."""
    from usimmarine_py.logs.tools.inputs import TABLES

    logs: list[Path] = []
    rest: list[str] = []
    for word in words:
        path = Path(word)
        if word.startswith("-") or not (path.is_dir() or word.lower().endswith((*_LOGS, *TABLES))):
            rest.append(word)
        elif path.is_dir():
            found = sorted(path.rglob("*.alog"))
            if not found:
                raise ConfigError("holds no .alog", file=word)
            logs += found
        elif not path.is_file():
            raise ConfigError("there is no such log", file=word, remedy="give the new log with -o")
        else:
            logs.append(path)
    return logs, rest


def _as_log(log: Path, folder: Path) -> Path:
    from usimmarine_py.logs.tools.inputs import TABLES, table_as_log

    if not log.name.lower().endswith(TABLES):
        return log
    folder.mkdir()
    return table_as_log(log, folder)


def _target(output: Path | None, logs: list[Path], log: Path | None = None) -> list[str]:
    """Return the word for the new log: in a folder, if there are several logs. Raises ``ConfigError``."""
    from usimmarine_py.logs.tools.inputs import TABLES

    if output is None:
        return []
    if log is not None:
        names = [one.name for one in logs]
        place = "_".join(log.parts[-2:]) if names.count(log.name) > 1 else log.name
        output.mkdir(parents=True, exist_ok=True)
        ending = next((one for one in (*_LOGS, *TABLES) if place.lower().endswith(one)), "")
        output /= f"{place[: len(place) - len(ending)]}.alog"
    if output.suffix != ".alog":
        raise ConfigError("must end with .alog", key="--output")
    if output.exists():
        raise ConfigError("is there already", file=str(output), remedy="remove it, or choose another name")
    return [str(output)]


def _run(tool: str, words: list[str], names: dict[str, str]) -> int:
    from usimmarine_py.logs.tools import run_on_stdout, run_tool, stdout_as_latin
    from usimmarine_py.logs.tools.lines import ENCODING

    if not names:
        return run_on_stdout(tool, words)
    held = io.StringIO(newline="\n")
    code = run_tool(tool, [os.fsencode(word).decode(ENCODING) for word in words], held)
    text = held.getvalue()
    for made, log in names.items():
        text = text.replace(made, log)  # the name that was given, not that of the log made of it
    with stdout_as_latin() as out:
        out.write(text)
    return code
