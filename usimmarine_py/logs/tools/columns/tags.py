"""tagrep: the lines below ``<tag> NAME`` of a file, up to the next tag."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TextIO

from usimmarine_py.logs.tools.lines import ENCODING, HELP, VERSION, bite, file_name, readable, strip
from usimmarine_py.logs.tools.texts import USE_HELP, help_text, version_text
from usimmarine_py.values.frozen import dataclass


@dataclass(slots=True)
class TagOptions:
    source: str = ""
    tag: str = ""
    header: str | None = None  #: before each section; empty: none
    blanks: bool = True
    first: bool = False
    tag_line: bool = False


def _bare(text: str) -> str:
    """Return a name without ``<`` and ``>`` around it."""
    text = strip(text)
    return text[1:-1] if len(text) > 1 and text[0] == "<" and text[-1] == ">" else text


def sections(lines: Iterable[str], options: TagOptions) -> Iterator[str]:
    """Yield what is printed of all sections with the tag, line ends included; nothing if there is none."""
    active = False
    for line in lines:
        text = strip(line)
        if text.startswith(("<tag>", "#<tag>")):
            active = _bare(bite(text, ">")[1]) == options.tag
            if active:
                yield f"{line}\n" if options.tag_line else ""
                yield f"{options.header}=" if options.header else ""
        elif active and (text or options.blanks) and not text.startswith("#"):
            yield f"{line}\n"
            if options.first:
                return


def main(words: Sequence[str], out: TextIO) -> int:
    """Run ``tagrep FILE TAG [OPTIONS]``; its exit code: 1 without that tag."""
    options = TagOptions()
    verbose = "--verbose" in words
    for word in words:
        if word in HELP:
            out.write(help_text("tagrep"))
            return 0
        if word in VERSION:
            out.write(version_text("tagrep"))
            return 0
        problem = _take(options, word)
        if problem is not None:
            if verbose:
                out.write(f"{problem}tagrep: Bad command line argument: {word}\n{USE_HELP}")
            return 1
    if not options.tag:
        out.write("Error: No tag provided\n" if verbose else "")
        return 1
    if not options.source:
        out.write(f"Error: Empty or unreadble file: {options.source}\n" if verbose else "")
        return 1
    if options.header == "same_as_tag":
        options.header = options.tag
    with file_name(options.source).open("rb") as file:
        lines = file.read().decode(ENCODING).split("\n")
    found = False
    for text in sections(lines, options):
        found = True
        out.write(text)
    return 0 if found else 1


def _take(options: TagOptions, word: str) -> str | None:
    """Take a word of the command line; return why not, None if all is well."""
    if word in ("--hdr",) or word.startswith("--hdr="):
        if options.header:
            return f"Header was previously set, cannot set to: {word[6:] or 'same_as_tag'}\n"
        options.header = word[6:] or "same_as_tag" if word == "--hdr" else word[6:]
    elif word in ("-n", "--noblanks"):
        options.blanks = False
    elif word in ("-f", "--first"):
        options.first = True
    elif word in ("-k", "--keep_tag_line"):
        options.tag_line = True
    elif word.startswith("--file=") or not options.source:
        name = word[7:] if word.startswith("--file=") else word
        if options.source:
            return f"Input file previously set, cannot set to: {name}\n"
        if not readable(name):
            return f"Input file [{name}] is not readable\n"
        options.source = name
    else:
        if options.tag:
            return f"Tag was previously set, cannot set to: {word}\n"
        options.tag = _bare(word)
    return None
