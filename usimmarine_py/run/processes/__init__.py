"""A run of several communities, spread over processes: the same bytes for any number of them.

What one community sends reaches another one a delay later. So each process plays its communities up to that delay
behind the earliest event that may send something in any of them; then all exchange what was sent (``exchange``), merge
it in the order of one process, and let it arrive (``part``). What may end the run is made alone, when nothing
before it is left to do.
"""
