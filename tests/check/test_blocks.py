"""The keys of every block and behaviour: each is declared once, and everything is made from that."""

from __future__ import annotations

import json

import click
import pytest
from click.testing import CliRunner

from usimmarine_py.check.behaviors import kind_classes
from usimmarine_py.check.blocks import (
    SIMULATOR,
    behavior_names,
    block_names,
    blocks_page,
    example_of,
    key_set,
    schema_of,
    whole_schema,
)
from usimmarine_py.check.mission import check_mission
from usimmarine_py.cli.options import completer
from usimmarine_py.cli.usim import usim
from usimmarine_py.errors import ConfigError
from usimmarine_py.field.programs import FIELD_PROGRAMS, make_field_app
from usimmarine_py.field.settings import HomeCommunity
from usimmarine_py.helm.files.configuration import read_helm_block
from usimmarine_py.mission import parse_mission
from usimmarine_py.script import read_config
from usimmarine_py.values.key import Key, KeyTable, NumberLimits, config_lines, read_block

NAMES = [*block_names(), *behavior_names()]


@pytest.mark.parametrize("name", NAMES)
def test_every_key_is_fully_declared(name: str) -> None:
    found = key_set(name)
    assert found.about
    spellings = [one.lower() for key in found.keys for one in key.names]
    assert sorted(spellings) == sorted(set(spellings))
    for key in found.keys:
        assert key.help and key.kind, key.name
        assert key.help.count("`") % 2 == 0, key.name
        default = found.table.default(key)
        if default and key.choices:
            assert default in key.choices, key.name


def test_every_number_has_a_unit_or_is_a_count_or_a_share() -> None:
    """A number without a unit says in its help what it counts, or that it has none."""
    without = {
        f"{name}.{key.name}" for name in (*FIELD_PROGRAMS, "pHelmIvP", "usim_guidance", "pLogger")
        for key in key_set(name).keys if key.kind == "number" and not key.unit
    }  # fmt: skip
    words = ("Characters", "Corners", "Points", "Reports", "Breaches", "With more", "share", "part", "solid", "Zoom",
             "how often")  # fmt: skip
    for one in without:
        name, _, key = one.partition(".")
        help = key_set(name).table[key].help
        assert any(word in help for word in words), f"{one}: {help}"


#: Their blocks need what an example cannot have: a file, a polygon.
NO_EXAMPLE = ("uFldObstacleSim", "pSearchGrid", "uFldHazardMetric", "uSimCurrent")


@pytest.mark.parametrize("program", [p for p in FIELD_PROGRAMS if p not in NO_EXAMPLE])
def test_the_example_of_a_field_application_gives_no_warnings(program: str) -> None:
    mission = parse_mission(
        f"Community = abe\nLatOrigin = 43.8\nLongOrigin = -70.3\n{example_of(key_set(program))}\n", "m.moos"
    )
    block = mission.block(program, verbatim=False)
    assert block is not None
    home = HomeCommunity("abe", datum=(43.8, -70.3))
    known = {
        "rn_gaussian_sigma", "contacts_recap_interval",  # said where they are used
    }  # fmt: skip
    found = make_field_app(program, block.config_lines, home).findings
    assert [str(one) for one in found if one.key not in known] == []


@pytest.mark.parametrize(
    "name", ["usim_pid", "usim_guidance", "pMissionEval", "pAutoPoke", "pMissionHash", "usim_grade"]
)
def test_the_example_of_a_block_gives_no_errors(name: str) -> None:
    mission = parse_mission(example_of(key_set(name)) + "\n", "m.moos")
    shown = [str(one) for one in check_mission(mission, name if name != "usim_grade" else None)]
    assert not [text for text in shown if "unknown" in text or "must be" in text]


def test_the_examples_of_helm_and_script_are_read() -> None:
    block = parse_mission(example_of(key_set("pHelmIvP")), "m.moos").block("pHelmIvP")
    assert block is not None
    options = read_helm_block(block.config_lines, frozenset({"apptick", "commstick"}))
    assert options.warnings == [] and options.files == ["alpha.bhv"]
    script = parse_mission(example_of(key_set("uTimerScript")), "m.moos").block("uTimerScript", verbatim=False)
    assert script is not None
    config = read_config(script)
    assert config.warnings == [] and len(config.events) == 1


def test_examples_name_every_key() -> None:
    for name in NAMES:
        found = key_set(name)
        text = example_of(found)
        keys = [key for key in found.keys if not key.name.endswith("*")]
        assert [key.name for key in keys if f"  {key.name} =" not in text and f"// {key.name} =" not in text] == []


def test_the_example_of_the_simulator_gives_no_findings() -> None:
    text = f"Community = abe\nLatOrigin = 43.8\nLongOrigin = -70.3\n{example_of(key_set(SIMULATOR))}\n"
    assert list(check_mission(parse_mission(text, "m.moos"))) == []


def test_the_page_has_every_key_of_every_block() -> None:
    page = blocks_page()
    for name in block_names():
        if name != SIMULATOR:
            assert f"## {name}\n" in page
            assert all(f"`{key.name}`" in page for key in key_set(name).keys)


def test_defaults_come_from_the_settings() -> None:
    manager, basic = key_set("pContactMgrV20"), key_set("pBasicContactMgr")
    assert manager.table.default(manager.table["contact_max_age"]) == "60"
    assert basic.table.default(basic.table["contact_max_age"]) == "600"
    assert manager.table.default(manager.table["max_contacts"]) == "500"
    simulator = key_set("uFldObstacleSim")
    assert simulator.table.default(simulator.table["reset_interval"]) == "off"
    helm = key_set("pHelmIvP")
    assert helm.table.default(helm.table["ok_skew"]) == "60"


def test_a_kind_has_its_own_defaults() -> None:
    for kind, cls in kind_classes().items():
        keys = {key.name: key for key in key_set(kind).keys}
        assert keys["duration"].default == ("-1" if cls.duration == -1 else f"{cls.duration:g}")
        assert all(f"{flag}flag" in keys or f"{flag}_flag" in keys for flag in cls.own_flags)


def test_schemas() -> None:
    found = schema_of(key_set("uFldNodeComms"))
    assert found["properties"]["drop_percentage"] == {
        "type": "number",
        "description": "Share of reports and messages that are lost.",
        "minimum": 0.0,
        "default": 0.0,
        "x-unit": "%",
        "x-group": "general",
    }
    assert found["properties"]["earrange"]["description"].startswith("Another name of earange.")
    assert "AppTick" in found["properties"]
    whole = json.loads(json.dumps(whole_schema()))
    assert set(whole["properties"]) == set(NAMES)
    assert whole["properties"]["BHV_Loiter"]["properties"]["clockwise"]["enum"] == ["true", "false", "best"]


def test_other_spellings_of_names() -> None:
    assert key_set("uSimMarineV22").name == SIMULATOR
    assert key_set("pMarinePIDV22").name == "usim_pid"
    assert key_set("loiter").name == "BHV_Loiter"
    with pytest.raises(ConfigError, match="did you mean pContactMgrV20"):
        key_set("pContactMgrV2")


def run(*words: str) -> str:
    found = CliRunner().invoke(usim, ["keys", *words])
    assert found.exit_code == 0, found.output
    return found.output


def test_the_command() -> None:
    listed = run()
    assert all(f"{name} " in listed for name in NAMES)
    assert "comms_range " in run("uFldNodeComms")
    (row,) = [one for one in json.loads(run("pHelmIvP", "--json"))["keys"] if one["name"] == "contact_max_age"]
    assert (row["limits"], row["unit"], row["default"]) == ("10 to 1800", "s", "45")
    assert json.loads(run("ANTLER", "--schema"))["title"] == "ProcessConfig = ANTLER"
    assert run("BHV_Waypoint", "--example").startswith("Behavior = BHV_Waypoint\n{")


def test_completion() -> None:
    command = usim.get_command(click.Context(usim), "keys")
    assert command is not None

    def shown(what: str, begun: str) -> list[str]:
        return [one.value for one in completer(what)(click.Context(usim), command.params[0], begun)]

    assert shown("name", "pcont") == ["pContactMgrV20"]
    assert "BHV_Waypoint" in shown("kind", "wayp")
    assert "turn_rate=" in shown("set", "turn_r") and "pHelmIvP." in shown("set", "pHelm")
    assert shown("set", "uFldNodeComms.drop") == ["uFldNodeComms.drop_percentage="]
    assert shown("set", "nothing.at") == []


class _Options:
    def __init__(self) -> None:
        self.size, self.names, self.flag = 2.0, list[str](), True


TABLE = KeyTable(
    (
        Key("size", "number", help="Size.", unit="m", minimum=0.0, maximum=5.0, aliases=("extent",)),
        Key("name", "text", help="Names.", into="names", repeatable=True),
        Key("flag", "bool", help="Flag."),
        Key("part_*", "text", help="Parts.", into=lambda options, text: options.names.append(text)),
    ),
    _Options,
)


def test_one_reader_of_a_block() -> None:
    options = _Options()
    lines = config_lines(
        "size = 9\n extent = 3\n name = a\n name = b\n flag = toggle\n part_x = 1\n sise = 4\nother = 1"
    )
    found = read_block(lines, TABLE, options, ("other",), unknown="unknown key")
    assert (options.size, options.names, options.flag) == (3.0, ["a", "b", "x=1"], False)
    assert [str(one) for one in found] == [
        "size: must be at most 5 m, found 9",
        "sise: unknown key; did you mean size?",
    ]


def test_the_last_line_first() -> None:
    options = _Options()
    backwards = KeyTable(TABLE.keys_in_order, _Options, backwards=True, shows_values=True)
    found = read_block(config_lines("size = 1\n size = 4\n size = -1"), backwards, options)
    assert options.size == 1.0
    assert [str(one) for one in found] == ["size = -1: must be at least 0 m"]


@pytest.mark.parametrize(
    ("limits", "value", "problem", "shown"),
    [
        (NumberLimits(0.0, 5.0), -1.0, "must be at least 0 m", "0 to 5"),
        (NumberLimits(0.0, 5.0), 6.0, "must be at most 5 m", "0 to 5"),
        (NumberLimits(above=0.0), 0.0, "must be above 0 m", "above 0"),
        (NumberLimits(minimum=1.0), 1.0, "", "at least 1"),
        (NumberLimits(), -1e9, "", ""),
    ],
)
def test_limits(limits: NumberLimits, value: float, problem: str, shown: str) -> None:
    assert (limits.problem(value, "m"), str(limits)) == (problem, shown)
