"""Readers and writers of recorded runs; imports nothing of MOOS.

runs      a run from an .alog, a CSV or a Parquet file: every numeric variable by name (``read_run``)
motion    track, heading, speed, depth and drift of such a run (``run_series``)
alog      .alog files: ``AlogWriter``, ``read_alog`` row by row, ``AlogTail`` while one is written
tables    complete CSV tables; single rows to CSV, Parquet or arrays
instruments  logs as instruments and autopilots write them
mcap      all posts as MCAP, with the vehicle in three dimensions
"""
