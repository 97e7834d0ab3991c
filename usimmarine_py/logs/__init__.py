"""Every reader and writer of recorded runs; imports nothing of MOOS.

runs      a run from an .alog, a CSV or a Parquet file: every numeric variable by name (``read_run``)
motion    track, heading, speed, depth and drift of such a run (``load_run``)
alog      .alog files: ``AlogWriter``, ``read_alog`` row by row, ``AlogTail`` while one is written
tables    CSV as a whole; rows that go to CSV, Parquet or arrays one by one
mcap      everything posted as MCAP, the vehicle in three dimensions with it
"""
