"""Missions in real time: the plan and the applications of offline runs on a clock that is paced, with doors open.

All programs of this package, of all communities that are started together, play in one process and one thread, on the
loop of offline runs (``run/field.py``); mail between them goes over the in-memory bus. A door for each community
(``moos/db/door.py``, at ServerHost:ServerPort) and the ports of its pShare serve everybody else. With equal start time
and warp, and nothing from outside, live logs and offline logs are equal to the byte.

    live = LiveContext(warp=10.0, outlets=lambda community, name: (print, print))
    plan = plan_live([LiveCommunity(mission)], live)
    loop = LiveLoop(plan, live)                 # ``doors``, ``loggers``, ``services``: see cli/live/play.py
    loop.until = 60.0                           # MOOS s; else until ``loop.stop()``
    loop.record = events.append                 # each ``Outside``: what came from outside, and when
    loop.run()

To play the same again offline: a context with the values of the live one and without outlets, and what was recorded::

    measures = PastMeasures()                   # of the machine, such as the processor time in *_STATUS
    again = LiveContext(
        live.warp, live.start_time, began=live.began, token=live.token, address=live.address,
        process_id=live.process_id, measures=measures,
    )
    play_again(plan_live([LiveCommunity(mission)], again), events, measures)

The same ``LiveCommunity`` records (who plays outside, which loggers are clients), seed and behaviours are needed; logs
are written where a ``BusLogger`` is put on the bus of each community before it begins. A launch keeps all of that in a
journal beside its log, from which ``run_again`` repeats it.

A single program beside a MOOSDB elsewhere is the same loop with one application, whose link (``link.py``) takes the
place of the door: ``play_program(app)`` of ``program.py``.

``pace.py``: MOOS time from the machine's. ``context.py``: what differs from an offline run. ``plan.py``: communities,
loggers and doors. ``loop.py``: the loop. ``ports.py``: those of pShare. ``outside.py``: what comes from outside,
recorded and applied. ``measures.py``: what applications measure of the machine. Of the journal and the repetition:
``run/again``.
"""
