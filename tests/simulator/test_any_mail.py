"""Any sequence of mail and clocks: nothing raises, nothing becomes infinite, reset and replay give the same again."""

from __future__ import annotations

import math

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.simulators import make
from usimmarine_py.kinematic.dialects import DIALECT_NAMES
from usimmarine_py.simulator import Simulator
from usimmarine_py.simulator.table import INCOMING
from usimmarine_py.values import Message, Post

NAMES = [name for entry in INCOMING for name in (entry.name, *entry.aliases)]
words = st.sampled_from(
    ["true", "false", "toggle", "on", "normal", "differential", "reverse", "90,1.5", "x=1,y=2", "spd=4,dir=100", "7"]
)
values = st.one_of(st.floats(), st.floats(-200, 200), words, st.text(max_size=8), st.binary(max_size=4))
mails = st.lists(st.tuples(st.sampled_from(NAMES), values), max_size=6)
turns = st.lists(st.tuples(mails, st.one_of(st.floats(0.01, 3.0), st.floats(), st.just(0.0))), min_size=1, max_size=8)
BLOCKS = (
    (),
    ("dual_state=true", "default_water_depth=20", "thrust_reflect=true"),
    ("yaw_pid_kp=1", "speed_pid_kp=2", "depth_control=true", "post_des_thrust=T", "heading_debug=true"),
    ("polar_plot=0,0:90,80:180,40", "wind_conditions=spd=4,dir=20", "thrust_map_fan=100:2", "turn_radius=8"),
    ("wormhole=tag=a,madrid_poly={-5,-5:5,-5:5,5:-5,5},weber_poly={50,50:60,50:60,60:50,60}", "max_speed=3"),
)


def _play(simulator: Simulator, course: list[tuple[list[tuple[str, object]], float]]) -> list[Post]:
    posts: list[Post] = []
    now = 0.0
    for batch, dt in course:
        now = now + dt if math.isfinite(now + dt) else now
        for name, value in batch:
            simulator.on_mail(Message(name, value, now, "fuzz"))  # type: ignore[arg-type]
        posts += simulator.iterate(now if math.isfinite(dt) else dt)
    return posts


@settings(max_examples=300, deadline=None)
@given(dialect=st.sampled_from(DIALECT_NAMES), quirks=st.booleans(), block=st.sampled_from(BLOCKS), course=turns)
def test_everything_stays_finite_and_repeats(
    dialect: str, quirks: bool, block: tuple[str, ...], course: list[tuple[list[tuple[str, object]], float]]
) -> None:
    simulator = make(dialect, *block, quirks=quirks, datum=(42.35, -71.08))
    posts = _play(simulator, course)
    for post in posts:
        assert isinstance(post.value, str) or math.isfinite(post.value), post
    state = simulator.state
    assert all(map(math.isfinite, (state.x, state.y, state.heading, state.speed, state.depth, state.pitch, state.hog)))
    assert simulator.report().endswith("\n")
    assert all(len(warning) < 500 for warning in simulator.run_warnings)
    simulator.reset()
    assert simulator.run_warnings == ()
    assert _play(simulator, course) == posts
