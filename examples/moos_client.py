"""A MOOS client in Python: connect to a MOOSDB, register, post, read the mail.

It starts the built-in MOOSDB, so that it runs anywhere; to use another MOOSDB, give its host and port to `connect`. No
other package is needed.

    python examples/moos_client.py
"""

from __future__ import annotations

import time

from usimmarine_py import Message, MoosDb, connect

with MoosDb() as db:
    print(f"a MOOSDB of community {db.community} listens at {db.host}:{db.port}")
    client = connect(db.host, db.port, "my_script")
    # by name, and by pattern of variable and of sender; the newest value of each is delivered immediately
    client.register("NAV_X")
    client.register_wildcard("DESIRED_*", "*")

    client.notify("NAV_X", 12.5)
    client.notify("DESIRED_HEADING", 90.0)
    client.notify("MODE", "SURVEY")  # no client registered for this one

    mail: list[Message] = []
    until = time.monotonic() + 5.0
    while len(mail) < 2 and time.monotonic() < until:
        time.sleep(0.02)
        mail += client.fetch()
    for message in mail:
        print(f"{message.variable} = {message.value} from {message.source} at {message.time:.2f}")
    client.close()

assert {message.variable: message.value for message in mail} == {"NAV_X": 12.5, "DESIRED_HEADING": 90.0}
assert all(message.source == "my_script" for message in mail)
