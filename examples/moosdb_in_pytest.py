"""Tests with a MOOSDB: the fixture `moosdb` gives each test its own, on a free port.

    pytest examples/moosdb_in_pytest.py        # or: python examples/moosdb_in_pytest.py

Import the fixture in a conftest.py to use it in all tests of a folder. This example tests a user's application, live;
the fixture also serves to test any other program with host and port.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from usimmarine_py import App, MoosDb, connect, run_app
from usimmarine_py.moos.testing import collect, moosdb, wait_for  # noqa: F401  # moosdb: pytest finds it here


class Doubler(App):
    """Posts twice the received value."""

    app_tick = 20.0
    subscriptions = ("NUMBER",)

    def iterate(self) -> None:
        if "NUMBER" in self.latest:
            self.post("TWICE", 2 * self.latest["NUMBER"])


def test_mail_comes_to_who_registered(moosdb: MoosDb) -> None:  # noqa: F811
    reader, writer = connect(port=moosdb.port, name="reader"), connect(port=moosdb.port, name="writer")
    reader.register("DEPLOY")
    writer.notify("DEPLOY", "true")
    mail = collect(reader, lambda found: len(found) >= 1)
    assert [(message.variable, message.value, message.source) for message in mail] == [("DEPLOY", "true", "writer")]
    writer.close()
    assert wait_for(lambda: "writer" not in moosdb.clients)
    reader.close()


def test_an_application_live(moosdb: MoosDb, tmp_path: Path) -> None:  # noqa: F811
    mission = tmp_path / "doubler.moos"
    mission.write_text(f"ServerHost = localhost\nServerPort = {moosdb.port}\nCommunity = alpha\n")
    client = connect(port=moosdb.port, name="tester")
    client.register("TWICE")
    client.notify("NUMBER", 21.0)
    assert run_app(Doubler, ["doubler", str(mission), "--for=1"]) == 0  # it returns after one second
    assert [message.value for message in client.fetch()][:1] == [42.0]
    client.close()


if __name__ == "__main__":
    sys.exit(pytest.main([__file__, "-q", "-p", "no:cacheprovider"]))
