"""``python -m usimmarine_py.check.docs [--check]``: writes ``docs/reference`` of a checkout, or compares."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from usimmarine_py.check.behaviors import behaviors_page
from usimmarine_py.check.blocks import blocks_page
from usimmarine_py.check.comments import errors_page, fields_page, limits_page, maths_page, texts_table
from usimmarine_py.check.reference import mail_page, parameters_page

DIRECTORY = Path(__file__).parents[2] / "docs" / "reference"
PAGES = {
    "parameters.md": parameters_page,
    "mail.md": mail_page,
    "blocks.md": blocks_page,
    "behaviors.md": behaviors_page,
    "fields.md": fields_page,
    "limits.md": limits_page,
    "maths.md": maths_page,
    "errors.md": errors_page,
}
#: Pages by hand with a table that is made.
TABLES = {"../reliability.md": texts_table}


def stale_pages(directory: Path = DIRECTORY) -> list[str]:
    """Names of the pages that differ from the table."""
    stale = [name for name, make in PAGES.items() if _text(directory / name) != make()]
    tables = [name for name, make in TABLES.items() if (text := _text(directory / name)) and text != make(text)]
    return stale + tables


def write_pages(directory: Path = DIRECTORY) -> list[str]:
    """Write the pages that changed; returns their names."""
    directory.mkdir(parents=True, exist_ok=True)
    stale = stale_pages(directory)
    for name in stale:
        text = PAGES[name]() if name in PAGES else TABLES[name](_text(directory / name))
        (directory / name).write_text(text, encoding="utf-8")
    return stale


def main(arguments: Sequence[str]) -> int:
    """Return 0, or 1 if ``--check`` found an outdated page, or 2 for another argument."""
    if list(arguments) not in ([], ["--check"]):
        sys.stderr.write("usage: scripts/docs [--check]\n")
        return 2
    if arguments:
        stale = stale_pages()
        sys.stderr.writelines(f"docs/reference/{name} is out of date; run scripts/docs\n" for name in stale)
        return 1 if stale else 0
    sys.stdout.writelines(f"wrote docs/reference/{name}\n" for name in write_pages())
    return 0


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
