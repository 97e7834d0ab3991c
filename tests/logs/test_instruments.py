"""Logs of instruments: whose times can be named, and what is no log."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import pytest

from usimmarine_py.errors import ConfigError, LogFileError
from usimmarine_py.logs.instruments.read import read_series


def test_moments_with_any_number_of_digits(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("utc,x\n2025-06-01T12:00:00.5Z,1\n2025-06-01T12:00:01.2500Z,2\n2025-06-01T14:00:02+02:00,3\n")
    times, values = read_series(file)["x"]
    assert list(times - times[0]) == [0.0, 0.75, 1.5] and list(values) == [1.0, 2.0, 3.0]
    assert times[0] == 1748779200.5


def test_times_of_day_and_decimal_commas(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("Datum;Zeit;Breite\n1.6.2025;23:59:59,50;54,25\n1.6.2025;;54\n2.6.2025;00:00:01,75;-1,5\n")
    times, values = read_series(file, "Zeit")["Breite"]
    assert (list(times), list(values)) == ([86399.5, 86401.75], [54.25, -1.5])
    # where there are points a comma may part thousands
    file.write_text("t;x;y\n0;1,234;1.5\n1;2,345;2.5\n")
    assert sorted(read_series(file)) == ["y"]
    file.write_text("Zeit;x\n12:00:00;1\nnoon;2\n")
    with pytest.raises(LogFileError, match="'noon': no time of day hh:mm:ss"):
        read_series(file, "Zeit")


@pytest.mark.parametrize("name", ["a.parquet", "a.alog", "a.mcap", "a.bin", "a.tlog", "a.db3"])
def test_the_times_of_other_logs_cannot_be_named(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"")
    with pytest.raises(ConfigError, match="time=stamp is of tables of text"):
        read_series(tmp_path / name, "stamp", "ms")


@pytest.mark.parametrize("name", ["junk.bin", "junk.tlog"])
def test_junk_is_no_log_of_ardupilot(tmp_path: Path, name: str, capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pymavlink")
    (tmp_path / name).write_bytes(b"hello" * 50)
    with pytest.raises(LogFileError, match="is no log of ArduPilot"):
        read_series(tmp_path / name)
    assert capfd.readouterr() == ("", "")


START = 1_750_000_000_000_000_000  # ns


def _tlog() -> bytes:
    dialect = pytest.importorskip("pymavlink.dialects.v20.ardupilotmega")
    link = dialect.MAVLink(None, srcSystem=1)
    rows = []
    for i in range(200):
        packed = link.vfr_hud_encode(1.0, 1.0 + 0.01 * i, 90, 50, 0.0, 0.0).pack(link)
        rows.append(struct.pack(">Q", START // 1000 + i * 100_000) + packed)
    return b"".join(rows)


def _format(number: int, length: int, name: str, kinds: str, columns: str) -> bytes:
    return b"\xa3\x95\x80" + struct.pack("<BB4s16s64s", number, length, *map(str.encode, (name, kinds, columns)))


def _bin() -> bytes:
    formats = _format(128, 89, "FMT", "BBnNZ", "Type,Length,Name,Format,Columns")
    formats += _format(130, 15, "ATT", "Qf", "TimeUS,Yaw")
    rows = (b"\xa3\x95\x82" + struct.pack("<Qf", 1_000_000 + i * 100_000, i * 0.5) for i in range(200))
    return formats + b"".join(rows)


def _read(path: Path) -> tuple[dict[str, int], list[str]]:
    left_out: list[str] = []
    series = read_series(path, left_out=left_out)
    return {name: len(times) for name, (times, _) in series.items()}, left_out


def test_a_tlog_of_pymavlink_whole_torn_and_broken(tmp_path: Path) -> None:
    pytest.importorskip("pymavlink")
    file, written = tmp_path / "a.tlog", _tlog()
    file.write_bytes(written)
    counts, left_out = _read(file)
    assert counts["VFR_HUD.groundspeed"] == 200 and not left_out
    times, values = read_series(file)["VFR_HUD.groundspeed"]
    assert times[[0, -1]] - START * 1e-9 == pytest.approx([0.0, 19.9], abs=1e-3) and values[-1] == pytest.approx(2.99)
    length = len(written) // 200
    for more in (1, 7, 8, 9, 20, length - 1):
        file.write_bytes(written[: 100 * length + more])
        counts, left_out = _read(file)
        assert counts["VFR_HUD.groundspeed"] == 100, more
        assert left_out == ["left out: the last message, which is torn off"], more
    # 100 foreign bytes over parts of four packets; between two, with heads among them; before the first
    file.write_bytes(written[: 77 * length - 3] + b"\x13" * 100 + written[77 * length + 97 :])
    assert _read(file) == (
        {**counts, **dict.fromkeys(counts, 196)},
        [f"left out: bytes that are no message: {4 * length}"],
    )
    for foreign in (b"\xfd\xfe\x00" * 30, b"HTTP/1.1 200 OK\r\n" * 500):
        for at in (0, 50 * length):
            file.write_bytes(written[:at] + foreign + written[at:])
            counts, left_out = _read(file)
            assert counts["VFR_HUD.groundspeed"] == 200
            assert left_out == [f"left out: bytes that are no message: {len(foreign)}"]


def test_of_a_tlog_what_is_not_known_or_of_another_time_is_said(tmp_path: Path) -> None:
    pytest.importorskip("pymavlink")
    file, written = tmp_path / "a.tlog", _tlog()
    length = len(written) // 200
    packet = bytearray(written[8:length])
    packet[7:10] = b"\xff\xff\x10"  # a number that no dialect has
    file.write_bytes(written[: 9 * length] + written[:8] + packet + bytes(8) + written[8:])
    counts, left_out = _read(file)
    assert counts["VFR_HUD.groundspeed"] == 9 + 199
    assert left_out == [
        "left out: messages of a kind that is not known: 1",
        "left out: messages whose time is days away from the others: 1",
    ]


def test_a_bin_whole_torn_and_broken(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pymavlink")
    file, written = tmp_path / "a.bin", _bin()
    file.write_bytes(written)
    counts, left_out = _read(file)
    assert counts["ATT.Yaw"] == 200 and not left_out
    file.write_bytes(written[:-4])
    counts, left_out = _read(file)
    assert counts["ATT.Yaw"] == 199 and left_out == ["left out: the last message, which is torn off"]
    file.write_bytes(written[:1000] + b"\x13" * 60 + written[1060:])
    counts, left_out = _read(file)
    assert counts["ATT.Yaw"] == 196 and left_out == ["left out: bytes that are no message: 60"]
    assert capfd.readouterr() == ("", "")


def test_mcap_of_its_own_library_torn_and_with_broken_messages(tmp_path: Path) -> None:
    writer_of = pytest.importorskip("mcap.writer").Writer
    file = tmp_path / "a.mcap"
    with file.open("wb") as stream:
        writer = writer_of(stream, chunk_size=1024)
        writer.start()
        schema = writer.register_schema("n", "jsonschema", b"{}")
        gps, picture = writer.register_channel("/gps", "json", schema), writer.register_channel("/img", "cdr", schema)
        for i in range(200):
            text = b"{" if i == 7 else json.dumps({"speed": i * 0.1}).encode()
            writer.add_message(gps, START + i * 10**8, text, START)
            writer.add_message(picture, START + i * 10**8, b"\0", START)
        writer.finish()
    counts, left_out = _read(file)
    assert counts == {"/gps.speed": 199}
    assert sorted(left_out) == [
        "left out: messages of /gps that are no JSON: 1",
        "left out: messages of /img in cdr: 200",
    ]
    written = file.read_bytes()
    file.write_bytes(written[: len(written) // 2])
    counts, left_out = _read(file)
    assert 20 < counts["/gps.speed"] < 199 and "end of the file, which is broken" in left_out[-1]
    file.write_bytes(written[:40])
    with pytest.raises(LogFileError, match="cannot read the MCAP file"):
        _read(file)


def test_a_bag_of_rosbags_with_a_broken_message_and_torn(tmp_path: Path) -> None:
    writer_of = pytest.importorskip("rosbags.rosbag2").Writer
    from rosbags.typesys import Stores, get_typestore

    store = get_typestore(Stores.ROS2_HUMBLE)
    kind = "geometry_msgs/msg/Vector3"
    with writer_of(tmp_path / "bag", version=9) as bag:
        topic = bag.add_connection("/v", kind, typestore=store)
        for i in range(300):
            raw = bytes(store.serialize_cdr(store.types[kind](x=float(i), y=0.0, z=0.0), kind))
            bag.write(topic, START + i * 10**8, raw[:10] if i == 9 else raw)
    counts, left_out = _read(tmp_path / "bag")
    assert counts["/v.x"] == 299 and left_out == ["left out: messages of /v that are broken: 1"]
    file = next((tmp_path / "bag").glob("*.db3"))
    file.write_bytes(file.read_bytes()[:9000])
    with pytest.raises(LogFileError, match="is no bag that can be read"):
        _read(tmp_path / "bag")
