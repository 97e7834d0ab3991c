"""Missions judged in lock step: by their own blocks, by expectations, many at once; also as tests of pytest."""
