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
        close = suggest(words[0], short)
        problem = "is no tool for logs" if close else f"is no tool for logs; there are {', '.join(short)}"
        if words[0].lower() == "csv":
            problem, close = "is no tool for logs; grep LOG VAR --tv --csc prints times and values as CSV", ""
        raise ConfigError(problem, key=words[0], suggestion=close)
    output, others = _output(words[1:]) if tool in _WRITING else (None, words[1:])
    logs, rest = _sorted_out(others, writes=tool in _WRITING)
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


def _sorted_out(words: tuple[str, ...], *, writes: bool) -> tuple[list[Path], list[str]]:
    """Return the logs, folders opened, and the other words; ``writes``: of a tool that writes a log."""
    endings = (*_LOGS, *_tables())
    logs: list[Path] = []
    rest: list[str] = []
    for word in words:
        path = Path(word)
        if word.startswith("-") or not (path.is_dir() or word.lower().endswith(endings)):
            rest.append(word)
        elif path.is_dir():
            found = sorted(path.rglob("*.alog"))
            if not found:
                raise ConfigError("holds no .alog", file=word)
            logs += found
        elif not path.is_file():
            # behind a log, in a tool that writes one, the original takes it for the new one
            remedy = "give the new log with -o" if writes and logs else "check its path"
            raise ConfigError("there is no such log", file=word, remedy=remedy)
        else:
            logs.append(path)
    if not logs and not any(word.startswith("-") for word in rest):
        problem = f"there is no log {rest[-1]}" if rest else "there is no log"
        raise ConfigError(problem, remedy=f"give a file ({', '.join(endings)}) or a folder with such files")
    return logs, rest


def _tables() -> tuple[str, ...]:
    from usimmarine_py.logs.tools.inputs import TABLES

    return TABLES


def _as_log(log: Path, folder: Path) -> Path:
    from usimmarine_py.logs.tools.inputs import table_as_log

    if not log.name.lower().endswith(_tables()):
        return log
    folder.mkdir()
    return table_as_log(log, folder)


def _target(output: Path | None, logs: list[Path], log: Path | None = None) -> list[str]:
    """Return the word for the new log: in a folder, if there are several logs. Raises ``ConfigError``."""
    if output is None:
        return []
    if log is not None:
        output.mkdir(parents=True, exist_ok=True)
        output /= f"{_new_names(logs)[log]}.alog"
    if output.suffix != ".alog":
        raise ConfigError("must end with .alog", key="--output")
    if output.exists():
        raise ConfigError("is there already", file=str(output), remedy="remove it, or choose another name")
    return [str(output)]


def _new_names(logs: list[Path]) -> dict[Path, str]:
    """Return the name of the new log of each one: its own, with folder or ending where two would be the same."""
    ends = {log: next((one for one in (*_LOGS, *_tables()) if log.name.lower().endswith(one)), "") for log in logs}
    plain = {log: log.name[: len(log.name) - len(end)] for log, end in ends.items()}
    forms = (
        plain,
        {log: "_".join((*log.parts[-2:-1], name)) for log, name in plain.items()},
        {log: plain[log] + ends[log].replace(".", "_") for log in logs},
        {log: "_".join((*log.parts[-2:-1], name)) + ends[log].replace(".", "_") for log, name in plain.items()},
    )
    return {
        log: next((names[log] for names in forms if list(names.values()).count(names[log]) == 1), forms[-1][log])
        for log in logs
    }


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
