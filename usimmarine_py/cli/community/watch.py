"""``usim watch``."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from usimmarine_py.cli.options import Whole, find_target, host_option, warp_option
from usimmarine_py.cli.progress import say
from usimmarine_py.errors import ConfigError, NothingToDrawError, UsimError, shorten
from usimmarine_py.moos.app.argv import is_mission_file
from usimmarine_py.moos.app.terminal import stdout_line

if TYPE_CHECKING:
    from usimmarine_py.mission import Mission
    from usimmarine_py.watch.bed import Image
    from usimmarine_py.watch.control import Control
    from usimmarine_py.watch.feeds.feed import Feed, MissionFacts
    from usimmarine_py.watch.scene import SceneFacts

DEFAULT_HTTP_PORT = 5006
#: An address of tiles: no user, no blanks, nothing that could end a rule of the page's policy.
_TILES = re.compile(r"https?://[A-Za-z0-9.-]+(?::\d{1,5})?/[^\s;,'\"<>\\]{5,300}")


@click.command()
@click.argument("sources", nargs=-1, metavar="[FILE.moos | NAME | RUN.alog | FOLDER | HOST:PORT] ...")
@host_option
@warp_option
@click.option("--prefix", default="", help="Prefix of the position to draw (default: NAV if posted, else USM ...).")
@click.option(
    "--chart", multiple=True, metavar="FILE",
    help="Below the plan: .tif or .png with a .info beside it, GeoTIFF, .geojson, S-57 (.000); may be repeated.",
)  # fmt: skip
@click.option(
    "--tiles", default="", metavar="URL",
    help="Map tiles of a server: https://HOST/{z}/{x}/{y}.png. Default: none; the browser then asks no other machine.",
)  # fmt: skip
@click.option("--control", is_flag=True, help="Let the page command: the mission's buttons, thrust, rudder, drift ...")
@click.option("--port", type=Whole(0, 65535), help=f"Port of the page (default: {DEFAULT_HTTP_PORT}); 0: any.")
@click.option("--http-port", type=Whole(0, 65535), help="The same: its name of before.")
@click.option("--http-host", default="127.0.0.1", show_default=True, help="Address of the page.")
def watch(
    sources: tuple[str, ...],
    host: str,
    warp: float,
    prefix: str,
    chart: tuple[str, ...],
    tiles: str,
    control: bool,
    port: int | None,
    http_port: int | None,
    http_host: str,
) -> int:
    """Show vehicles in a browser, live or from logs: map, attitude, speed, actuators, drift, wind.

    It reads the mail of the MOOSDB of each given mission or address, or follows .alog files while they are written,
    and waits for them if necessary; of the folder of a run it shows all logs, of several folders the
    runs side by side; NAME is a shipped mission. It shows all vehicles with node reports,
    and what pMarineViewer would draw. The page is for this machine only, unless --http-host is given, and needs no
    internet. Ctrl-C ends it.
    """
    from usimmarine_py.watch.hub import Hub
    from usimmarine_py.watch.server import serve

    sources = _missions_of_names(sources, control)
    folder = Path(sources[0]).absolute().name if len(sources) == 1 and Path(sources[0]).is_dir() else ""
    given, sources = sources, _logs_of_folders(sources)
    check_tiles(tiles)
    if control:
        _check_control(sources, http_host)
    page_port, db_port = ports(host, port, http_port)
    feeds = open_feeds(given, host, db_port, warp, prefix)
    try:
        missions = [_mission(source) for source in sources]
        pictures = [file for file in chart if not is_lines(file)]
        picture = find_picture(pictures[-1] if pictures else "", missions, _note)
        lines = [feature for file in chart if is_lines(file) for feature in lines_of(file, missions)]
        commands = _control(feeds, missions) if control else None
        hub = Hub(feeds, picture, commands, mission_name(missions) or folder, tiles, lines)
    except BaseException:
        for feed in feeds:
            feed.close()
        raise
    return serve(hub, stdout_line, http_host=http_host, http_port=page_port)


def ports(host: str, port: int | None, http_port: int | None) -> tuple[int, int]:
    """The port of the page, and that of the MOOSDB or 0, which ``--port`` beside one of the others still is."""
    page = DEFAULT_HTTP_PORT if http_port is None else http_port
    if port is None:
        return page, 0
    if not host and http_port is None:
        return port, 0
    _note(
        f"--port {port} is taken for the MOOSDB's, as before; this will end: --port is the page's, "
        f"give {host or 'localhost'}:{port} for the MOOSDB"
    )
    return page, port


def _note(text: str) -> None:
    say(f"note: {text}", err=True)


def check_tiles(url: str) -> None:
    """Raise ``ConfigError`` unless this is empty or an address of map tiles."""
    parts = _TILES.fullmatch(url)
    if url and (parts is None or any(f"{{{name}}}" not in url for name in "zxy")):
        raise ConfigError(f"{shorten(url)} is not https://HOST/...{{z}}/{{x}}/{{y}}...", key="--tiles")


def _check_control(sources: tuple[str, ...], http_host: str) -> None:
    from usimmarine_py.moos.db.server import is_loopback

    if not is_loopback(http_host):
        raise ConfigError(f"--control is for this machine only; leave out --http-host {http_host}")
    if sources and all(_is_log(source) for source in sources):
        raise ConfigError("--control needs a MOOSDB; a log cannot be commanded")


def _missions_of_names(sources: tuple[str, ...], control: bool) -> tuple[str, ...]:
    """The sources, with mission files in place of shipped names, and of folders without logs or that are commanded."""
    from usimmarine_py.mission.fields import communities_of
    from usimmarine_py.mission.shipped import find_mission

    found: list[str] = []
    for source in sources:
        if Path(source).suffix or ":" in source:
            found.append(source)
            continue
        folder = Path(source)
        if not folder.is_dir():
            named = find_mission(source, folders=True)
            if named.note:
                _note(named.note)
            folder = named.path
        if not folder.is_dir():
            found.append(str(folder) if is_mission_file(str(folder)) else source)
        elif any(folder.glob("*.moos")) and (control or not _has_logs(folder)):
            found += map(str, communities_of(folder))
        else:
            found.append(source)
    return tuple(found)


def _has_logs(folder: Path) -> bool:
    from usimmarine_py.logs.runs import runs_in

    try:
        return any(_is_log(str(file)) for file in runs_in(folder))
    except NothingToDrawError:
        return False


def _logs_of_folders(sources: tuple[str, ...]) -> tuple[str, ...]:
    """The sources, with the logs of a run in place of its folder."""
    from usimmarine_py.logs.runs import runs_in

    found: list[str] = []
    for source in sources:
        files = runs_in(Path(source)) if Path(source).is_dir() else []
        found += [str(file) for file in files] or [source]
    return tuple(found)


def _is_log(source: str) -> bool:
    return source.lower().endswith(".alog")


def open_feeds(sources: tuple[str, ...], host: str, port: int, warp: float, prefix: str) -> list[Feed]:
    """Open the sources: logs, also those of a folder, and the MOOSDBs of mission files, addresses or the switches."""
    from usimmarine_py.logs.alog import offsets
    from usimmarine_py.logs.runs import mission_as_run, seed_of
    from usimmarine_py.watch.feeds.runs import runs_of

    runs = runs_of(sources) if all(_is_log(source) or Path(source).is_dir() for source in sources) else {}
    sources = _logs_of_folders(sources)
    from usimmarine_py.watch.feeds.alog import LogFeed
    from usimmarine_py.watch.feeds.moosdb import MoosFeed, TimeBase

    addresses = {source: _address(source) for source in sources if not _is_log(source) and not is_mission_file(source)}
    logs = [source for source in sources if _is_log(source)]
    if logs and (host or port or warp):
        raise ConfigError("a log has no --host, --warp, or port of a MOOSDB; leave them out", file=logs[0])
    if len(sources) > 1 and (host or port):
        raise ConfigError("--host is for one MOOSDB; give several as HOST:PORT or by their missions")
    feeds: list[Feed] = []
    try:
        base, shifts = TimeBase(), {}
        for run in set(runs.values()) or {""}:  # each begins at the same time
            shifts.update(offsets([Path(log) for log in logs if runs.get(log, "") == run]))
        for source in dict.fromkeys(sources or ("",)):
            if _is_log(source):
                facts = _facts(mission_as_run(Path(source)), seed_of(Path(source)))
                feeds.append(LogFeed(Path(source), prefix, facts, shifts[Path(source)]))
                feeds[-1].run = runs.get(source, "")
                continue
            if source in addresses:
                target = find_target("", *addresses[source], warp)
            else:
                target = find_target(source, host, port, warp)
            facts = _facts(_mission(source))
            feeds.append(MoosFeed(target.host, target.port, target.warp, prefix, facts, base))
    except BaseException:
        for feed in feeds:
            feed.close()
        raise
    return feeds


def _address(source: str) -> tuple[str, int]:
    host, colon, port = source.rpartition(":")
    if not colon or not port.isascii() or not port.isdigit() or not 0 < int(port) < 65536 or "/" in host:
        raise ConfigError(
            "is neither a mission (.moos, or its shipped name) nor a log (.alog), a folder of them or HOST:PORT",
            file=source,
        )
    return host or "localhost", int(port)


def _mission(source: str) -> Mission | None:
    """The mission of a source, if there is one."""
    from usimmarine_py.logs.runs import mission_as_run
    from usimmarine_py.mission import read_mission

    if _is_log(source):
        return mission_as_run(Path(source))
    return read_mission(source) if is_mission_file(source) else None


def mission_name(missions: list[Mission | None]) -> str:
    """The name of what is watched: that of the only mission file, or of the folder of several; empty for none."""
    files = {Path(mission.file).absolute() for mission in missions if mission is not None}
    if len(files) == 1:
        return next(iter(files)).stem
    folders = {file.parent for file in files}
    return next(iter(folders)).name if len(folders) == 1 else ""


def _facts(mission: Mission | None, seed: int | None = None) -> MissionFacts:
    """The sea, the hull and the datum of a mission; ``seed``: that of the run."""
    from usimmarine_py.apps.hull import hull_of_mission
    from usimmarine_py.apps.setup import mission_bed
    from usimmarine_py.watch.feeds.feed import MissionFacts
    from usimmarine_py.watch.scene import SceneFacts

    if mission is None:
        return MissionFacts(scene=SceneFacts())
    try:
        bed = mission_bed(mission)
    except UsimError:
        bed = None  # the page works without it
    return replace(kinematic_facts(mission), bed=bed, hull=hull_of_mission(mission), scene=_scene(mission, seed))


def kinematic_facts(mission: Mission) -> MissionFacts:
    """The datum, the embedded controller and the plan of a mission: all that is drawn without arrays."""
    from usimmarine_py.maths.geodesy import Geodesy
    from usimmarine_py.watch.feeds.feed import COMMANDS, MissionFacts
    from usimmarine_py.watch.plans import planned_shapes

    datum, _ = mission.datum()
    plane = None if datum is None else Geodesy.at(*datum)
    return MissionFacts(plane=plane, commands={**COMMANDS, **_commands(mission)}, plan=planned_shapes(mission))


def _scene(mission: Mission, seed: int | None) -> SceneFacts:
    """What a mission's simulator says of a picture in three dimensions; nothing of a mission without one."""
    from usimmarine_py.apps.setup import build_simulator
    from usimmarine_py.mission import find_simulator_block
    from usimmarine_py.watch.scene import SceneFacts, scene_of
    from usimmarine_py.watch.viewer.hull_model import hull_model_of

    model = None
    try:
        block = find_simulator_block(mission)
        try:
            model = hull_model_of(block)
        except ConfigError as error:
            _note(f"{error}; the hull is drawn as a simple one")
        return scene_of(build_simulator(mission, block, block.name, seed=seed), model)
    except UsimError:
        return SceneFacts(model=model)


def _commands(mission: Mission) -> dict[str, str]:
    """The variables that the embedded controller of a mission posts, and their meaning."""
    from usimmarine_py.mission import find_simulator_block

    try:
        block = find_simulator_block(mission)
    except UsimError:
        return {}  # such as a shoreside
    found = {}
    for command in ("thrust", "rudder", "elevator"):
        name = block.value(f"post_des_{command}")
        if name:
            found[name] = f"DESIRED_{command.upper()}"
    return found


def is_lines(chart: str) -> bool:
    """Whether a chart is one of lines and areas, and no picture."""
    from usimmarine_py.watch.viewer.geojson import ENDINGS
    from usimmarine_py.watch.viewer.s57 import ENDING

    return chart.lower().endswith((*ENDINGS, ENDING))


def lines_of(chart: str, missions: list[Mission | None]) -> list[dict[str, Any]]:
    """The lines and areas of a chart, placed by the first datum of the missions."""
    from usimmarine_py.maths.geodesy import Geodesy
    from usimmarine_py.watch.viewer.chart import find_chart
    from usimmarine_py.watch.viewer.geojson import read_geojson
    from usimmarine_py.watch.viewer.s57 import ENDING, read_s57

    datum = next((found for mission in missions if mission is not None and (found := mission.datum()[0])), None)
    read = read_s57 if chart.lower().endswith(ENDING) else read_geojson
    return read(find_chart(chart, ""), None if datum is None else Geodesy.at(*datum))


def find_picture(chart: str, missions: list[Mission | None], note: Callable[[str], None]) -> Image | None:
    """The background of the map: the file of ``--chart``, else the first existing one that a mission names."""
    from usimmarine_py.maths.geodesy import Geodesy
    from usimmarine_py.watch.viewer.chart import chart_of_mission, find_chart, read_chart

    known = [mission for mission in missions if mission is not None]
    planes = [None if (datum := mission.datum()[0]) is None else Geodesy.at(*datum) for mission in known]
    if chart:
        return read_chart(find_chart(chart, ""), next((plane for plane in planes if plane is not None), None))
    for mission, plane in zip(known, planes, strict=True):
        name, line = chart_of_mission(mission)
        if name:
            try:
                return read_chart(find_chart(name, mission.file), plane)
            except UsimError as error:
                note(f"{mission.file}:{line}: tiff_file is not shown: {error}")
    return None


def _control(feeds: list[Feed], missions: list[Mission | None]) -> Control:
    from usimmarine_py.apps.operator import DEPLOYING, RETURNING, buttons_of, contexts_of
    from usimmarine_py.watch.control import Control
    from usimmarine_py.watch.plans import movable_shapes

    buttons, contexts, movable = [], [], []
    for feed, mission in zip(feeds, missions, strict=False):
        if mission is not None and feed.posts:
            found, wrong = buttons_of(mission)
            if not found and mission.block("pHelmIvP", verbatim=False) is not None:
                found = [DEPLOYING, RETURNING]  # a helm without a viewer of its own
            buttons += [(feed, button) for button in found]
            contexts += [(feed, context) for context in contexts_of(mission)]
            movable += [(feed, moved) for moved in movable_shapes(mission)]
            for text in wrong:
                _note(text)
    return Control(tuple(buttons), contexts=tuple(contexts), movable=tuple(movable))
