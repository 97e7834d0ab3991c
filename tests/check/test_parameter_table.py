"""The one table and what is made from it."""

from __future__ import annotations

import json

from usimmarine_py.check.blocks import SIMULATOR, key_set, schema_of
from usimmarine_py.check.docs import PAGES, main, stale_pages, write_pages
from usimmarine_py.check.lint import lint
from usimmarine_py.check.reference import mail_page, parameters_page
from usimmarine_py.check.table import BY_NAME, GROUPS, MAIL, OVERLAPS, PARAMETERS, example_block, interface_page
from usimmarine_py.kinematic.dialects import DIALECT_NAMES
from usimmarine_py.mission import parse_mission
from usimmarine_py.sea import parameters as environment
from usimmarine_py.simulator import MAIL as SIMULATOR_MAIL
from usimmarine_py.simulator import PARAMETERS as SIMULATOR_PARAMETERS
from usimmarine_py.simulator import ConfigLine, Simulator
from usimmarine_py.text import read_number
from usimmarine_py.values.application import APPLICATION_NAMES


def test_every_room_is_collected() -> None:
    names = {p.name for p in PARAMETERS}
    assert {p.name for p in (*SIMULATOR_PARAMETERS, *environment.PARAMETERS)} <= names
    assert {"AppTick", "comms", "timer_script", "seed"} <= names
    posted = {(m.name, m.direction) for m in MAIL}
    assert {(m.name, m.direction) for m in (*SIMULATOR_MAIL, *environment.MAIL)} <= posted


def test_no_spelling_stands_for_two_parameters() -> None:
    spellings = [n.lower() for p in PARAMETERS for n in (p.name, *p.aliases, *p.rules.deprecated)]
    assert sorted(spellings) == sorted(set(spellings))
    assert set(BY_NAME) == set(spellings)


def test_every_parameter_is_fully_described() -> None:
    for p in PARAMETERS:
        assert p.kind in ("number", "integer", "bool", "text", "pair", "list", "file"), p
        assert p.help and p.source, p
        assert set(p.rules.dialects) | set(p.rules.dialect_defaults) <= set(DIALECT_NAMES), p
        assert p.group in GROUPS, p
        for text in (p.default, *p.rules.dialect_defaults.values(), p.example):
            if text and p.kind in ("number", "integer"):
                value = read_number(text)
                assert value is not None, p
                assert p.minimum is None or value >= p.minimum, p
                assert p.maximum is None or value <= p.maximum, p
            if text and p.kind == "bool":
                assert text in ("true", "false"), p
            if text and p.choices:
                assert text in p.choices, p


def test_every_mail_variable_is_fully_described() -> None:
    for entry in MAIL:
        assert entry.direction in ("in", "out"), entry
        assert entry.kind in ("number", "text", "binary", "any"), entry
        assert entry.help, entry
        assert entry.group in GROUPS, entry
        assert set(entry.dialects) <= set(DIALECT_NAMES), entry


def test_every_parameter_and_mail_is_documented() -> None:
    page, mail = parameters_page(), mail_page()
    for p in PARAMETERS:
        assert all(f"`{name}`" in page for name in (p.name, *p.aliases, *p.rules.deprecated))
    for m in MAIL:
        assert all(f"`{name}`" in mail for name in (m.name, *m.aliases))
    assert stale_pages() == [], "run scripts/docs"


def test_pages_are_written_and_compared(tmp_path) -> None:  # type: ignore[no-untyped-def]
    assert write_pages(tmp_path) == list(PAGES)
    assert write_pages(tmp_path) == []
    (tmp_path / "mail.md").write_text("old")
    assert stale_pages(tmp_path) == ["mail.md"]
    assert main(["--check"]) == 0
    assert main(["--nonsense"]) == 2


def test_the_example_runs_without_a_warning() -> None:
    text = example_block()
    assert max(map(len, text.split("\n"))) <= 80
    mission = parse_mission(f"Community = x\n{text}\n", "example.moos")
    block = mission.block("usimmarine")
    assert block is not None
    assert block.number("AppTick") == 10
    lines = [ConfigLine(e.key, e.value, block.file, e.line) for e in block.entries]
    simulator = Simulator.from_lines(lines, known_elsewhere=APPLICATION_NAMES)
    assert simulator.config_warnings == []
    assert lint(mission) == []
    assert len(lines) > 12


def test_overlapping_keys_are_comments_in_the_example() -> None:
    text = example_block("sim2")
    assert text.startswith("ProcessConfig = sim2\n{\n")
    for keys in OVERLAPS.values():
        for key in keys:
            assert f"  // {key} " in text


def test_the_interface_names_all_mail_in_80_columns() -> None:
    page = interface_page()
    assert max(map(len, page.split("\n"))) <= 80
    read, posted = page.split("PUBLICATIONS")
    for m in MAIL:
        assert f"  {m.name}" in (read if m.direction == "in" else posted)


def test_schema() -> None:
    found = json.loads(json.dumps(schema_of(key_set(SIMULATOR))))
    properties = found["properties"]
    assert set(properties) == {n for p in PARAMETERS for n in (p.name, *p.aliases, *p.rules.deprecated)}
    assert properties["turn_rate"] == {
        "type": "number",
        "description": BY_NAME["turn_rate"].help,
        "minimum": 0.0,
        "maximum": 100.0,
        "default": 70.0,
        "x-unit": "deg/s",
        "x-group": "turning",
        "x-source": BY_NAME["turn_rate"].source,
    }
    assert properties["dialect"]["enum"] == list(DIALECT_NAMES)
    assert properties["force_x"]["deprecated"] is True
    assert properties["sim_pause"]["default"] is False
    assert properties["nav_modulo"]["default"] == 1
