"""docs/moos.md leaves nothing out: every switch, key and exit code; docs/reference/limits.md every limit."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from usimmarine_py.errors import ConfigError, NameRefusedError, UsimError
from usimmarine_py.moos.app.argv import ACTIONS, SWITCHES
from usimmarine_py.moos.db import options
from usimmarine_py.moos.transport.comms import COMMS_KINDS
from usimmarine_py.run.live.program import EXIT_DONE, EXIT_INTERRUPTED
from usimmarine_py.values.application import APP_KEYS, APPLICATION_PARAMETERS
from usimmarine_py.wire import limits

PAGE = (ROOT / "docs" / "moos.md").read_text(encoding="utf-8")
GLOBAL_KEYS = ("ServerHost", "ServerPort", "Community", "MOOSTimeWarp", "UseMOOSComms", "term_reporting", "comms")
#: What a number stands for: the number as the page writes it, and the unit behind it.
_UNITS = {"MiB": 1024.0 * 1024.0, "KiB": 1024.0}


def table_rows(heading: str, page: str = PAGE) -> list[list[str]]:
    """The cells of the tables under a heading."""
    section = page[page.index(f"{heading}\n") + len(heading) :]
    section = re.split(r"^#", section, maxsplit=1, flags=re.MULTILINE)[0]
    return [[c.strip() for c in line.strip("|").split(" | ")] for line in section.splitlines() if line.startswith("|")]


def named(heading: str) -> set[str]:
    """What stands in back quotes in the first column."""
    return {name for row in table_rows(heading) for name in re.findall(r"`([^`]+)`", row[0])}


def test_every_switch_has_a_line_and_every_line_a_switch() -> None:
    assert named("## Switches") == {s.name for s in SWITCHES} | set(ACTIONS)


def test_switches_without_effect_are_called_so() -> None:
    without = {s.name for s in SWITCHES if s.effect}
    rows = table_rows("## Switches")
    assert without == {n for row in rows if row[-1].startswith("no effect") for n in re.findall(r"`([^`]+)`", row[0])}


def test_every_key_of_the_block_has_a_line() -> None:
    page = {name.lower() for name in named("### In the block")}
    assert page == {p.name.lower() for p in APPLICATION_PARAMETERS}
    assert page == APP_KEYS - {"comms"}


@pytest.mark.parametrize("key", GLOBAL_KEYS)
def test_every_global_key_has_a_line(key: str) -> None:
    assert key in named("### Global")


def test_the_exit_codes_are_those_of_the_program() -> None:
    codes = {int(row[0]) for row in table_rows("### Exit codes") if row[0].isdigit()}
    errors = (UsimError.exit_code, ConfigError.exit_code, NameRefusedError.exit_code)
    assert codes == {EXIT_DONE, EXIT_INTERRUPTED, *errors}


def test_every_transport_has_a_line() -> None:
    assert set(COMMS_KINDS) <= named("## Transports")


def test_every_switch_of_the_server_has_a_line() -> None:
    source = Path(options.__file__).read_text(encoding="utf-8")
    known = set(re.findall(r'"(--?[a-z_]+)"', source)) - {"--help", "-h", "--moos_print_version"}
    listed = {name for name in named("## The built-in MOOSDB") if name.startswith("-")}
    assert listed == {name for name in known if not name.startswith("--moos_suicide")}


def test_the_limits_of_the_server_are_the_real_ones() -> None:
    table = table_rows("## The built-in MOOSDB", (ROOT / "docs/reference/limits.md").read_text(encoding="utf-8"))
    rows = {row[0].strip("` "): row[1] for row in table if re.fullmatch("`[A-Z_]+`", row[0].strip())}
    source = Path(limits.__file__).read_text(encoding="utf-8")
    server = source[: source.index("# --- the client")]
    fixed = {"PROTOCOL_STRING_LENGTH", "PACKET_HEADER_LENGTH", "MIN_MESSAGE_LENGTH"}
    assert set(rows) == set(re.findall(r"^([A-Z_]+) =", server, flags=re.MULTILINE)) - fixed
    for name, text in rows.items():
        amount, _, unit = text.replace(",", "").partition(" ")
        assert float(amount) * _UNITS.get(unit, 1.0) == getattr(limits, name), name


@pytest.mark.parametrize("name", ["MAX_OUTBOX_MESSAGES", "MAX_INBOX_MESSAGES"])
def test_the_queues_of_the_client_are_the_real_ones(name: str) -> None:
    assert str(getattr(limits, name)) in PAGE
    assert f"`{name}`" in PAGE
