"""Missions in real time: the plan and the applications of offline runs on a clock that is paced, with doors open.

All programs of this package, of all communities that are started together, play in one process and one thread, on the
loop of offline runs (``run/field.py``); mail between them goes over the in-memory bus. A door for each community
(``moos/db/door.py``, at ServerHost:ServerPort) and the ports of its pShare serve everybody else. With equal start time
and warp, and nothing from outside, live logs and offline logs are equal to the byte.

    live = LiveContext(warp=10.0)
    plan = plan_live([LiveCommunity(mission)], live)
    loop = LiveLoop(plan, say=print)
    loop.until = 60.0                           # MOOS s; else until ``loop.stop()``
    loop.record = journal.append                # each ``Outside``: what came from outside, and when
    loop.run()

To play the same again offline: the same context with ``outlets=None``, a loop that jumps, and what was recorded::

    context = LiveContext(warp=10.0, start_time=..., began=..., token=..., address=..., process_id=...)
    play_again(plan_live([...], context), events, until=60.0)

A single program beside a MOOSDB elsewhere is the same loop with one application, whose link (``link.py``) takes the
place of the door: ``play_program(app)`` of ``program.py``.

``pace.py``: MOOS time from the machine's. ``context.py``: what differs from an offline run. ``plan.py``: communities,
loggers and doors. ``loop.py``: the loop. ``ports.py``: those of pShare. ``outside.py``: what comes from
outside, recorded and applied.
"""
