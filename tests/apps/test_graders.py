"""pAutoPoke, uMayFinish and pMissionHash, as recorded of release 24.8; pMissionEval's life cycle."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timezone

import pytest

from tests.support.posts import posts_of
from usimmarine_py.apps.grading.make import GraderApp, GraderContext, make_grader
from usimmarine_py.apps.grading.mission_eval import MissionEvalApp
from usimmarine_py.apps.grading.pokes import AutoPokeApp, MayFinishApp, MissionHashApp
from usimmarine_py.mission import EVALUATION, FINISH, HASH, POKE, parse_mission
from usimmarine_py.script.grading.hashes import FIRST, SECOND, hash_parts
from usimmarine_py.values import Message


class RecordingHost:
    """Notes what it is told."""

    def __init__(self) -> None:
        self.exit_code: int | None = None
        self.config_warnings: list[str] = []
        self.run_warnings: list[str] = []
        self.config_warning = self.config_warnings.append
        self.run_warning = self.run_warnings.append

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_: None

    def stop(self, exit_code: int = 0) -> None:
        self.exit_code = exit_code


def grader(kind: str, *lines: str, **more: object) -> GraderApp:
    block = parse_mission("ProcessConfig = g\n{\n" + "\n".join(lines) + "\n}\n", "m.moos").block("g", verbatim=False)
    where = GraderContext(lambda now: datetime.fromtimestamp(now, timezone.utc), "salt", **more)  # type: ignore[arg-type]
    return make_grader(kind, block, "g", where)


def mail(variable: str, value: float | str) -> list[Message]:
    return [Message(variable, value, 0.0)]


def test_auto_poke_posts_last_flag_first_when_there_are_enough_nodes() -> None:
    flags = ("flag = DEPLOY = true", "flag = X = 3", 'flag = Q = "3"', "flag = T = two words")
    app = grader(POKE, *flags, "required_nodes = 2")
    assert isinstance(app, AutoPokeApp)
    assert [*posts_of(app.iterate(0.0))] == []
    app.on_mail(mail("UFSB_NODE_COUNT", 1.0))
    assert [*posts_of(app.iterate(0.0))] == []
    app.on_mail(mail("UFSB_NODE_COUNT", 3.0))
    posts = [(post.variable, post.value) for post in posts_of(app.iterate(0.0))]
    assert posts == [("T", "twowords"), ("Q", "3"), ("X", 3.0), ("DEPLOY", "true")]
    app.on_mail(mail("UFSB_NODE_COUNT", 4.0))
    assert [*posts_of(app.iterate(0.0))] == []


def test_auto_poke_waits_for_nobody_unless_told() -> None:
    app = grader(POKE, "flag = DEPLOY = true")
    assert [post.variable for post in posts_of(app.iterate(0.0))] == ["DEPLOY"]  # type: ignore[union-attr]


FINISHES = [
    ((), [("MISSION_EVALUATED", "false"), ("MISSION_EVALUATED", "true")], 0),
    ((), [("MISSION_EVALUATED", "TRUE")], None),
    (("finish_var = DONE", "finish_val = 3"), [("DONE", 2.0), ("DONE", 3.0)], 0),
    (("finish_var = DONE", "finish_val = 3"), [("DONE", "3")], 0),
    (("max_db_uptime = 3",), [("DB_UPTIME", 2.0), ("DB_UPTIME", 4.0)], 1),
    ((), [("DB_UPTIME", 4000.0)], None),
]


@pytest.mark.parametrize(("lines", "posts", "code"), FINISHES)
def test_may_finish(lines: tuple[str, ...], posts: list[tuple[str, float | str]], code: int | None) -> None:
    app = grader(FINISH, *lines)
    assert isinstance(app, MayFinishApp)
    host = RecordingHost()
    app.on_start(host)  # type: ignore[arg-type]
    for number, (variable, value) in enumerate(posts, 1):
        app.on_mail(mail(variable, value))
        assert app.finished == (code is not None and number == len(posts))
    assert host.exit_code == code


def test_mission_hash_names_a_run() -> None:
    app = grader(HASH)
    assert isinstance(app, MissionHashApp)
    first = {post.variable: post.value for post in posts_of(app.iterate(1689522045.08))}
    assert str(first["MISSION_HASH"]).startswith("mhash=230716-1540") and str(first["MISSION_HASH"]).endswith("045.08")
    words, letter, utc = hash_parts(str(first["MISSION_HASH"]))
    assert first["MHASH"] == words and words.split("-")[0] in FIRST and words.split("-")[1] in SECOND
    assert letter.isupper() and utc == "1689522045.08"
    assert [*posts_of(app.iterate(1689522075.0))] == []
    later = {post.variable: post.value for post in posts_of(app.iterate(1689522075.1))}
    assert later == first  # for those that come later
    app.on_mail(mail("MHASH_RESET", "true"))
    again = {post.variable: post.value for post in posts_of(app.iterate(1689522045.08))}
    assert again.keys() == first.keys() and again != first


def test_names_of_its_variables_can_be_chosen() -> None:
    app = grader(HASH, "mission_hash_var = A", "mhash_short_var = B")
    assert [post.variable for post in posts_of(app.iterate(0.0))] == ["A", "B"]  # type: ignore[union-attr]
    app = grader(HASH, "mission_hash_var = A", "mhash_short_var = off")
    assert [post.variable for post in posts_of(app.iterate(0.0))] == ["A"]  # type: ignore[union-attr]
    assert [*posts_of(grader(HASH, "mission_hash_var = Off").iterate(0.0))] == []  # type: ignore[union-attr]


def test_a_file_that_cannot_be_written_costs_no_verdict() -> None:
    def refuse(name: str, text: str) -> None:
        raise FileNotFoundError(2, "No such file or directory")

    app = grader(EVALUATION, "pass_condition = A > 1", "report_file = no/such.txt", "typo = 3", write=refuse)
    assert isinstance(app, MissionEvalApp)
    host = RecordingHost()
    app.on_start(host)  # type: ignore[arg-type]
    app.on_mail(mail("A", 2.0))
    assert [post.value for post in posts_of(app.iterate(0.0))] == ["true", "pass", "pass"]
    assert app.finished and host.run_warnings == ["cannot write no/such.txt: No such file or directory"]
    assert host.config_warnings == ["m.moos:5: typo: unknown key"]
    assert "holds" in app.report()
