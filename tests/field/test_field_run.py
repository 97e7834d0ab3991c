"""Communities on one clock, and what their pShares send each other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from usimmarine_py.cli.usim import usim
from usimmarine_py.run.scenarios.field import FieldPost, play_field, read_field_scenario


def scenario(tmp_path: Path, communities: dict[str, dict[str, list[str]]], **more: Any) -> Path:
    found = {
        "name": "made", "warp": 1, "datum": [43.8253, -70.3304], "t0_epoch": 1_000_000.0,
        "communities": [
            {
                "name": name, "port": 9000 + index,
                "apps": [{"name": app, "program": app, "config": lines} for app, lines in apps.items()],
            }
            for index, (name, apps) in enumerate(communities.items())
        ],
        **more,
    }  # fmt: skip
    file = tmp_path / "made.json"
    file.write_text(json.dumps(found))
    return file


def played(file: Path, variable: str = "") -> list[FieldPost]:
    posts = play_field(read_field_scenario(file))
    return [post for post in posts if not variable or post.variable == variable]


def share(*lines: str) -> dict[str, list[str]]:
    return {"pShare": list(lines)}


def test_a_forwarded_message_keeps_source_community_and_time(tmp_path: Path) -> None:
    file = scenario(
        tmp_path,
        {"abe": share("output = src_name=A,dest_name=B,route=localhost:9201"), "shore": share("input = route=x:9201")},
        inputs=[[1.0, "abe", "A", 2.5, {"src": "pX", "aux": "more", "dt": -7.0}]],
    )
    (post,) = played(file, "B")
    assert (post.db, post.value, post.source, post.source_aux, post.community) == ("shore", 2.5, "pX", "more", "abe")
    assert abs(post.stamp - (1.0 - 7.0)) < 1e-6
    assert 1.0 < post.time < 1.1


def test_equal_runs_give_equal_files(tmp_path: Path) -> None:
    file = Path(__file__).parents[1] / "data" / "field" / "brk_two.json.gz"
    first, second = play_field(read_field_scenario(file)), play_field(read_field_scenario(file))
    assert first == second
    assert len(first) > 2000


def test_what_two_communities_share_with_each_other_by_name_does_not_go_round(tmp_path: Path) -> None:
    file = scenario(
        tmp_path,
        {
            "abe": share("output = src_name=A,route=h:9202", "input = route=h:9201"),
            "ben": share("output = src_name=A,route=h:9201", "input = route=h:9202"),
        },
        inputs=[[1.0, "abe", "A", "x"]],
    )
    # the second knows A as its own and drops it
    assert [post.db for post in played(file, "A")] == ["abe"]


def test_a_loop_of_wildcards_goes_round_at_the_pace_of_the_delay(tmp_path: Path) -> None:
    file = scenario(
        tmp_path,
        {
            "abe": share("output = src_name=W*,route=h:9202", "input = route=h:9201"),
            "ben": share("output = src_name=W*,route=h:9201", "input = route=h:9202"),
        },
        inputs=[[1.0, "abe", "W1", "x"]],
    )
    count = len(played(file, "W1"))
    assert 100 < count < 1000


def test_a_command_that_its_own_wildcard_matches_is_obeyed_once(tmp_path: Path) -> None:
    """The subscription brings the command again: without an end, if each made another pattern and subscription."""
    command = "cmd=output,src_name=*,dest_name=X,route=h:9201"
    file = scenario(
        tmp_path,
        {"abe": share(), "shore": share("input = route=h:9201")},
        inputs=[[1.0, "abe", "A", "x"], [2.0, "abe", "PSHARE_CMD", command], [3.0, "abe", "A", "y"]],
    )
    assert [post.value for post in played(file, "XA")] == ["x", "y"]
    assert len(played(file, "XPSHARE_CMD")) == 2  # the command, and what the subscription brings


def test_multicast_reaches_all_that_listen(tmp_path: Path) -> None:
    listening = share("input = route=multicast_7")
    file = scenario(
        tmp_path,
        {"abe": share("output = A -> B:multicast_7"), "ben": listening, "cal": listening, "deb": share()},
        inputs=[[1.0, "abe", "A", "x"]],
    )
    assert [post.db for post in played(file, "B")] == ["ben", "cal"]


def test_a_list_of_names_lets_brokers_pass(tmp_path: Path) -> None:
    file = scenario(
        tmp_path,
        {
            "abe": share(*(f"output = src_name={name},route=h:9201" for name in ("NODE_BROKER_PING_0", "A", "B"))),
            "shore": share("input = route=h:9201,white_list=B"),
        },
        inputs=[[1.0, "abe", name, "x"] for name in ("NODE_BROKER_PING_0", "A", "B")],
    )
    assert [post.variable for post in played(file) if post.db == "shore" and post.source == "inject"] == [
        "NODE_BROKER_PING_0",
        "B",
    ]


def test_the_command_writes_the_posts(tmp_path: Path) -> None:
    out = tmp_path / "out.tsv"
    file = Path(__file__).parents[1] / "data" / "field" / "umh_aux.json.gz"
    result = CliRunner().invoke(usim, ["replay", str(file), "--posts", str(out)])
    assert result.exit_code == 0, result.output
    head, *rows = out.read_text().splitlines()
    assert head.split("\t") == ["t", "db", "variable", "type", "value", "source", "aux", "community", "t_stamp"]
    cells = [row.split("\t") for row in rows]
    assert ["RETURN", "S", "true", "uFldMessageHandler", "cal", "abe"] in [row[2:8] for row in cells]
    assert CliRunner().invoke(usim, ["replay", str(file)]).exit_code == 2


def test_a_scenario_that_is_none_gives_one_line(tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    for text in (
        '{"communities": 3, "t0_epoch": 0}',
        '{"communities": [{"name": "a", "apps": [{"name": "pNone", "config": []}]}], "t0_epoch": 0}',
        '{"communities": [], "t0_epoch": 0, "inputs": [[1, "a", "B", 2]]}',
        '{"communities": [], "t0_epoch": "x"}',
    ):
        file.write_text(text)
        result = CliRunner().invoke(usim, ["replay", str(file), "--posts", str(tmp_path / "out.tsv")])
        assert result.exit_code != 0
        assert result.exception is None or "Traceback" not in result.output
