"""Mail that no sane program sends, for all applications but the vehicle: life cycle, guidance, controllers, graders."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timezone
from math import isfinite

import numpy as np
import pytest

from tests.support.app_doubles import Bench, NotingApplication, bench
from tests.support.hostile_mail import TEXTS, hostile_value, mutated
from tests.support.missions import block
from tests.support.torture import Torture
from usimmarine_py.apps.grading.make import GraderContext, make_grader
from usimmarine_py.apps.guidance import GuidanceApp, read_plan_block
from usimmarine_py.apps.pid import PidApp, read_pid_block
from usimmarine_py.apps.script import ScriptApp
from usimmarine_py.field import HomeCommunity, make_field_app
from usimmarine_py.mission import EVALUATION, FINISH, HASH, POKE
from usimmarine_py.moos.app.moos_app import HOST_VARIABLES
from usimmarine_py.script import TimerScript
from usimmarine_py.values import Message

pytestmark = pytest.mark.filterwarnings("error")

WAYPOINTS = ("waypoints = 0,100 : 100,100 : 0,0", "altitude = 5", "repeat = forever", "drift_compensation = course")
GAINS = ("yaw_pid_kp = 0.9", "speed_factor = 20", "depth_control = true", "z_to_pitch_pid_kp=0.1", "pitch_pid_kp=1")
EVENTS = (
    "forward_var = GO_ON", "pause_var = WAIT", "reset_var = AGAIN", "reset_max = any", "condition = NAV_SPEED < 400",
    "randvar = varname=ANG, min=0, max=359, key=at_post", 'event = var=A, val="$[NAV_X] {$[ANG]*2}", time=1:3',
)  # fmt: skip
CONDITIONS = (
    "lead_condition = ARRIVED = true", "pass_condition = (ODO > 10) and (NAME != ben)", "fail_condition = HITS > 3",
    "result_flag = DONE = $[ODO]", "mailflag = @PING # PONG = $[PING]", "report_column = odo=$[ODO]",
)  # fmt: skip
WORDS = {
    "APPCAST_REQ": "node=all,app=uMAC,duration=3,key=uMAC:gilda,thresh=any",
    "LOADCAST_REQ": "duration=3,key=x",
    "COMMS_POLICY": "open",
    "GUIDANCE_CMD": "restart",
    "MOOS_MANUAL_OVERRIDE": "false",
    "GO_ON": "1",
    "AGAIN": "all",
    "UFSB_NODE_COUNT": "2",
    "NODE_REPORT": "NAME=ben,X=50,Y=-20,SPD=1.5,HDG=270,DEP=0,TYPE=kayak,GROUP=blue,MODE=DRIVE,TIME=1000,LENGTH=4",
    "NODE_REPORT_LOCAL": "NAME=cal,X=5,Y=-2,SPD=1.5,HDG=27,DEP=0,TYPE=kayak,GROUP=red,MODE=DRIVE,TIME=1000,LENGTH=4",
    "NODE_MESSAGE": "src_node=ben,dest_node=abe,var_name=SPEED,double_val=3",
    "GIVEN_OBSTACLE": "pts={30,-80:36,-80:40,-86:36,-92},label=ob_0",
    "TRACKED_FEATURE": "x=10,y=12,key=a",
    "BCM_ALERT_REQUEST": "id=avoid,var=CONTACT_INFO,val=name=$[VNAME],alert_range=40,cpa_range=50",
}


def _grader(kind: str, *lines: str) -> Callable[[], object]:
    where = GraderContext(lambda now: datetime.fromtimestamp(now, timezone.utc), "salt")
    return lambda: make_grader(kind, block(*lines, name="g", verbatim=False), "g", where)


def _script() -> ScriptApp:
    found = block(*EVENTS, name="uTimerScript", verbatim=False)
    return ScriptApp(TimerScript(found, None, np.random.default_rng(1), community="alpha"))


FIELD = {
    "pNodeReporter": "platform_type = kayak",
    "pContactMgrV20": "alert = id=say, var=SAY, val=$[VNAME], alert_range=100\ndisplay_radii = true",
    "pObstacleMgr": "point_var = TRACKED_FEATURE\npost_dist_to_polys = true\nignore_range = 500",
    "uFldNodeComms": "comms_range = 500",
    "uFldMessageHandler": "",
    "uFldCollisionDetect": "encounter_range = 40",
    "uFldPathCheck": "",
    "pHostInfo": "",
}


def _of_a_field(program: str) -> Callable[[], object]:
    return lambda: make_field_app(program, FIELD[program], HomeCommunity("abe"))


APPLICATIONS: dict[str, Callable[[], object]] = {
    "nothing but the life cycle": NotingApplication,
    "guidance": lambda: GuidanceApp(read_plan_block(block(*WAYPOINTS))[0], name="usim_guidance", prefix="NAV"),
    "pMarinePIDV22": lambda: PidApp(read_pid_block(block(*GAINS), "pMarinePIDV22")[0], name="pMarinePIDV22"),
    "pMarinePID": lambda: PidApp(read_pid_block(block(*GAINS), "pMarinePID")[0], name="pMarinePID"),
    "script": _script,
    "pMissionEval": _grader(EVALUATION, *CONDITIONS),
    "pAutoPoke": _grader(POKE, "flag = X = 3", "required_nodes = 2"),
    "uMayFinish": _grader(FINISH, "finish_var = DONE", "finish_val = 3", "max_db_uptime = 300"),
    "pMissionHash": _grader(HASH),
    **{program: _of_a_field(program) for program in FIELD},
}
#: Say how the program itself does, in bytes that differ from twin to twin once one of them warns.
OWN = ("APPCAST", "APP_STATUS", "LOADCAST")


@dataclass
class Applications:
    """An application that gets all mail, and its twin, which never hears of what the first refused."""

    name: str
    one: Bench
    twin: Bench

    def hostile(self, rng: random.Random) -> None:
        """One message, one tick: no exception, no number that is not finite, and the twin posts the same."""
        variables = (*HOST_VARIABLES, *self.one.application.on_connect_subscriptions())
        variable = str(rng.choice(variables))
        value = hostile_value(rng, variable)
        if rng.random() < 0.4 and variable in WORDS:
            value = rng.choice((WORDS[variable], mutated(rng, WORDS[variable]), rng.choice(TEXTS)))
        mail = Message(variable, value, self.one.clock.now(), "pEvil")
        told, known = f"{self.name}: {variable} = {str(value)[:80]!r}", dict(self.one.app.caster.run_warnings)
        self.one.comms.give(mail)
        before = len(self.one.comms.posts), len(self.twin.comms.posts)
        self.one.app.tick(self.one.clock.advance(self.one.app.settings.loop.period))
        now = self.one.app.caster.run_warnings
        refused = any(f"{variable} from pEvil: " in text and count != known.get(text) for text, count in now.items())
        if not refused:
            self.twin.comms.give(mail)
        self.twin.app.tick(self.twin.clock.advance(self.twin.app.settings.loop.period))
        assert not [text for text in now if "failed" in text or "not posted" in text], told
        posts = [_of(self.one, before[0]), _of(self.twin, before[1])]
        # by their text: minus zero is not zero
        assert repr(posts[0]) == repr(posts[1]), told
        assert all(not isinstance(value, float) or isfinite(value) for _, value in posts[0]), told
        assert self.one.application.report(), told


def _of(side: Bench, start: int) -> list[tuple[str, float | str | bytes]]:
    return [(name, value) for name, value in side.comms.posts[start:] if name not in OWN]


def _bench(name: str) -> Bench:
    return bench(application=APPLICATIONS[name]())  # type: ignore[arg-type]


@pytest.mark.parametrize("name", APPLICATIONS)
def test_hostile_mail_costs_an_application_no_tick(name: str, torture: Torture) -> None:
    """After each message and the tick that follows:

    - nothing is raised in mail handling, iteration or report; the tick is not lost;
    - what is posted is finite;
    - a message that was refused, by a run warning with variable and sender, changes no post: they are those of a twin
      that never got it, so that good mail works in the next tick.
    """
    pair = Applications(name, _bench(name), _bench(name))
    rng = random.Random(f"{torture.seed} {name}")
    for _ in range(torture.amount(150, 10_000)):
        pair.hostile(rng)


OWN_SHIP = {"NAV_X": 0.0, "NAV_Y": 0.0, "NAV_SPEED": 1.0, "NAV_HEADING": 90.0, "NAV_LAT": 43.8, "NAV_LONG": -70.3}


@pytest.mark.parametrize("value", [float("nan"), float("-inf")])
@pytest.mark.parametrize("program", ["pContactMgrV20", "pBasicContactMgr", "pObstacleMgr", "pNodeReporter"])
def test_a_field_keeps_the_last_good_number(program: str, value: float) -> None:
    def played(*bad: str) -> tuple[list[str], list[str]]:
        one = bench(application=make_field_app(program, FIELD.get(program, ""), HomeCommunity("abe")))  # type: ignore[arg-type]
        wanted = {getattr(name, "variable", name) for name in one.application.on_connect_subscriptions()}
        given = [name for name in bad if name in wanted or program == "pNodeReporter"]
        for _ in range(8):
            for name, number in OWN_SHIP.items():
                one.comms.give(Message(name, number, one.clock.now(), "uSim"))
            for name in given:
                one.comms.give(Message(name, value, one.clock.now(), "pEvil"))
            for name in ("GIVEN_OBSTACLE", "NODE_REPORT"):
                one.comms.give(Message(name, WORDS[name], one.clock.now(), "pShare"))
            one.app.tick(one.clock.advance(one.app.settings.loop.period))
        said = [text for text in one.app.caster.run_warnings if "must be a finite number" in text]
        assert len(said) == len(given), said
        return said, [repr(post) for post in _of(one, 0)]

    said, posts = played(*OWN_SHIP)
    assert said
    assert all("from pEvil" in text for text in said)
    assert posts == played()[1]


def test_a_point_beyond_all_distances_is_ignored() -> None:
    one = bench(application=_of_a_field("pObstacleMgr")())  # type: ignore[arg-type]
    one.comms.give(Message("NAV_X", 1e308, one.clock.now(), "pEvil"))
    one.comms.give(Message("TRACKED_FEATURE", "x=10,y=12,key=a", one.clock.now(), "pEvil"))
    one.app.tick(one.clock.advance(1.0))
    assert not one.app.caster.run_warnings
