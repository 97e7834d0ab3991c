"""An application that posts from anywhere: mail and ticks are taken one by one, posts leave in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from usimmarine_py.field.application import FieldApp
from usimmarine_py.field.settings import HomeCommunity
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.values.frozen import maker
from usimmarine_py.values.key import ConfigLine
from usimmarine_py.values.mail import Message, Post, Value
from usimmarine_py.values.rows import Row, rows_of

Flag = tuple[str, float | str]
_post = maker(Post)


class PostingApp(FieldApp):
    """An application whose posts are collected by ``post`` until the method of the life cycle returns them."""

    subscriptions: Sequence[str] = ()

    def __init__(self, lines: Sequence[ConfigLine], home: HomeCommunity, name: str) -> None:
        super().__init__(lines, home, name)
        self.now = 0.0  #: MOOS time of the tick or of the mail under way, s
        self.geodesy = Geodesy.at(*home.datum) if home.datum is not None else None
        self._posts: list[Post] = []

    # -- posts

    def post(self, variable: str, value: Value) -> None:
        """Post a value with what the method under way returns."""
        self._posts.append(_post((variable, value, None, "", None)))

    def post_flags(self, flags: Sequence[Flag], expand: Callable[[str], str]) -> None:
        """Post flags; ``expand`` fills in the macros of texts. A number stays one; what is empty is not posted."""
        for variable, value in flags:
            filled = expand(value.strip()) if isinstance(value, str) else value
            if filled != "":
                self.post(variable, filled)

    def _taken(self) -> list[Row]:
        rows = rows_of(self._posts)
        self._posts.clear()
        return rows

    # -- the life cycle

    def on_connect_subscriptions(self) -> Sequence[str]:
        """What the application reads."""
        return self.subscriptions

    def started(self, now: float) -> list[Row]:
        """Begin."""
        self.now = now
        self.begin()
        return self._taken()

    def on_mail(self, mail: list[Message]) -> list[Row]:
        """Take in mail, one message after another, at the clock of now."""
        for message in self._begun(mail):
            self.take(message)
        return self._taken()

    def _begun(self, mail: list[Message]) -> list[Message]:
        self.now = self.host.now
        return mail

    def iterate(self, now: float) -> list[Row]:
        """One tick."""
        self.now = now
        self.tick()
        return self._taken()

    def begin(self) -> None:
        """Post what is posted at the start."""

    def take(self, message: Message) -> None:
        """Take in one message."""

    def tick(self) -> None:
        """Do what is done in every tick."""
