"""``usim nmea``: a chart plotter reads what vehicles say, instruments and AIS receivers are heard."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.doors.commands import door_open, interrupted
from tests.doors.flood import burst, burst_size
from tests.support.processes import call, environment, free_port
from usimmarine_py.apps.nmea_port import MOST_CLIENTS
from usimmarine_py.doors.nmea.lines import MOST_SENDERS, SentenceSource
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.moos.transport.comms import Comms
from usimmarine_py.sensors.nmea import checksum, sentence

pyais = pytest.importorskip("pyais", reason="the extra nmea is not installed")
pynmeagps = pytest.importorskip("pynmeagps", reason="the extra nmea is not installed")

MISSION = "ServerHost = localhost\nServerPort = {port}\nCommunity = abe\nLatOrigin = 43.8253\nLongOrigin = -70.3304\n"
OWN = {
    "NAV_LAT": 43.8, "NAV_LONG": -70.3, "NAV_HEADING": 350.0, "NAV_SPEED": 2.0, "NAV_ALTITUDE": 7.5, "NAV_ROLL": 0.1,
    "NAV_PITCH": -0.2,
}  # fmt: skip
REPORT = "NAME={},X=100,Y=50,LAT=43.9,LON=-70.2,SPD=3,HDG=45,DEP=0,LENGTH=30,TYPE=ship,TIME={:.2f}"


@contextmanager
def door(folder: Path, port: int, *words: str) -> Iterator[subprocess.Popen[str]]:
    (folder / "m.moos").write_text(MISSION.format(port=port))
    with door_open(folder, "nmea", "m.moos", *words, until="^community") as (process, _):
        yield process


def test_a_plotter_reads_own_ship_and_all_vehicles(community: tuple[Comms, int], tmp_path: Path) -> None:
    client, port = community
    tcp = free_port()
    with (
        ExitStack() as stack,
        closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as udp,
        door(
            tmp_path, port, "--tcp", f"127.0.0.1:{tcp}", "--udp", f"127.0.0.1:{_bound(udp)}", "--rate", "20"
        ) as process,
    ):
        plotter = stack.enter_context(socket.create_connection(("127.0.0.1", tcp)))
        plotter.settimeout(0.2)
        for name, value in OWN.items():
            client.notify(name, value)
        data, until = b"", time.monotonic() + 60.0
        while data.count(b"$GPRMC") <= 20 or data.count(b"!AIVDO") < 3 or data.count(b"!AIVDM") < 3:
            assert time.monotonic() < until, data[-2000:]
            # the MOOSDB gives the last value alone to who subscribes later
            client.notify("NODE_REPORT_LOCAL", REPORT.format("abe", time.time()))
            client.notify("NODE_REPORT", "NAME=broken,X=1")
            client.notify("NODE_REPORT", REPORT.format("ben", time.time()))
            try:
                data += plotter.recv(65536)
            except TimeoutError:
                continue
        assert udp.recv(4096).startswith((b"$", b"!"))
        shown = interrupted(process)
    lines = [line for line in data.split(b"\r\n")[:-1] if line]
    found: dict[str, Any] = {}
    ais = []
    for line in lines:
        if line.startswith(b"$"):
            message = pynmeagps.NMEAReader.parse(line + b"\r\n", validate=1)
            found[message.msgID] = message
        else:
            ais.append(line)
    assert set(found) == {"RMC", "GGA", "VTG", "HDT", "VHW", "DPT", "XDR"}
    assert (found["RMC"].lat, found["RMC"].lon) == pytest.approx((43.8, -70.3), abs=1e-6)
    assert found["RMC"].spd == pytest.approx(2.0 / 0.514444, abs=1e-3) and found["HDT"].headingT == 350.0
    assert abs(found["RMC"].time.hour * 60 + found["RMC"].time.minute - _minutes()) <= 1
    assert found["DPT"].depth == 7.5
    own = [pyais.decode(line) for line in ais if line.startswith(b"!AIVDO") and b",1,1,," in line]
    others = [pyais.decode(line) for line in ais if line.startswith(b"!AIVDM") and b",1,1,," in line]
    assert len(own) >= 1 and len(others) >= 1
    assert (others[0].lat, others[0].lon) == pytest.approx((43.9, -70.2), abs=1e-5)
    assert others[0].speed == pytest.approx(3.0 / 0.514444, abs=0.1) and others[0].msg_type == 1
    names = [pyais.decode(*pair).shipname for pair in pairwise(ais) if b"VDM,2,1" in pair[0]]
    assert "BEN" in names
    assert sum(line.startswith(b"$GPRMC") for line in lines) > 20
    assert shown.count("a report of helm") == 1


def _bound(udp: socket.socket) -> int:
    udp.bind(("127.0.0.1", 0))
    udp.settimeout(10.0)
    return int(udp.getsockname()[1])


def _minutes() -> int:
    now = time.gmtime()
    return now.tm_hour * 60 + now.tm_min


def test_instruments_and_ais_become_mail_and_nonsense_does_not(community: tuple[Comms, int], tmp_path: Path) -> None:
    client, port = community
    server = socket.create_server(("127.0.0.1", 0))
    server.settimeout(30.0)
    words = [
        "--tcp",
        "none",
        "--from",
        f"tcp:127.0.0.1:{server.getsockname()[1]}",
        "--from",
        f"udp:{(there := free_port())}",
    ]
    got: dict[str, Any] = {}
    client.register_wildcard("*")

    def has(**values: Any) -> bool:
        got.update({one.variable: one.value for one in client.fetch() if one.source.startswith("usim_nmea")})
        return all(got.get(name) == pytest.approx(value, abs=1e-6) for name, value in values.items())

    with (
        ExitStack() as stack,
        closing(server),
        door(tmp_path, port, *words) as process,
        closing(socket.socket(type=socket.SOCK_DGRAM)) as udp,
    ):
        instrument = stack.enter_context(server.accept()[0])
        rmc = pynmeagps.NMEAMessage(
            "GP", "RMC", 0, lat=43.8253, lon=-70.3304, status="A", spd=4.0, cog=84.5
        ).serialize()
        hdt = pynmeagps.NMEAMessage("HE", "HDT", 0, headingT=123.4, headingTu="T").serialize()
        dpt = pynmeagps.NMEAMessage("SD", "DPT", 0, depth=12.5, offset=0.0).serialize()
        instrument.sendall(rmc[:20])
        time.sleep(0.1)
        instrument.sendall(
            rmc[20:] + hdt + b"garbage\r\n" + b"$GPRMC,1*00\r\n" + b"\xff" * 300 + b"\r\n" + hdt[:-3] + b"\r\n"
        )
        instrument.sendall(b"x" * 50_000 + b"\r\n" + b"$GPRMC,120000,V,,,,,,,010126,,,N*7F\r\n" + dpt)
        assert wait_for(lambda: has(NAV_HEADING=123.4, NAV_ALTITUDE=12.5, NAV_SPEED=4.0 * 1852 / 3600))
        assert got["NAV_LAT"] == pytest.approx(43.8253, abs=1e-6)
        assert (got["NAV_X"], got["NAV_Y"]) == pytest.approx((0.0, 0.0), abs=0.1)
        static = pyais.encode_dict(
            {"type": 5, "mmsi": 366123456, "shipname": "M/V EVER, X=1", "to_bow": 100, "to_stern": 50}
        )
        moved = pyais.encode_dict(
            {"type": 1, "mmsi": 366123456, "lat": 43.83, "lon": -70.33, "speed": 10.0, "course": 90.0, "heading": 511}
        )
        unknown = pyais.encode_dict({"type": 1, "mmsi": 1, "lat": 91.0, "lon": 181.0})
        for line in (
            *static,
            *unknown,
            "!AIVDM,1,1,,A,zzzz,0*00",
            "!AIVDM,9,9",
            "!AIVDM,2,1,3,A,x,0*1",
            os.urandom(90),
            *moved,
        ):
            udp.sendto(line if isinstance(line, bytes) else line.encode() + b"\r\n", ("127.0.0.1", there))
        assert wait_for(lambda: has() and "NODE_REPORT" in got)
        instrument.close()  # it comes back
        again = stack.enter_context(server.accept()[0])
        again.sendall(pynmeagps.NMEAMessage("HE", "HDT", 0, headingT=10.0, headingTu="T").serialize())
        assert wait_for(lambda: has(NAV_HEADING=10.0))
        again.close()
        shown = interrupted(process)
    report = dict(part.split("=") for part in got["NODE_REPORT"].split(","))
    assert report["NAME"] == "m_v_ever__x_1" and report["MMSI"] == "366123456" and report["LENGTH"] == "150"
    assert float(report["Y"]) == pytest.approx(522.0, abs=3.0)
    assert (report["SPD"], report["HDG"], report["COG"]) == ("5.14", "90.0", "90.0")
    assert "has closed the connection" in shown
    assert 3 <= shown.count("a sentence is refused") <= 8
    assert "\xff" not in shown


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--from", "serial:1"], "must be udp:PORT or tcp:HOST:PORT"),
        (["--tcp", "10110"], "must be HOST:PORT"),
        (["--rate", "0"], "0.01<=x<=50.0"),
        (["nope"], "no FILE.moos and no HOST:PORT"),
    ],
)
def test_wrong_words(words: list[str], said: str) -> None:
    done = subprocess.run(
        call("nmea", *words, program="usim"), env=environment(), capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2 and said in done.stderr


def test_every_limit_of_what_is_heard(community: tuple[Comms, int], tmp_path: Path) -> None:
    """Torn, foreign, wrong, endless and too many sentences: one line of each kind, and good ones behind them count."""
    client, port = community
    got: dict[str, Any] = {}
    client.register_wildcard("*")

    def has(**values: float) -> bool:
        got.update({one.variable: one.value for one in client.fetch() if one.source.startswith("usim_nmea")})
        return all(got.get(name) == pytest.approx(value, abs=1e-6) for name, value in values.items())

    good = sentence("HEHDT,123.4,T").encode()
    wrong = [
        *(good[:length] for length in range(1, len(good) - 1)),  # torn everywhere
        good[:-2] + b"00", b"$HEHDT,1.0,T", b"x" * 500, b"\x00" * 30, b"\xff\xfe", b"$", b"!", b"$*00",
        *(sentence(body).encode() for body in (
            "HEHDT", "HEHDT,nan,T", "HEHDT,1e400,T", "HEHDT,abc,T", "SDDPT,inf,0.0,", "SDDPT,1e9,0.0,",
            "VWVHW,,T,,M,1e30,N,,K",
            "GPRMC,120000,A,99949.5,N,07019.8,W,4.0,84,010126,,,A", "GPRMC,120000,A,,,,,4.0,84,010126,,,A",
            "GPRMC,120000,A,4349.5,N,07019.8,W,1e999,84,010126,,,A", "GPRMC", "GPRMC,1",
        )),
        *(f"!{body}*{checksum(body)}".encode() for body in (
            "AIVDM", "AIVDM,1,1,,A,zz", "AIVDM,1,1,,A,,0", "AIVDM,9,1,99999999999,A,x,0", "AIVDM,2,2,3,A,x,0",
            "AIVDM,-1,1,,A,x,0",
            "AIVDM,1,1,,A,1,0", "AIVDM,2,1,77,A,x,0",
        )),
    ]  # fmt: skip
    # of other talkers, of makers, and of no use: no fault, and no mail
    foreign = [
        sentence(body).encode()
        for body in (
            "PFEC,GPatt,12.0,3",
            "GPFOO,1,2",
            "GPTXT,01,01,02,hello",
            "GPGSV,1,1,00",
            "HETHS,12.0,V",
            "PGRMHDT,7,T",
        )
    ]
    words = ["--tcp", "none", "--from", f"udp:{(there := free_port(socket.SOCK_DGRAM))}"]
    with door(tmp_path, port, *words) as process, closing(socket.socket(type=socket.SOCK_DGRAM)) as udp:
        for line in [*wrong, *foreign]:
            udp.sendto(line + b"\r\n", ("127.0.0.1", there))
        udp.sendto(good + b"\r\n", ("127.0.0.1", there))
        assert wait_for(lambda: has(NAV_HEADING=123.4))
        count = burst_size()
        with closing(socket.socket(type=socket.SOCK_DGRAM)) as other:  # what one sender says keeps its order
            for number in range(count):
                other.sendto(sentence(f"IIHDT,{number % 100}.0,T").encode(), ("127.0.0.1", there))
            other.sendto(sentence("ZZHDT,321.0,T").encode(), ("127.0.0.1", there))
        assert wait_for(lambda: has(NAV_HEADING=321.0))
        shown = interrupted(process)
    assert set(got) == {"NAV_HEADING"}
    heard = re.search(r"heard +(\d+) sentences \((\d+) of them .*\), (\d+) refused; (\d+) posts", shown)
    assert heard is not None, shown
    assert int(heard[2]) == len(foreign) + 3  # and those without a field
    assert int(heard[1]) >= count + 2 + len(foreign)
    assert int(heard[3]) == len(wrong) - 3
    assert int(heard[4]) <= count // 2  # of many in one round the newest is posted
    said = [line for line in shown.splitlines() if "a sentence is refused" in line]
    assert 5 <= len(said) <= 20
    for word in ("Error", "convert", "object"):
        assert all(word not in line for line in said), said


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere all senders share one buffer")
def test_a_flood_costs_a_sender_of_sentences_nothing() -> None:
    """Instruments that were heard once lose none beside more datagrams than a buffer holds, and keep their order."""
    source = SentenceSource(f"udp:{(there := free_port(socket.SOCK_DGRAM))}", lambda _text: None)
    with ExitStack() as stack:
        stack.enter_context(closing(source))
        udp = [stack.enter_context(closing(socket.socket(type=socket.SOCK_DGRAM))) for _ in range(MOST_SENDERS)]
        wanted: list[list[bytes]] = [[] for _ in udp]
        got: list[bytes] = []

        def say(number: int) -> None:
            for index, one in enumerate(udp):
                line = sentence(f"HEHDT,{number}.{index},T").encode()
                wanted[index].append(line.strip())
                one.sendto(line, ("127.0.0.1", there))

        say(0)
        got += source.lines()
        for number in range(1, 40):
            burst(("127.0.0.1", there), [b"$HEHDT,1.0,T*00", b"x", b"\n"], 1000)
            say(number)
            if number % 3 == 0:  # not at every look there is room for the others
                got += source.lines()
        while found := source.lines():
            got += found
    for index, lines in enumerate(wanted):
        assert [line for line in got if line in lines] == lines, index
    assert len(got) > MOST_SENDERS * 40 + 200  # and the others were looked at


def test_too_many_readers_are_turned_away_with_one_line(community: tuple[Comms, int], tmp_path: Path) -> None:
    client, port = community
    tcp = free_port()
    with ExitStack() as stack, door(tmp_path, port, "--tcp", f"127.0.0.1:{tcp}", "--rate", "20") as process:
        for name, value in OWN.items():
            client.notify(name, value)
        readers = []
        for _ in range(MOST_CLIENTS + 5):
            reader = stack.enter_context(socket.create_connection(("127.0.0.1", tcp)))
            reader.settimeout(30.0)
            readers.append(reader)
            time.sleep(0.02)
        assert all(reader.recv(10) for reader in readers[:MOST_CLIENTS])
        assert not any(reader.recv(10) for reader in readers[MOST_CLIENTS:])
        client.notify("NAV_HEADING", 1e300)
        client.notify("NAV_LAT", -1000.0)
        readers[0].close()  # its place becomes free
        deadline = time.monotonic() + 60.0
        while True:
            again = stack.enter_context(socket.create_connection(("127.0.0.1", tcp)))
            again.settimeout(10.0)
            if again.recv(10):
                break
            assert time.monotonic() < deadline
        for _ in range(100):  # the last good position is spoken on
            assert again.recv(1000)
        shown = interrupted(process)
    assert shown.count("readers are turned away") == 1 and re.search(r"sent .*; \d+ readers turned away", shown)
    assert shown.count("NAV_HEADING from helm: must be from") == shown.count("NAV_LAT from helm: must be from") == 1


def test_a_server_that_never_answers_stops_nothing_else(community: tuple[Comms, int], tmp_path: Path) -> None:
    """A connection whose SYN is lost would take minutes; instruments at another port are heard meanwhile."""
    client, port = community
    got: list[Any] = []
    client.register("NAV_HEADING")
    with ExitStack() as stack:
        full = stack.enter_context(socket.socket())
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        for _ in range(3):  # its queue is full: a further one waits for ever
            one = stack.enter_context(closing(socket.socket()))
            one.setblocking(False)
            one.connect_ex(full.getsockname())
        words = ["--tcp", "none", "--from", f"tcp:127.0.0.1:{full.getsockname()[1]}"]
        words += ["--from", f"udp:{(there := free_port(socket.SOCK_DGRAM))}"]
        process = stack.enter_context(door(tmp_path, port, *words))
        udp = stack.enter_context(closing(socket.socket(type=socket.SOCK_DGRAM)))
        for number in range(20):
            udp.sendto(sentence(f"HEHDT,{number}.0,T").encode(), ("127.0.0.1", there))
            assert wait_for(
                lambda number=number: bool(got.extend(client.fetch())) or (got[-1:] and got[-1].value == number)
            )
        interrupted(process)
