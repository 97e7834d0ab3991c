"""The files of the package with a function that is called for one post, from its arrival to the posts of the tick.

    python -m benchmarks.path [--list]

One kinematic vehicle with the defaults: offline between the post on the bus and the end of the vehicle's next tick,
with the log; live from the wake-up that reads the mail to the packet with the posts of its tick, in the thread of the
loop. Both after two seconds.
"""

from __future__ import annotations

import argparse
import os
import signal
import socket
import sys
import tempfile
import threading
import time
from pathlib import Path
from types import FrameType
from typing import Any

from usimmarine_py.mission import read_mission
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.moos.transport.open import connect
from usimmarine_py.values.rows import single

PACKAGE = Path(sys.modules["usimmarine_py"].__file__ or "").parent
POSTS = {"DESIRED_THRUST": 40.0, "DRIFT_VECTOR": "90,0.5"}
MISSION = """ServerHost = localhost
ServerPort = {port}
Community = alpha
LatOrigin = 43.8
LongOrigin = -70.3
ProcessConfig = usimmarine
{{
  AppTick = 10
  thrust_map = 20:1, 100:5
}}
"""


class Files:
    """A profiler that collects the files of called functions of the package."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    def __call__(self, frame: FrameType, event: str, given: Any) -> None:
        """Note a call."""
        if event == "call" and frame.f_code.co_filename.startswith(str(PACKAGE)):
            self.found.add(str(Path(frame.f_code.co_filename).relative_to(PACKAGE)))


def offline(name: str, mission: Path) -> set[str]:
    """Return the files of a post in lock step."""
    from usimmarine_py.run.output import RunFiles, RunOutput
    from usimmarine_py.run.run import plan_run

    plan = plan_run(read_mission(mission), duration=60.0)
    output = RunOutput(
        mission.parent, str(mission), RunFiles(), plan.clock.now(), plan.header(), plan.applications.simulator
    )
    plan.bus.listeners += output.listeners
    (app,) = plan.applications.apps
    app.connect()
    app.begin()
    client = plan.bus.client("poker")
    client.run()
    profiler, rows = Files(), [single(name, POSTS[name])]
    for tick in range(40):
        now = plan.clock.advance(0.1)
        if tick == 30:
            sys.setprofile(profiler)
            client.post_rows(rows)
        app.tick(now)
        sys.setprofile(None)
    app.close()
    output.close()
    return profiler.found


class Wakeups(Files):
    """Collects from the last wake-up on, until the packet behind the mail is sent."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name, self._came, self.result = name, False, set[str]()

    def __call__(self, frame: FrameType, event: str, given: Any) -> None:
        """Note a call, and see what ends or begins a stretch."""
        if event == "c_call" and not self.result:
            if given.__name__ in ("select", "poll") and not self._came:
                self.found.clear()
            elif given.__name__ in ("send", "sendall") and self._came:
                self.result = set(self.found)
        elif event == "call" and frame.f_code.co_name == "on_mail" and "mail" in frame.f_locals:
            self._came = self._came or any(message.variable == self._name for message in frame.f_locals["mail"])
        super().__call__(frame, event, given)


def live(name: str, mission: Path, port: int) -> set[str]:
    """Return the files of a post beside the built-in MOOSDB."""
    from usimmarine_py.cli.usimmarine import main

    def poke() -> None:
        time.sleep(2.0)
        client = connect("localhost", port, "poker")
        client.post_rows([single(name, POSTS[name])])
        wait_for(lambda: bool(profiler.result), 10.0)
        client.close()
        os.kill(os.getpid(), signal.SIGTERM)

    profiler = Wakeups(name)
    threading.Thread(target=poke, daemon=True).start()
    sys.setprofile(profiler)
    try:
        main(["usimmarine", str(mission), "--db"])
    finally:
        sys.setprofile(None)
    return profiler.result


def free_port() -> int:
    """Return a port that nothing listens at."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def main() -> None:
    """Print the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true", help="name the files, too")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        mission = Path(folder) / "path.moos"
        mission.write_text(MISSION.format(port=port))
        for name in POSTS:
            for how, found in (("offline", offline(name, mission)), ("live", live(name, mission, port))):
                print(f"{name} {how}: {len(found)} files")
                if arguments.list:
                    print("".join(f"  {file}\n" for file in sorted(found)), end="")


if __name__ == "__main__":
    main()
