"""The pages say what is there: commands, extras, and links that lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.mutate import TESTS
from tests.support.paths import ROOT
from tests.support.portions import APART, LATE, LONG, SAMPLED, SCANS, covered, longest_first, portion_of
from usimmarine_py.cli.usim import GROUPS

PAGES = sorted(
    path
    for place in (ROOT, ROOT / "docs", ROOT / "docs" / "reference", ROOT / "examples", *(ROOT / "missions").iterdir())
    for path in place.glob("*.md")
)
LINK = re.compile(r"\]\(([^)#\s]+)")


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_pages_name_every_command_under_its_group() -> None:
    page = read("docs/commands.md")
    for group, commands in GROUPS.items():
        section = page.partition(f"\n## {group}\n")[2].partition("\n## ")[0]
        cells = re.findall(r"^\| (`usim .*?[^\\]) \|", section, re.MULTILINE)
        assert {name for cell in cells for name in re.findall(r"`usim (\w+)", cell)} == set(commands)


def test_the_page_on_installing_names_every_extra() -> None:
    section = read("pyproject.toml").partition("[project.optional-dependencies]")[2].partition("[project.scripts]")[0]
    extras = set(re.findall(r"^(\w+) = \[", section, re.MULTILINE)) - {"test", "docs", "dev"}
    table = read("docs/install.md").partition("\n## Extras\n")[2].partition("\n## ")[0]
    assert extras == set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE))


def test_the_index_lists_every_page() -> None:
    index = read("docs/README.md")
    pages = [p.relative_to(ROOT / "docs").as_posix() for p in PAGES if (ROOT / "docs") in p.parents]
    assert [page for page in pages if page != "README.md" and f"]({page})" not in index] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    links = [link for link in LINK.findall(page.read_text(encoding="utf-8")) if "://" not in link]
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", [*PAGES, *sorted((ROOT / "docs/laws").glob("*.md"))], ids=lambda path: path.name)
def test_tables_and_lists_are_seen_as_such(page: Path) -> None:
    """Rows have the cells of their head (a | inside one is escaped); no line of a paragraph begins like an entry."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    wrong, cells, before = [], 0, ""
    for line in text.splitlines():
        if line.startswith("| "):
            found = len(re.findall(r"(?<!\\)\|", line))
            cells = found if not before.startswith("| ") else cells
            wrong += [line] if found != cells or (before and not before.startswith("| ")) else []
        elif line.startswith(("- ", "* ", "+ ")) and before and not before.startswith((" ", "- ", "* ", "+ ")):
            wrong.append(line)
        before = line
    assert wrong == []


def test_every_shipped_mission_has_a_page() -> None:
    assert [p.name for p in (ROOT / "missions").iterdir() if p.is_dir() and not (p / "README.md").is_file()] == []


def test_mutation_testing_knows_where_modules_and_their_tests_are() -> None:
    wanted = [f"usimmarine_py/{module}.py" for module in TESTS] + [test for tests in TESTS.values() for test in tests]
    assert [path for path in wanted if not (ROOT / path).is_file()] == []


def test_the_suite_is_shared_by_files_that_exist() -> None:
    assert [name for name in (*LONG, *APART, *SCANS) if not (ROOT / name).is_file()] == []
    assert len({portion_of(f"{name}::test_a") for name in SCANS}) == 1
    assert len({portion_of(f"{APART[0]}::{test}") for test in ("test_a", "test_b")}) == 2
    assert len({portion_of(f"{__name__}.py::{test}") for test in ("test_a", "test_b")}) == 1
    items = [SimpleNamespace(nodeid=f"{name}::test_a") for name in ("tests/a.py", LONG[1], "tests/b.py", LONG[0])]
    longest_first(items)  # type: ignore[arg-type]
    assert [item.nodeid.partition("::")[0] for item in items] == [LONG[0], LONG[1], "tests/a.py", "tests/b.py"]


@pytest.mark.parametrize("test", [*LATE, *SAMPLED])
def test_what_is_left_to_the_night_is_there(test: str) -> None:
    file, _, name = test.partition("::")
    assert f"def {name.partition('[')[0]}(" in (ROOT / file).read_text()


def test_what_is_measured_to_be_covered_is_there() -> None:
    texts = {file: (ROOT / file).read_text() for file in {test.partition("::")[0] for test in covered()}}
    names = [test.partition("::") for test in sorted(covered())]
    assert [f"{file}::{name}" for file, _, name in names if f"def {name.partition('[')[0]}(" not in texts[file]] == []
