"""Who may open the page, read along and command; and what several vehicles become on the way to it."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from usimmarine_py import connect
from usimmarine_py.field.viewer.buttons import Button
from usimmarine_py.moos.db import MoosDb
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.values import Message
from usimmarine_py.values.rows import single
from usimmarine_py.watch import hub as watch_hub
from usimmarine_py.watch import server as watch_server
from usimmarine_py.watch.control import NOTE, Control
from usimmarine_py.watch.feeds.feed import Feed, MissionFacts
from usimmarine_py.watch.feeds.moosdb import MoosFeed
from usimmarine_py.watch.hub import MAX_READERS, Hub
from usimmarine_py.watch.server import PageServer
from usimmarine_py.watch.values import FeedStatus


class Mail(Feed):
    """A feed that a test fills."""

    posts = True

    def __init__(self, name: str) -> None:
        super().__init__(name, "", MissionFacts())
        self.posted: list[tuple[str, float | str]] = []
        self.connected = True

    def give(self, time: float, **mail: float | str) -> None:
        for variable, value in mail.items():
            self.take(variable, value, self.own.name, time, time, time)

    def poll(self) -> None:
        self.tick(0.0)

    def status(self) -> FeedStatus:
        return FeedStatus("good", "connected", self.own.name)

    def post(self, variable: str, value: float | str) -> bool:
        self.posted.append((variable, value))
        return self.connected


@contextmanager
def serving(hub: Hub) -> Iterator[PageServer]:
    server = PageServer(hub, "127.0.0.1", 0)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        hub.close()
        server.shutdown()
        server.server_close()
        thread.join(5.0)


def ask(
    server: PageServer, method: str, path: str, body: object = None, **headers: str
) -> tuple[int, dict[str, str], bytes]:
    """An answer: code, headers, body."""
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=10.0)
    try:
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        connection.request(method, path, data, given)
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()
    finally:
        connection.close()


def frames_of(hub: Hub, vehicle: str = "") -> list[dict[str, Any]]:
    """What a page that is opened now is sent at first."""
    reader = hub.join(vehicle)
    assert reader is not None
    hub.poll()
    found = [json.loads(frame) for frame in hub.await_frames(reader)]
    hub.leave(reader)
    return found


def test_the_page_comes_with_a_policy_that_lets_nothing_else_in() -> None:
    with serving(Hub([Mail("alpha")])) as server:
        code, headers, body = ask(server, "GET", "/")
        assert (code, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
        assert "default-src 'none'; script-src 'self'" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert b"<script>" not in body
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert ask(server, "GET", "/main.js")[1]["Content-Type"] == "text/javascript; charset=utf-8"
        for path in ("/nothing", "/../server.py", "/%2e%2e/server.py", "/page/main.js", "/chart", "/bed"):
            assert ask(server, "GET", path)[0] == 404, path


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({}, 200),
        ({"Host": "localhost:PORT"}, 200),
        ({"Host": "[::1]:PORT"}, 200),
        ({"Host": "evil.example:PORT"}, 403),
        ({"Host": "evil.example"}, 403),
        ({"Host": "192.168.0.7:PORT"}, 403),
        ({"Host": "127.0.0.1:1"}, 403),
        ({"Host": "127.0.0.1:x"}, 403),
        ({"Host": "evil.example@127.0.0.1:PORT"}, 403),
        ({"Host": "evil.example:1@localhost:PORT", "Origin": "http://evil.example:1@localhost:PORT"}, 403),
        ({"Host": "127.0.0.1:PORT/evil"}, 403),
        ({"Host": "127.0.0.1:PORT?x"}, 403),
        ({"Host": "127.0.0.1:PORT#x"}, 403),
        ({"Host": "127.0.0.1 :PORT"}, 403),
        ({"Origin": "http://127.0.0.1:PORT"}, 200),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec_Fetch_Site": "cross-site"}, 403),
        ({"Sec_Fetch_Site": "same-site", "Sec_Fetch_Mode": "cors"}, 403),
        ({"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate"}, 200),
    ],
)
def test_other_sites_may_not_read_along(headers: dict[str, str], code: int) -> None:
    with serving(Hub([Mail("alpha")])) as server:
        given = {name: value.replace("PORT", str(server.server_port)) for name, value in headers.items()}
        assert ask(server, "GET", "/then?t=0", **given)[0] == code


def control_of(feed: Mail) -> Control:
    return Control(((feed, Button("DEPLOY", (("DEPLOY", "true"), ("SPEED", 1.5)))),), "word")


@pytest.mark.parametrize(
    ("wish", "posted"),
    [
        ({"do": "button", "button": 0}, [("DEPLOY", "true"), ("SPEED", 1.5)]),
        ({"do": "thrust", "value": 40}, [("DESIRED_THRUST", 40.0)]),
        ({"do": "rudder", "value": -250}, [("DESIRED_RUDDER", -100.0)]),
        ({"do": "drift", "direction": 370, "speed": 0.5}, [("DRIFT_VECTOR", "10,0.5")]),
        ({"do": "pause", "value": True}, [("USM_SIM_PAUSED", "true")]),
        ({"do": "override", "value": True}, [("MOOS_MANUAL_OVERRIDE", "true")]),
        ({"do": "sticks", "thrust": 60, "rudder": 700}, [("DESIRED_THRUST", 60.0), ("DESIRED_RUDDER", 100.0)]),
        ({"do": "sticks", "thrust": 60}, []),
        ({"do": "click", "side": "left", "context": "survey", "x": 1, "y": 2}, []),
        ({"do": "pause", "value": False}, [("USM_SIM_PAUSED", "false")]),
        (
            {"do": "reset", "x": 1, "y": -2, "heading": 450},
            [("USM_RESET", "x=1, y=-2, heading=90, speed=0, depth=0")],
        ),
        ({"do": "button", "button": 1}, []),
        ({"do": "button", "button": True}, []),
        ({"do": "thrust", "value": "40"}, []),
        ({"do": "thrust", "value": float("nan")}, []),
        ({"do": "post", "variable": "X", "value": 1}, []),
        ({"do": "fault", "value": "rudder:stuck"}, [("USM_FAULT", "rudder:stuck")]),
        ({"do": "fault", "value": "clear"}, [("USM_FAULT", "clear")]),
        ({"do": "fault", "value": "rudder:stuck, thrust:dead"}, []),
        ({"do": "fault", "value": ["rudder:stuck"]}, []),
        ({"do": "fault"}, []),
        ({}, []),
    ],
)
def test_a_page_may_command_what_was_allowed_and_nothing_else(
    wish: dict[str, Any], posted: list[tuple[str, float | str]]
) -> None:
    feed = Mail("alpha")
    hub = Hub([feed], control=control_of(feed))
    with serving(hub) as server:
        headers = {"Content_Type": "application/json", "X_Token": "word"}
        code, _, body = ask(server, "POST", "/control", {**wish, "vehicle": "alpha"}, **headers)
        assert [post for post in feed.posted if post[0] != NOTE] == posted
        assert [name for name, _ in feed.posted].count(NOTE) == (1 if posted else 0)  # what was pressed is in the log
        assert code == (200 if posted else 409)
        assert ("posted" if posted else "refused") in json.loads(body)


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({"X_Token": "wrong"}, 403),
        ({}, 403),
        ({"X_Token": "word", "Content_Type": "text/plain"}, 403),
        ({"X_Token": "word", "Origin": "http://evil.example"}, 403),
        ({"X_Token": "word", "Host": "evil.example"}, 403),
        ({"X_Token": "word", "Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "cors"}, 403),
        ({"X_Token": "word", "Content_Length": "99999999"}, 413),
        ({"X_Token": "word", "Content_Length": "\u00b2"}, 413),
        ({"X_Token": "word", "Content_Length": "9" * 5000}, 413),
        ({"X_Token": "word", "Content_Length": "-1"}, 413),
    ],
)
def test_a_command_needs_the_word_and_our_own_site(headers: dict[str, str], code: int) -> None:
    feed = Mail("alpha")
    with serving(Hub([feed], control=control_of(feed))) as server:
        given = {"Content_Type": "application/json", **headers}
        assert ask(server, "POST", "/control", {"do": "button", "button": 0}, **given)[0] == code
    assert feed.posted == []


def test_without_control_nothing_can_be_commanded() -> None:
    feed = Mail("alpha")
    with serving(Hub([feed])) as server:
        headers = {"Content_Type": "application/json", "X_Token": "word"}
        code, _, body = ask(server, "POST", "/control", {"do": "thrust", "value": 1, "vehicle": "alpha"}, **headers)
        assert (code, "only shows" in body.decode()) == (404, True)
        assert ask(server, "POST", "/control", b"[" * 5000, **headers)[0] == 404
    hello = frames_of(Hub([feed]))[0]["hello"]
    assert (hello["control"], hello["buttons"]) == (False, [])


def test_a_vehicle_that_only_reports_takes_no_commands_and_a_lost_post_is_told() -> None:
    feed = Mail("shore")
    feed.give(1.0, NODE_REPORT="NAME=abe,X=1,Y=2")
    hub = Hub([feed], control=control_of(feed))
    headers = {"Content_Type": "application/json", "X_Token": "word"}
    with serving(hub) as server:
        code, _, body = ask(server, "POST", "/control", {"do": "thrust", "value": 1, "vehicle": "abe"}, **headers)
        assert (code, "its own MOOSDB" in body.decode()) == (409, True)
        feed.connected = False
        code, _, body = ask(server, "POST", "/control", {"do": "button", "button": 0}, **headers)
        assert (code, json.loads(body)) == (409, {"refused": "not connected: DEPLOY was not posted"})


def test_each_vehicle_is_there_once_and_its_own_mail_goes_before_reports() -> None:
    abe, shore = Mail("abe"), Mail("shore")
    for k in range(20):
        t = 0.5 * k
        abe.give(t, NAV_X=float(k), NAV_Y=0.0, NAV_HEADING=90.0, NODE_REPORT_LOCAL=f"NAME=abe,X={k},Y=0,TYPE=kayak")
        shore.give(t, NODE_REPORT=f"NAME=abe,X={k - 3},Y=0")
        shore.give(t, NODE_REPORT=f"NAME=ben,X=0,Y={-k},HDG=180,SPD=2,LENGTH=7,COLOR=red")
    hub = Hub([shore, abe])
    vehicles = frames_of(hub)[0]["vehicles"]
    assert list(vehicles) == ["abe", "ben"]
    assert vehicles["abe"]["head"][:4] == [9.5, 19.0, 0.0, 90.0]
    assert (vehicles["abe"]["facts"]["kind"], vehicles["abe"]["facts"]["takes"]) == ("kayak", True)
    assert vehicles["ben"]["head"][:5] == [9.5, 0.0, -19.0, 180.0, 2.0]
    assert (vehicles["ben"]["facts"]["length"], vehicles["ben"]["facts"]["takes"]) == (7.0, False)
    assert frames_of(hub, "ben")[0]["values"]["position"] == "0.0, \N{MINUS SIGN}19.0"


def test_a_page_is_sent_what_is_new_to_it_and_no_more() -> None:
    feed = Mail("alpha")
    feed.give(0.0, NAV_X=0.0, NAV_Y=0.0)
    hub = Hub([feed])
    reader = hub.join("")
    assert reader is not None
    hub.poll()
    assert "hello" in json.loads(hub.await_frames(reader)[0])
    feed.give(1.0, NAV_X=5.0, NAV_Y=0.0)
    feed.give(1.0, VIEW_POINT="x=1,y=2,label=<b>")
    hub.poll()
    (frame,) = (json.loads(frame) for frame in hub.await_frames(reader))
    assert "whole" not in frame["vehicles"]["alpha"]
    assert frame["vehicles"]["alpha"]["head"][1] == 5.0
    assert frame["shapes"] == [{"kind": "point", "points": [[1.0, 2.0]], "label": "<b>"}]
    hub.poll()
    assert not reader.frames or "vehicles" not in json.loads(reader.frames[0])
    # one that does not keep up is told everything anew instead of filling the memory
    for k in range(200):
        feed.give(2.0 + k, NAV_X=float(k), NAV_Y=0.0)
        hub.poll()
    assert len(reader.frames) < 60
    assert any("hello" in json.loads(frame) for frame in hub.await_frames(reader))


def test_pages_beyond_the_limit_are_refused() -> None:
    hub = Hub([Mail("alpha")])
    for _ in range(MAX_READERS):
        assert hub.join("") is not None
    with serving(hub) as server:
        assert ask(server, "GET", "/events")[0] == 503


def test_streams_that_are_not_read_give_their_places_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page asks time and again; of those that do not, the one that asked longest ago gives its place to a new one."""
    hub = Hub([Mail("alpha")])
    readers = [hub.join("") for _ in range(MAX_READERS)]
    monkeypatch.setattr(watch_hub, "UNREAD", 0.2)
    time.sleep(0.3)
    for reader in readers[1:]:
        assert reader is not None and hub.look(reader.name, "", False)
    with serving(hub) as server, socket.create_connection(("127.0.0.1", server.server_port), 10.0) as late:
        late.sendall(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{server.server_port}\r\n\r\n".encode())
        assert late.recv(65536).startswith(b"HTTP/1.1 200")
        assert wait_for(lambda: len(hub.readers) == MAX_READERS and readers[0] not in hub.readers, 60.0)
        assert readers[0] is not None and hub.await_frames(readers[0]) == []


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ("Host: 127.0.0.1:{0}", 200), ("Host: evil.example", 403),
        ("Host: 127.0.0.1:{0}\r\nHost: evil.example", 403), ("Host: evil.example\r\nHost: 127.0.0.1:{0}", 403),
        ("Host: 127.0.0.1:{0}\r\nHost: 127.0.0.1:{0}", 403), ("X: y", 403),
    ],
)  # fmt: skip
def test_one_host_is_asked_for(lines: str, code: int) -> None:
    with serving(Hub([Mail("alpha")])) as server, socket.create_connection(("127.0.0.1", server.server_port)) as sock:
        sock.sendall(f"GET / HTTP/1.1\r\n{lines.format(server.server_port)}\r\n\r\n".encode())
        assert sock.recv(65536).startswith(f"HTTP/1.1 {code} ".encode())


@pytest.mark.parametrize(
    "more", ["Content-Length: 3", "Content-Length: 2\r\nContent-Length: 30", "Transfer-Encoding: chunked"]
)
def test_a_body_has_one_length(more: str) -> None:
    with serving(Hub([Mail("alpha")])) as server, socket.create_connection(("127.0.0.1", server.server_port)) as sock:
        head = f"POST /look HTTP/1.1\r\nHost: 127.0.0.1:{server.server_port}\r\nContent-Type: application/json\r\n"
        sock.sendall(f"{head}Content-Length: 2\r\n{more}\r\n\r\n{{}}".encode())
        assert sock.recv(65536).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PROPFIND"])
def test_other_methods_are_refused_with_the_same_policy(method: str) -> None:
    with serving(Hub([Mail("alpha")])) as server:
        code, headers, body = ask(server, method, "/")
        assert (code, headers["Content-Type"]) == (501, "application/json; charset=utf-8")
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert "Access-Control-Allow-Origin" not in headers
        assert "refused" in json.loads(body)


def test_a_question_that_does_not_end_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that sends a byte now and then holds no thread for long, neither with its headers nor with what it posts."""
    monkeypatch.setattr(watch_server, "PATIENCE", 0.5)
    post = "POST /look HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n"
    with serving(Hub([Mail("alpha")])) as server:
        for start in ("GET / HTTP/1.1\r\nX: ", post.format(server.server_port)):
            with socket.create_connection(("127.0.0.1", server.server_port), 10.0) as slow:
                slow.sendall(start.encode())
                assert wait_for(lambda: len(server.asking) == 1, 60.0)

                def cut(slow: socket.socket = slow) -> bool:
                    try:
                        slow.sendall(b"x")
                        return slow.recv(1, socket.MSG_DONTWAIT) == b""
                    except BlockingIOError:
                        return False
                    except OSError:
                        return True

                assert wait_for(cut, 60.0)
            assert wait_for(lambda: not server.open, 60.0)
        assert ask(server, "GET", "/")[0] == 200


def test_a_new_connection_takes_the_place_of_the_oldest_incomplete_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch_server, "MAX_CONNECTIONS", 3)
    with serving(Hub([Mail("alpha")])) as server, contextlib.ExitStack() as stack:
        kept = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=10.0)
        stack.callback(kept.close)
        kept.request("GET", "/main.js")
        kept.getresponse().read()
        half = []
        for count in (2, 3):
            half.append(stack.enter_context(socket.create_connection(("127.0.0.1", server.server_port), 10.0)))
            half[-1].sendall(b"GET / HTTP/1.1\r\nHost: ")

            def taken(count: int = count) -> bool:
                return len(server.asking) == len(server.open) == count

            assert wait_for(taken, 60.0)
        assert ask(server, "GET", "/")[0] == 200
        assert half[0].recv(1) == b""
        half[1].setblocking(False)
        with pytest.raises(BlockingIOError):
            half[1].recv(1)
        kept.request("GET", "/")
        assert kept.getresponse().status == 200


def test_connections_beyond_the_limit_are_closed_where_all_others_are_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch_server, "MAX_CONNECTIONS", 2)
    with serving(Hub([Mail("alpha")])) as server, contextlib.ExitStack() as stack:
        for _ in range(2):
            page = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=10.0)
            stack.callback(page.close)
            page.request("GET", "/events")
            assert page.getresponse().status == 200
        assert wait_for(lambda: not server.asking, 60.0)
        more = stack.enter_context(socket.create_connection(("127.0.0.1", server.server_port), 10.0))
        assert more.recv(1) == b""


def test_the_stream_is_one_of_events_and_ends_with_the_server() -> None:
    hub = Hub([Mail("alpha")])
    with serving(hub) as server:
        with socket.create_connection(("127.0.0.1", server.server_port), 10.0) as browser:
            browser.sendall(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{server.server_port}\r\n\r\n".encode())
            assert wait_for(lambda: len(hub.readers) == 1, 60.0)
            hub.poll()
            seen = b""
            while b"\n\n" not in seen:
                seen += browser.recv(65536)
            head, _, body = seen.partition(b"\r\n\r\n")
            assert b"text/event-stream" in head
            assert json.loads(body.partition(b"data: ")[2].partition(b"\n\n")[0])["hello"]["log"] is False
            hub.close()
            while chunk := browser.recv(65536):
                seen += chunk
        assert wait_for(lambda: not hub.readers, 60.0)


def test_a_wrong_warp_is_mended_by_the_clock_of_the_moosdb() -> None:
    with MoosDb(community="bravo", warp=10.0) as db:
        feed = MoosFeed("127.0.0.1", db.port, 1.0)
        driver = connect(port=db.port, name="driver", warp=10.0)
        try:

            def drive() -> bool:
                driver.notify("NAV_X", 1.0)
                driver.notify("NAV_Y", 2.0)
                feed.poll()
                return feed.warp == 10.0 and feed.own.data.track.head is not None

            assert wait_for(drive, 60.0)
            assert wait_for(lambda: drive() and feed.status().level == "good", 60.0)
            assert "whose time warp is 10, not 1" in feed.status().text
            # whoever posts with a clock of his own does not stretch the axes
            stray = connect(port=db.port, name="stray", warp=1.0)
            stray.notify("NAV_X", 3.0)
            assert wait_for(lambda: drive() and feed.own.data.values.get("NAV_X") is not None, 60.0)
            stray.close()
            for _ in range(20):
                drive()
            assert all(0.0 <= row[0] < 1000.0 for row in feed.own.data.track.everything())
        finally:
            driver.close()
            feed.close()


def test_applications_are_asked_for_reports_while_a_page_shows_them() -> None:
    with MoosDb(community="bravo") as db:
        feed = MoosFeed("127.0.0.1", db.port)
        hub = Hub([feed])
        app = connect(port=db.port, name="pApp")
        app.register("APPCAST_REQ")
        mail: list[Message] = []
        try:
            reader = hub.join("")
            assert reader is not None

            def polled() -> bool:
                hub.poll()
                mail.extend(app.fetch())
                return bool(mail)

            assert not wait_for(polled, 1.0)
            assert hub.look(reader.name, "", True)
            assert not hub.look("nobody", "", True)
            assert wait_for(polled, 60.0)
            assert "node=all,app=all,duration=5,key=usim_watch" in str(mail[0].value)
            app.notify("APPCAST", "proc=pApp!@#iter=3!@#node=bravo!@#messages=hello!@")

            def told() -> bool:
                hub.poll()
                return any(b'"appcasts":[{"app": "pApp"' in frame for frame in reader.frames)

            assert wait_for(told, 60.0)
        finally:
            app.close()
            hub.close()


def test_mail_is_taken_in_portions() -> None:
    """A flood was one poll of seconds, in which no signal and no page was answered; all of it arrives, in order."""
    with MoosDb() as db, contextlib.closing(connect(port=db.port, name="many")) as poster:
        feed = MoosFeed("127.0.0.1", db.port)
        hub = Hub([feed])
        try:
            assert wait_for(lambda: f"uXMS_usim_watch_{os.getpid()}_{db.port}" in db.clients)
            assert wait_for(lambda: "NODE_REPORT" in db.variables and bool(db.variables["NODE_REPORT"].subscribers))
            for k in range(5000):
                text = f"NAME=v{k % 300},X={k},Y=1,SPD=1,HDG=9,TYPE=kayak,TIME={k}"
                assert wait_for(lambda text=text: poster.post_rows([single("NODE_REPORT", text)]) == 0)  # type: ignore[misc]
            behind = 0

            def all_there() -> bool:
                nonlocal behind
                hub.poll()
                behind += hub.is_behind
                return len(feed.contacts) == 300 and not hub.is_behind

            assert wait_for(all_there, 30.0)
            assert behind
        finally:
            hub.close()
