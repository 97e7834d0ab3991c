"""alogrm: a log without some variables or sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TextIO

from usimmarine_py.logs.tools.entries.names import NamePatterns
from usimmarine_py.logs.tools.lines import (
    HELP,
    VERSION,
    fields,
    is_comment,
    is_entry,
    numeric,
    readable,
    share,
    target_file,
    whole_lines,
)  # fmt: skip
from usimmarine_py.logs.tools.texts import help_text, version_text
from usimmarine_py.values.frozen import dataclass, field


@dataclass(slots=True)
class Removal:
    """What is removed, and what was."""

    names: NamePatterns = field(default_factory=NamePatterns)
    texts: bool = False  #: all variables with texts
    numbers: bool = False  #: all variables with numbers
    clean: bool = False  #: lines that are no entries
    lines: int = 0
    chars: int = 0
    lines_kept: int = 0
    chars_kept: int = 0
    variables: set[str] = field(default_factory=set)  #: that are left

    def kept(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield the lines that stay."""
        clean = self.clean or self.names.has("DB_VARSUMMARY")
        for line in lines:
            name = ""
            if is_comment(line):
                stays = True
            elif not is_entry(line):
                stays = not clean
            else:
                entry = fields(line)
                name = entry.variable
                stays = not self.names.match(name, entry.application)
                if stays and (self.texts or self.numbers) and (self.numbers if numeric(entry.data) else self.texts):
                    self.names.add(name)
                    stays = False
            if stays:
                self.lines_kept += 1
                self.chars_kept += len(line)
                if name:
                    self.variables.add(name)
                yield line
            else:
                self.lines += 1
                self.chars += len(line)


def main(words: Sequence[str], out: TextIO) -> int:
    """Run ``alogrm in.alog [VAR] [SRC] [out.alog] [OPTIONS]``; its exit code, which is always 0."""
    if any(word in HELP for word in words):
        out.write(help_text("alogrm"))
        return 0
    if any(word in VERSION for word in words):
        out.write(version_text("alogrm"))
        return 0
    given = set(words)
    removal = Removal(
        texts=bool(given & {"-nostr", "--nostr"}),
        numbers=bool(given & {"-nonum", "--nonum"}),
        clean=bool(given & {"-clean", "--clean"}),
    )
    source = target = ""
    for word in words:
        if ".alog" in word:
            source, target = (source, word) if source else (word, target)
        elif word and not word.startswith("-"):
            removal.names.add(word)
    problem = _problem(source, target, overwrite=bool(given & {"-f", "-force", "--force"}))
    out.write(problem)
    if problem:
        return 0
    lines = (f"{line}\n" for line in removal.kept(whole_lines(source)))
    if target:
        with target_file(target) as file:
            file.writelines(lines)
    else:
        out.writelines(lines)
    if not given & {"-q", "--quiet", "-quiet"}:
        _report(removal, out)
    return 0


def _problem(source: str, target: str, *, overwrite: bool) -> str:
    if not source:
        return "No alog file given - exiting\n"
    if source == target:
        return "Input and output .alog files cannot be the same. \nExiting now.\n"
    if not readable(source):
        return "input not found or unable to open - exiting now.\n"
    if readable(target) and not overwrite:
        return f"{target} already exists. \nUse --force to overwrite. Exiting now.\n"
    return ""


def _report(found: Removal, out: TextIO) -> None:
    lines, chars = found.lines + found.lines_kept, found.chars + found.chars_kept
    out.write(
        f"  Total lines retained: {found.lines_kept} ({share(found.lines_kept, lines)}%)\n"
        f"   Total lines deleted: {found.lines} ({share(found.lines, lines)}%)\n"
        f"  Total chars retained: {found.chars_kept} ({share(found.chars_kept, chars)}%)\n"
        f"   Total chars deleted: {found.chars} ({share(found.chars, chars)}%)\n"
        f"    Variables retained: ({len(found.variables)}) {', '.join(sorted(found.variables))}\n"
    )
