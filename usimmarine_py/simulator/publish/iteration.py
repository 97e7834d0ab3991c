"""Everything that one iteration posts, in its order (laws/usimmarine 5)."""

from __future__ import annotations

from usimmarine_py.simulator.config.setup import Setup
from usimmarine_py.simulator.publish.dynamics import force_posts
from usimmarine_py.simulator.publish.navigation import block, navigation, navigation_in_weather
from usimmarine_py.simulator.publish.weather import faults_text, sensor_posts, weather_posts
from usimmarine_py.simulator.sea import depth_posts
from usimmarine_py.simulator.state import SimulatorState
from usimmarine_py.simulator.wormhole import Phase
from usimmarine_py.values import Post
from usimmarine_py.values.frozen import replace

#: While sailing the wind arrow is posted in every n-th iteration (laws/usimmarine 5).
_ARROW_MODULO = 50
#: The polygons of the wormholes in every n-th (laws/usimmarine 5, 13).
_POLYGON_MODULO = 10


def held_posts(setup: Setup, state: SimulatorState) -> list[Post]:
    """What V22 posts while an obstacle holds it: the state twice with speed 0 (laws/usimmarine 8.2)."""
    if state.iteration % setup.nav_modulo:
        return []
    held = replace(state.nav, state=replace(state.nav.state, speed=0.0))
    return 2 * block(setup, setup.prefix, held)


def publish(setup: Setup, state: SimulatorState, now: float) -> tuple[SimulatorState, list[Post], list[str]]:
    """The state after a publication at clock ``now`` (s), its posts, and NMEA 0183 sentences."""
    posts: list[Post] = []
    if state.pending:
        # what the step has made beside motion
        posts, state = list(state.pending), replace(state, pending=())
    sentences: list[str] = []
    if state.spoken:
        # of other vehicles: as mail too, if asked
        posts += [Post("USM_NMEA", text) for text in state.spoken if setup.nmea]
        sentences, state = list(state.spoken), replace(state, spoken=())
    due = state.iteration % setup.nav_modulo == 0
    around = bool(state.weather.acts or setup.suite.sensors)
    requests = state.handshake
    if requests.buoyancy_since is not None or requests.trim_since is not None:
        state, more = _shake_hands(setup, state, now)
        posts += more
    if due:
        posts += navigation_in_weather(setup, state) if around else navigation(setup, state)
    if around or state.faults_fresh or setup.flowing:
        state, more, own = _publish_weather(setup, state, due=due)
        posts += more
        sentences += own
    if due and state.battery is not None:
        from usimmarine_py.simulator.publish.power import battery_posts  # few vehicles have one

        posts += battery_posts(state.battery)
    if due and setup.ground.seabed is not None:
        posts += depth_posts(setup, state)
    if due and setup.post_forces:
        posts += force_posts((state.truth if setup.dual_state else state.nav).state)
    if state.drift_fresh:
        text = state.drift.summary()
        if setup.dialect.force_summary:
            posts.append(Post("USM_FSUMMARY", text))
        posts.append(Post("USM_DRIFT_SUMMARY", text))
        state = replace(state, drift_fresh=False)
    if state.iteration % _ARROW_MODULO == 0 and state.shows_sailing:
        posts.append(Post("VIEW_ARROW", state.sailing.wind.arrow()))
    if setup.wormholes:
        state, more = _tunnel(setup, state, now)
        posts += more
    return state, posts, sentences


def _publish_weather(setup: Setup, state: SimulatorState, *, due: bool) -> tuple[SimulatorState, list[Post], list[str]]:
    """Weather where navigation is ``due``, readings of the last step, and faults when they changed."""
    posts: list[Post] = []
    sensing = state.sensing
    if due:
        posts = weather_posts(setup, state)
        sensing = replace(sensing, fresh=frozenset())
    more, sentences = sensor_posts(setup, sensing)
    posts += more
    if state.faults_fresh:
        posts.append(Post("USM_FAULTS", faults_text(state.faults)))
    return replace(state, sensing=replace(sensing, readings=()), faults_fresh=False), posts, sentences


def _shake_hands(setup: Setup, state: SimulatorState, now: float) -> tuple[SimulatorState, list[Post]]:
    """Reports of buoyancy and trim (laws/usimmarine 11), where depth is looked after at all."""
    if setup.dialect.depth_flag and not setup.depth_mode:
        return state, []
    handshake, posts = state.handshake.iterate(
        now, state.nav.state.pitch, trim_tolerance=setup.trim_tolerance, max_trim_delay=setup.max_trim_delay
    )
    return replace(state, handshake=handshake), list(posts)


def _tunnel(setup: Setup, state: SimulatorState, now: float) -> tuple[SimulatorState, list[Post]]:
    """The wormholes, after all else (laws/usimmarine 13): how much of the vehicle can be seen, now and then where they
    are.
    """
    before, here = state.tunnel, state.nav.state
    tunnel, place = before.step(setup.wormholes, now, here.x, here.y)
    if tunnel.phase is Phase.EMERGING and before.phase is Phase.FADING:
        # also where a polygon is missing and the vehicle stays
        state = replace(state, command=replace(state.command, rudder=0.0))
    if place is not None:
        nav, truth = (
            replace(own, state=setup.place(replace(own.state, x=place[0], y=place[1])))
            for own in (state.nav, state.truth)
        )
        state = replace(state, nav=nav, truth=truth)
    posts = [Post(f"{setup.prefix}_TRANSP", tunnel.transparency)]
    if state.iteration % _POLYGON_MODULO == 0:
        posts += [Post("VIEW_POLYGON", text) for hole in setup.wormholes for text in hole.view_polygons()]
    return replace(state, tunnel=tunnel), posts
