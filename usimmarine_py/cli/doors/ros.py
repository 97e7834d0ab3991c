"""``usim ros`` and ``usim rosbag``: live communities and recorded runs on ROS 2, without ROS."""

from __future__ import annotations

import os
from pathlib import Path

import click

from usimmarine_py.cli.community.client import QuitError, block_values, connected
from usimmarine_py.cli.doors.places import WaitForDatabase, check_variables, database_places, note
from usimmarine_py.cli.options import Whole, target_options
from usimmarine_py.cli.progress import say
from usimmarine_py.errors import ConfigError
from usimmarine_py.moos.app.signals import ended_by


@click.command()
@click.argument("sources", nargs=-1, metavar="[FILE.moos | HOST:PORT] ...")
@target_options
@click.option("--prefix", default="NAV", show_default=True, help="Prefix of the position of the vehicle.")
@click.option("--domain", type=Whole(0, 232), help="Domain of ROS [ROS_DOMAIN_ID, else 0].")
@click.option("--network", is_flag=True, help="Reach other machines, too, by all interfaces; else this one alone.")
@click.option("--control", is_flag=True, help="Let ROS command: thrust, heading, speed, deploy, pause, reset.")
@click.option(
    "--command", "commands", multiple=True, metavar="VAR",
    help="With --control: a variable that std_msgs/Float64 to /NAME/command/VAR sets, too; repeatable.",
)  # fmt: skip
def ros(
    sources: tuple[str, ...],
    host: str,
    port: int,
    warp: float,
    prefix: str,
    domain: int | None,
    network: bool,
    control: bool,
    commands: tuple[str, ...],
) -> int:
    """Publish live communities on ROS 2: odometry, IMU, GPS, tf, clock. Needs no ROS on this machine.

    Nodes of ROS on this machine see it with ROS_LOCALHOST_ONLY=1, those of others with --network. It speaks as
    rmw_cyclonedds. docs/doors/ros.md lists topics and services. Ctrl-C ends it.
    """
    from usimmarine_py.doors.community import CommunityLink
    from usimmarine_py.doors.ros.dds import DdsParticipant
    from usimmarine_py.doors.ros.live import START, RosVehicle, serve
    from usimmarine_py.doors.ros.types import RosTypes

    if commands and not control:
        raise ConfigError("is for --control", key="--command")
    check_variables(commands, "--command")
    places = database_places(sources, host, port)
    signals: list[int] = []
    links: list[CommunityLink] = []
    waiting = WaitForDatabase(signals)

    number = _domain() if domain is None else domain
    types = RosTypes()
    with ended_by(signals.append):
        dds = DdsParticipant(types, number, network=network)
        say(
            f"ROS          domain {number}, {'all interfaces' if network else 'this machine alone (--network: others)'}"
        )
        if control:
            say("control      all nodes of this domain can command")
        try:
            for place, words in enumerate(places):
                try:
                    comms, found = connected(words, f"usim_ros_{os.getpid()}_{place}", waiting)
                except QuitError:
                    return 0
                links.append(CommunityLink(comms, warp or found))
            vehicles = [
                RosVehicle(
                    link, dds, types, prefix.removesuffix("_"), control=commands if control else None,
                    own=[one.name for one in links],
                    start=next(iter(block_values(words.mission, "usimmarine", "start_pos")), START),
                )
                for link, words in zip(links, places, strict=True)
            ]  # fmt: skip
            for one in vehicles:
                say(f"community    {one.link.name} at time warp {one.link.warp:g}: /{one.topics.name}/...")
            serve(vehicles, note, lambda: bool(signals))
            sent, taken = sum(one.sent for one in vehicles), sum(one.commands for one in vehicles)
            say(f"sent         {sent} messages; {taken} commands taken")
        finally:
            for link in links:
                link.comms.close()
    return 0


@click.command()
@click.argument("run", type=click.Path(path_type=Path, exists=True), metavar="RUN")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="DIR", help="The bag [RUN_bag].")
@click.option("--prefix", default="NAV", show_default=True, help="Prefix of the position of the vehicle.")
@click.option("--mcap", is_flag=True, help="Store as MCAP instead of SQLite.")
def rosbag(run: Path, output: Path | None, prefix: str, mcap: bool) -> int:
    """Convert a recorded run to a bag of ROS 2, with the messages of usim ros.

    RUN is an .alog (also of pLogger), or a folder of usim run, of one vehicle or several. ros2 bag info, play and
    PlotJuggler read it.
    """
    from usimmarine_py.doors.ros.bag import bag_name, write_bag
    from usimmarine_py.logs.runs import runs_in

    logs = [file for file in runs_in(run) if file.name.lower().endswith(".alog")] if run.is_dir() else [run]
    if not logs:
        raise ConfigError("holds no .alog", file=str(run))
    target = output or Path(bag_name(run))
    count = write_bag(logs, target, prefix.removesuffix("_"), mcap=mcap)
    say(f"wrote {target}: {count} messages")
    return 0


def _domain() -> int:
    text = os.environ.get("ROS_DOMAIN_ID", "") or "0"
    if not (text.isascii() and text.isdigit() and int(text[:4]) <= 232):
        raise ConfigError(f"must be 0 to 232, found {text!r}", key="ROS_DOMAIN_ID")
    return int(text)
