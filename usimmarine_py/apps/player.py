"""Posts a recording into a MOOSDB, each row at its time and with its source."""

from __future__ import annotations

import time
from collections.abc import Callable

from usimmarine_py.errors import TransportError
from usimmarine_py.logs.playback import Playback
from usimmarine_py.moos.clock import RealClock
from usimmarine_py.moos.transport.comms import Comms

#: Rows posted in one go, and the pause after a full one, real s: quicker the outbox would overflow.
MOST_POSTS, FULL_PAUSE = 4000, 0.02
#: Longest wait without a look at the connection and the keys, real s.
LOOK = 0.05
#: How often the place is shown, real s.
SHOW = 0.2
#: What keys do: seconds of the recording to go on by.
SEEKS = {"right": 10.0, "left": -10.0, "up": 60.0, "down": -60.0}


class Player:
    """Plays one ``Playback``. ``keys`` waits at most that many real s for a key and names it (empty: none)."""

    def __init__(
        self,
        playback: Playback,
        comms: Comms,
        clock: RealClock,
        *,
        keys: Callable[[float], str],
        show: Callable[[Playback, float], None] | None = None,
        stopped: Callable[[], bool] | None = None,
    ) -> None:
        self.playback = playback
        self.posted = 0
        self._comms = comms
        self._clock = clock
        self._keys = keys
        self._show = show
        self._stopped = stopped

    def run(self) -> bool:
        """Play to the end; False if it was ended before. Raises ``TransportError`` when the MOOSDB goes away."""
        playback, clock = self.playback, self._clock
        playback.start(clock.now())
        shown = 0.0
        while not playback.finished:
            if self._stopped is not None and self._stopped():
                return False
            if not self._comms.is_connected():
                place = playback.place(clock.now())
                problem = self._comms.problem or "lost the MOOSDB"
                raise TransportError(f"{problem}; go on with --from {max(place, 0.0):.1f}")
            now = clock.now()
            if self._show is not None and time.monotonic() - shown >= SHOW:
                shown = time.monotonic()
                self._show(playback, now)
            posts = playback.take(now, MOST_POSTS)
            if posts:
                self._comms.post(posts)
                self.posted += len(posts)
            wait = LOOK
            if len(posts) == MOST_POSTS:
                wait = FULL_PAUSE
            elif not (playback.paused or playback.finished):
                wait = min(LOOK, max(0.0, (playback.next_due - clock.now()) / clock.warp))
            if not playback.finished and not self._obey(self._keys(wait)):
                return False
        return True

    def _obey(self, key: str) -> bool:
        """Execute the command of a key; False: end."""
        now = self._clock.now()
        if key == " ":
            self.playback.toggle(now)
        elif key in SEEKS:
            self.playback.seek(now, SEEKS[key])
        return key != "q"
