"""A process of its own in which an application starts half a second late; prints a JSON object of what it did.

Real s: ``began``. MOOS s: ``posted``, of mail that was posted before the start; ``times`` of ticks; ``counts``: time
and value of each post, how much mail a tick had. ``mail`` of the first tick that had some; ``missed``: ticks left out.
"""

from __future__ import annotations

import json
import time

from tests.support.live_application import WARP, Live
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import collect
from usimmarine_py.moos.transport.open import connect
from usimmarine_py.values.rows import single


def late_start() -> dict[str, object]:
    """Start late, and play until fifty posts have come."""
    with MoosDb(warp=WARP) as db:
        poster = connect(port=db.port, name="poster", warp=WARP)
        poster.register_wildcard("*", "app")
        began = time.time() - 0.5
        posted = (began + 0.25) * WARP
        poster.notify("X", 1.0, posted)
        time.sleep(0.05)
        live = Live(
            db.port,
            began=began,
            app_tick=4.0,
            plan=lambda application, now: [single("MAIL", len(application.mail))],
        )
        found = collect(poster, lambda mail: len([m for m in mail if m.key == "MAIL"]) >= 50)
        if live.end() != 0:
            raise SystemExit("\n".join(live.said))
        poster.close()
    return {
        "began": began,
        "posted": posted,
        "times": live.application.times,
        "mail": [(m.variable, m.time) for m in live.application.mail[0]],
        "counts": [(m.time, m.value) for m in found if m.key == "MAIL"],
        "missed": live.app.schedule.missed,
    }


if __name__ == "__main__":
    print(json.dumps(late_start()))
