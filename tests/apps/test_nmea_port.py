"""NMEA sentences on loopback ports, read the way chart plotters and GPS libraries do."""

from __future__ import annotations

import contextlib
import io
import math
import os
import re
import select
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.processes import free_port, run, running
from tests.support.simulators import config_lines
from usimmarine_py import connect
from usimmarine_py.apps.nmea_port import MOST_PENDING, MOST_UNREAD, NmeaPort, is_near
from usimmarine_py.errors import TransportError
from usimmarine_py.maths.geodesy import Geodesy
from usimmarine_py.moos.testing import wait_for
from usimmarine_py.simulator import Simulator
from usimmarine_py.simulator.parts.shown.sensors import SensorPart

NMEAReader = pytest.importorskip("pynmeagps").NMEAReader

MISSION = """
ServerHost = localhost
ServerPort = {port}
MOOSTimeWarp = 5
LatOrigin = 43.8253
LongOrigin = -70.3304
ProcessConfig = usimmarine
{{
  AppTick = 20
  start_pos = x=0, y=0, heading=90, speed=0
  thrust_map = 20:1, 100:5
  drift_x = 2
  nmea_start = 2026-05-01T12:00:00
  sensor = gps, rate=10, drift=0, noise=0.1
  sensor = compass, bias=1
  {ports}
}}
"""


def _mission(folder: Path, ports: str) -> str:
    path = folder / "nmea.moos"
    path.write_text(MISSION.format(port=free_port(), ports=ports))
    return str(path)


@pytest.fixture
def receiver() -> Iterator[socket.socket]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.bind(("127.0.0.1", 0))
        sock.settimeout(20.0)
        yield sock


def test_a_gps_consumer_follows_the_vehicle_on_the_udp_port(tmp_path: Path, receiver: socket.socket) -> None:
    """As gpsd or a u-blox reader would: checksums, GGA and RMC of one epoch belong together, fixes move as told."""
    mission = _mission(tmp_path, f"nmea_udp = {receiver.getsockname()[1]}")
    fixes: dict[str, dict[str, Any]] = {}
    headings = []
    with running(mission, "--db", "--comms=native"):
        while len(fixes) < 60:
            line = receiver.recv(4096)
            assert line.endswith(b"\r\n") and line.count(b"$") == 1
            message = NMEAReader.parse(line, validate=0x01)
            if message.msgID == "HDT":
                headings.append(message.headingT)
            else:
                fixes.setdefault(str(message.time), {})[message.msgID] = message
    geodesy = Geodesy.at(43.8253, -70.3304, true_pi=True)
    assert geodesy is not None
    whole = [fix for fix in fixes.values() if len(fix) == 2]
    assert len(whole) >= 58
    for fix in whole:
        gga, rmc = fix["GGA"], fix["RMC"]
        assert (gga.lat, gga.lon, gga.quality, rmc.status) == (rmc.lat, rmc.lon, 1, "A")
        assert str(rmc.date) == "2026-05-01"
        seconds = rmc.time.hour * 3600 + rmc.time.minute * 60 + rmc.time.second + rmc.time.microsecond * 1e-6
        expected = geodesy.to_latlon(2.0 * (seconds - 43200.0), 0.0)
        assert expected is not None
        metre = math.degrees(1.0 / 6.37e6)
        assert abs(rmc.lat - expected[0]) < 0.6 * metre
        assert abs(rmc.lon - expected[1]) < 0.6 * metre / math.cos(math.radians(43.8))
    # one degree of bias (given: by default it is drawn for each run), half a degree of noise
    assert abs(sum(headings) / len(headings) - 91.0) < 0.5


def test_a_chart_plotter_reads_the_tcp_stream(tmp_path: Path) -> None:
    tcp = free_port()
    with running(_mission(tmp_path, f"nmea_tcp = {tcp}"), "--db", "--comms=native"):
        client: list[socket.socket] = []

        def connected() -> bool:
            try:
                client.append(socket.create_connection(("127.0.0.1", tcp), 1.0))
            except OSError:
                return False
            return True

        assert wait_for(connected)
        with client[0], client[0].makefile("rb") as stream:
            client[0].settimeout(20.0)
            data = b"".join(stream.readline() for _ in range(100))
    messages = [message for _, message in NMEAReader(io.BytesIO(data), validate=0x01, quitonerror=2)]
    assert len(messages) == 100
    assert {message.msgID for message in messages} == {"GGA", "RMC", "HDT"}


def test_a_taken_port_is_one_clear_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run(_mission(tmp_path, f"nmea_tcp = {port}"), "--comms=native")
        assert done.returncode == 1
        assert f"nmea_tcp: port {port} on 127.0.0.1 cannot be had" in done.stdout + done.stderr
        assert "Traceback" not in done.stdout + done.stderr
        with pytest.raises(TransportError, match="choose another one"):
            NmeaPort(tcp=("127.0.0.1", port))


def test_ports_are_on_loopback_only() -> None:
    port = NmeaPort(tcp=("127.0.0.1", free_port()))
    try:
        socket.create_connection(("127.0.0.1", port.tcp_port), 1.0).close()
        with pytest.raises(OSError):
            socket.create_connection(("127.0.0.2", port.tcp_port), 1.0)
    finally:
        port.close()


def test_a_client_that_does_not_read_is_dropped_and_the_others_are_served() -> None:
    port = NmeaPort(tcp=("127.0.0.1", free_port()))
    try:
        with (
            socket.create_connection(("127.0.0.1", port.tcp_port)) as lazy,
            socket.create_connection(("127.0.0.1", port.tcp_port)) as eager,
        ):
            lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            eager.setblocking(False)
            deadline = time.monotonic() + 20.0
            while port.clients < 2 and time.monotonic() < deadline:
                port.send([])
            line, got, sent = "$" + "x" * 1000, 0, 0
            while port.dropped == 0 and sent < 200 * MOST_PENDING:
                port.send([line])
                sent += len(line) + 2
                with contextlib.suppress(BlockingIOError):
                    got += len(eager.recv(65536))
            assert (port.dropped, port.clients) == (1, 1)
            while got < sent and time.monotonic() < deadline:
                port.send([])
                with contextlib.suppress(BlockingIOError):
                    got += len(eager.recv(65536))
            assert got == sent
            eager.close()
            while port.clients and time.monotonic() < deadline:
                port.send([])
            assert port.clients == 0
    finally:
        port.close()


def test_nobody_on_the_udp_port_is_no_mistake() -> None:
    port = NmeaPort(udp=("127.0.0.1", free_port(socket.SOCK_DGRAM)))
    port.send(["$HEHDT,1.0,T*00"] * 100)
    assert port.sent == 100
    port.close()


def test_hosts_have_names_and_the_log_says_where_sentences_go(tmp_path: Path, receiver: socket.socket) -> None:
    tcp, udp = free_port(), receiver.getsockname()[1]
    ports = f"nmea_udp = localhost:{udp}\n  nmea_tcp = 127.0.0.2:{tcp}\n  nmea_serial = gps.tty"
    path = _mission(tmp_path, ports)
    with running(path, "--db", "--comms=native") as process:
        assert receiver.recv(4096).startswith(b"$")
        socket.create_connection(("127.0.0.2", tcp), 5.0).close()
        with pytest.raises(OSError):
            socket.create_connection(("127.0.0.1", tcp), 1.0)
        terminal = (tmp_path / "gps.tty").readlink()
        process.terminate()
        said = process.communicate(timeout=60.0)[0]
    said = said.decode() if isinstance(said, bytes) else said
    for place in (f"udp=127.0.0.1:{udp}", f"tcp=127.0.0.2:{tcp}", f"serial={tmp_path / 'gps.tty'} -> {terminal}"):
        assert f"NMEA 0183 sentences: {place}\n" in said
    assert not (tmp_path / "gps.tty").is_symlink()


def test_ports_that_others_reach_are_said_to_be() -> None:
    for place, near in (
        ("udp=127.0.0.1:1", True),
        ("udp=192.168.1.255:1", False),
        ("tcp=0.0.0.0:1", False),
        ("tcp=[::1]:1", True),
        ("tcp=[::]:1", False),
        ("serial=gps.tty -> /dev/pts/3", True),
    ):
        assert is_near(place) is near
    port = NmeaPort(tcp=("0.0.0.0", free_port()))
    assert port.places == (f"tcp=0.0.0.0:{port.tcp_port}",)
    port.close()


@pytest.mark.skipif(not socket.has_ipv6, reason="this system has no version 6 of IP")
def test_version_6_addresses() -> None:
    block = config_lines("sensor = gps", "nmea_tcp = [::1]:10110", "nmea_udp = 10.0.0.9:1")
    nmea = Simulator.from_lines(block).vehicle.part(SensorPart).nmea
    assert (nmea.nmea_tcp, nmea.nmea_udp) == (("::1", 10110), ("10.0.0.9", 1))
    try:
        port = NmeaPort(tcp=("::1", free_port()))
    except TransportError:
        pytest.skip("no loopback address of version 6 here")
    try:
        assert port.places == (f"tcp=[::1]:{port.tcp_port}",)
        socket.create_connection(("::1", port.tcp_port), 5.0).close()
    finally:
        port.close()


def test_an_unknown_host_is_one_clear_line(tmp_path: Path) -> None:
    done = run(_mission(tmp_path, "nmea_udp = no.such.host.invalid:10110"), "--comms=native")
    assert done.returncode == 1
    assert "nmea_udp: no host no.such.host.invalid" in done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_a_serial_line_speaks_of_now_to_whoever_opens_it(tmp_path: Path) -> None:
    """Raw bytes, as a program reads them that knows nothing of terminals; what nobody read is not kept for long."""
    link = tmp_path / "gps.tty"
    link.symlink_to("/dev/pts/9999")  # as a run that was killed leaves it
    port = NmeaPort(serial=link)
    try:
        port.send(["$GPGGA,lost*00"] * 1000)
        with link.open("rb", buffering=0) as reader:
            os.set_blocking(reader.fileno(), False)
            assert not reader.read()
            port.send(["$HEHDT,1.0,T*1F", "$HEHDT,2.0,T*1C"])
            assert wait_for(lambda: select.select([reader], [], [], 0.1)[0])
            assert reader.read() == b"$HEHDT,1.0,T*1F\r\n$HEHDT,2.0,T*1C\r\n"
            for n in range(1000):
                port.send([f"$GPGGA,{n},{'x' * 60}*00"])
                time.sleep(0.0005)
            slow = reader.read() or b""
            # whole sentences, the oldest ones
            assert MOST_UNREAD < len(slow) < 2 * MOST_UNREAD
            assert slow.startswith(b"$GPGGA,0,") and slow.endswith(b"*00\r\n")
            port.send(["$GPGGA,unread*00"])
        port.send(["$GPGGA,lost*00"])
        with link.open("rb", buffering=0) as reader:
            os.set_blocking(reader.fileno(), False)
            assert not reader.read()
    finally:
        port.close()
    assert not link.is_symlink()
    link.write_text("somebody's file")
    with pytest.raises(TransportError, match="cannot be made"):
        NmeaPort(serial=link)
    assert link.read_text() == "somebody's file"


def test_a_serial_library_reads_the_terminal(tmp_path: Path) -> None:
    serial = pytest.importorskip("serial")
    with running(_mission(tmp_path, "nmea_serial = gps.tty"), "--db", "--comms=native"):
        assert wait_for((tmp_path / "gps.tty").is_symlink)
        with serial.Serial(str(tmp_path / "gps.tty"), 4800, timeout=20.0) as line:
            line.readline()  # perhaps the end of one
            messages = [NMEAReader.parse(line.readline(), validate=0x01) for _ in range(50)]
    assert {message.msgID for message in messages} == {"GGA", "RMC", "HDT"}


def test_ais_of_others_reaches_the_ports_without_any_sensor(tmp_path: Path, receiver: socket.socket) -> None:
    text = MISSION.replace("  sensor = gps, rate=10, drift=0, noise=0.1\n  sensor = compass, bias=1\n", "")
    port = free_port()
    path = tmp_path / "ais.moos"
    path.write_text(text.format(port=port, ports=f"nmea_ais = true\n  nmea_udp = {receiver.getsockname()[1]}"))
    with running(str(path), "--db", "--comms=native"):
        assert wait_for(lambda: _listens(port))
        other = connect(port=port, name="pShare", warp=5)
        try:
            assert wait_for(lambda: other.notify("NODE_REPORT", "NAME=bravo,X=30,Y=40,SPD=2,HDG=90,LENGTH=4"))
            got = [receiver.recv(4096) for _ in range(3)]
        finally:
            other.close()
    assert all(re.fullmatch(rb"!AIVDM,1,1,,[AB],[0-W`-w]{27,28},[0-5]\*[0-9A-F]{2}\r\n", line) for line in got)


def _listens(port: int) -> bool:
    with contextlib.suppress(OSError):
        socket.create_connection(("127.0.0.1", port), 1.0).close()
        return True
    return False
