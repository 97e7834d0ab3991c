"""Simulators made from lines of text, sent mail and run for a while."""

from __future__ import annotations

from usimmarine_py.simulator import ConfigLine, Simulator
from usimmarine_py.values import Message, Post


def config_lines(*texts: str, file: str = "", first: int = 0) -> list[ConfigLine]:
    """Lines ``key = value`` of a block, all at line 0 or, with a ``file``, numbered from ``first``."""
    pairs = (text.partition("//")[0].partition("=") for text in texts)
    return [
        ConfigLine(key.strip(), value.strip(), file, first + number if file else 0)
        for number, (key, _, value) in enumerate(pairs)
    ]


def make(dialect: str, *texts: str, quirks: bool = False, **more: object) -> Simulator:
    """A simulator from such lines."""
    return Simulator.from_lines(config_lines(*texts), dialect=dialect, quirks=quirks, **more)  # type: ignore[arg-type]


def mail(simulator: Simulator, now: float, **values: float | str) -> None:
    """Mail at one time, in order."""
    for name, value in values.items():
        simulator.on_mail(Message(name, value, now, "test"))


def run(simulator: Simulator, start: float, end: float, step: float = 0.25) -> list[Post]:
    """The posts of the iterations after ``start`` up to ``end``."""
    posts: list[Post] = []
    for k in range(1, round((end - start) / step) + 1):
        posts += simulator.iterate(start + k * step)
    return posts


def posted(simulator: Simulator, now: float) -> dict[str, float | str]:
    """What one iteration posts, the last of each variable."""
    return {post.variable: post.value for post in simulator.iterate(now)}
