"""An application that lives in a thread, by its own loop, with a MOOSDB of the test's."""

from __future__ import annotations

import threading

from tests.support.app_doubles import NotingApplication, app_settings
from usimmarine_py.moos.app.moos_app import MoosApp
from usimmarine_py.moos.clock import RealClock
from usimmarine_py.moos.transport.native import NativeComms
from usimmarine_py.run.live.program import play_program

WARP = 20.0


class Live:
    """An application that lives in a thread."""

    def __init__(
        self, port: int, name: str = "app", *, began: float | None = None, plan=None, application=None, **settings
    ) -> None:
        clock = RealClock(WARP)
        self.application = application or NotingApplication()
        if plan is not None:
            self.application.plan = plan
        self.said: list[str] = []
        self.code: list[int] = []
        chosen = app_settings(**{"name": name, "community": "alpha", "app_tick": 2.0, **settings})
        comms = NativeComms(name, "127.0.0.1", port, clock)
        self.app = MoosApp(
            self.application, chosen, comms, clock, console=self.said.append, errors=self.said.append, terminal=False
        )
        self.thread = threading.Thread(
            target=lambda: self.code.append(play_program(self.app, handle_signals=False, began=began))
        )
        self.thread.start()

    def end(self) -> int:
        self.app.stop()
        self.thread.join(10)
        return self.code[0]
