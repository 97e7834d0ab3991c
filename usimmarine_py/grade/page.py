"""The page of verdicts: every judged mission with its picture, why it did not pass, and links to its files."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from urllib.parse import quote

from usimmarine_py.errors import file_errors
from usimmarine_py.grade.grade import ERROR, PASSED, Grade
from usimmarine_py.grade.junit import plain
from usimmarine_py.grade.keep import PAGE
from usimmarine_py.logs.whole_files import write_whole

_STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 1.5em auto; max-width: 72em; padding: 0 1em; color: #222; }
h1 { font-size: 1.4em; } h2 { font-size: 1.05em; margin: 0 0 .4em; overflow-wrap: anywhere; }
section { border: 1px solid #ccc; border-left: .5em solid #2a7f3f; margin: 1em 0; padding: .7em 1em; }
section.fail { border-left-color: #c0392b; } section.error { border-left-color: #8e44ad; }
b { text-transform: uppercase; } img { display: block; max-width: 100%; height: auto; margin: .5em 0; }
ul { margin: .2em 0; padding-left: 1.3em; } li, p, pre { overflow-wrap: anywhere; } p { margin: .3em 0; }
pre { white-space: pre-wrap; background: #f4f4f4; padding: .4em .6em; margin: .3em 0; }
.small { color: #555; font-size: .9em; }
"""


def write_page(grades: Sequence[Grade], folder: Path) -> None:
    """Write the page into the folder of ``--keep``. Raises ``LogFileError``."""
    with file_errors(folder / PAGE, key="--keep"):
        write_whole(folder / PAGE, "\n".join(_lines(grades, folder)) + "\n")


def _lines(grades: Sequence[Grade], folder: Path) -> Iterator[str]:
    title = f"{sum(grade.outcome == PASSED for grade in grades)} of {len(grades)} passed"
    yield "<!DOCTYPE html>"
    yield f'<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>usim grade: {title}</title>'
    yield '<meta name="viewport" content="width=device-width">'
    yield f"<style>{_STYLE}</style>\n</head>\n<body>\n<h1>usim grade: {title}</h1>"
    others = [(number, grade) for number, grade in enumerate(grades) if grade.outcome != PASSED]
    if others:
        yield "<p>Not passed:</p>\n<ul>"
        for number, grade in others:
            yield f'<li><a href="#m{number}">{_text(grade.file)}</a></li>'
        yield "</ul>"
    for number, grade in enumerate(grades):
        yield from _mission(number, grade, folder)
    yield "</body>\n</html>"


def _mission(number: int, grade: Grade, folder: Path) -> Iterator[str]:
    yield f'<section id="m{number}" class="{grade.outcome}">'
    yield f"<h2><b>{grade.outcome}</b> {_text(grade.file)}</h2>"
    if grade.outcome != ERROR:
        yield f'<p class="small">ended {_text(grade.ended)} at {grade.time:g} s, seed {grade.seed}</p>'
    held = [f"{text} by {name}" for name, text in grade.verdicts.items()]
    held += [f"expected {text}: {why or 'holds'}" for text, why in grade.expectations.items()]
    yield from _list(grade.reasons)
    yield from _list(held)
    if grade.picture:
        yield f'<img src="{_link(grade.picture, folder)}" alt="{_text(grade.file)}" loading="lazy">'
    for text in grade.reports.values():
        yield f"<pre>{_text(text.strip())}</pre>"
    yield from _list([f"warning: {text}" for text in grade.warnings])
    if grade.repeat:
        yield f"<p>Repeat:</p>\n<pre>{_text(grade.repeat)}</pre>"
    files = sorted(file for file in Path(grade.kept).glob("*") if file.is_file()) if grade.kept else []
    if files:
        links = (f'<a href="{_link(str(file), folder)}">{_text(file.name)}</a>' for file in files)
        yield f'<p class="small">Files: {", ".join(links)}</p>'
    yield "</section>"


def _list(texts: Sequence[str]) -> Iterator[str]:
    if texts:
        yield "<ul>"
        yield from (f"<li>{_text(text)}</li>" for text in texts)
        yield "</ul>"


def _text(text: str) -> str:
    """Return a text of a mission so that it is only text."""
    return escape(plain(text))


def _link(file: str, folder: Path) -> str:
    return quote(os.fsencode(Path(os.path.relpath(file, folder)).as_posix()))
