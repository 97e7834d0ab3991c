"""AIS sentences of other vehicles: bits beside a published example, the rest read by pyais and a reader of our own."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.support.internals import internals
from usimmarine_py.errors import ConfigError
from usimmarine_py.limits import MOST_AIS_CONTACTS
from usimmarine_py.sensors import ais
from usimmarine_py.sensors.ais import AisContact, contact_from, due, mmsi_of, position_report, static_reports, vdm
from usimmarine_py.sensors.nmea import KNOT, checksum
from usimmarine_py.simulator import Simulator
from usimmarine_py.values import ConfigLine, Message

REPORT = (
    "NAME=alpha,TYPE=UUV,TIME=1252348077.59,X=51.71,Y=-35.50,LAT=43.824981,LON=-70.329755,SPD=2.00,HDG=118.85,"
    "YAW=118.84754,DEP=0.63,LENGTH=3.8,MODE=MODE@ACTIVE:LOITERING"
)
SHIP = "NAME=Big Ship,TYPE=ship,LAT=-33.5,LON=151.25,SPD=9.0,HDG=359.97,LENGTH=61,BEAM=11,MMSI=257123456"


def bits_of(sentences: list[str]) -> str:
    """The bits of a message, by the six-bit table as printed in the standard."""
    table = "0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVW`abcdefghijklmnopqrstuvw"
    found = ""
    for place, sentence in enumerate(sentences, 1):
        body, star, given = sentence.removeprefix("!").partition("*")
        assert star and checksum(body) == given and len(sentence) + 2 <= 82
        talker, count, number, _, channel, payload, fill = body.split(",")
        assert (talker, int(count), int(number), channel in "AB") == ("AIVDM", len(sentences), place, True)
        found += "".join(f"{table.index(c):06b}" for c in payload)
        found = found[: len(found) - int(fill)]
    return found


def text_at(bits: str, start: int, length: int) -> str:
    table = "@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_ !\"#$%&'()*+,-./0123456789:;<=>?"
    return "".join(table[int(bits[i : i + 6], 2)] for i in range(start, start + 6 * length, 6))


def test_the_packing_gives_a_published_sentence() -> None:
    """A ship at anchor off Seattle, the usual example of how message 1 is laid out."""
    longitude, latitude = -122.34583333333333, 47.58283333333333
    place = [(round(longitude * 600_000), 28), (round(latitude * 600_000), 27)]
    head = [(1, 6), (0, 2), (477553000, 30), (5, 4), (0, 8), (0, 10), (0, 1)]
    assert vdm([*head, *place, (510, 12), (181, 9), (15, 6), (0, 2), (0, 3), (0, 1), (149208, 19)], 1) == [
        "!AIVDM,1,1,,B,177KQJ5000G?tO`K>RA1wUbN0TKH,0*5C"
    ]


def test_positions_and_static_data_have_the_widths_of_the_standard() -> None:
    small, big = contact_from(REPORT, "auto", None), contact_from(SHIP, "auto", None)
    for contact, number, static in ((small, 18, {24: (160, 168)}), (big, 1, {5: (424,)})):
        bits = bits_of(vdm(position_report(contact, 42), 0))
        assert (len(bits), int(bits[:6], 2), int(bits[8:38], 2)) == (168, number, contact.mmsi)
        (kind, lengths), found = *static.items(), [bits_of(vdm(m, 3)) for m in static_reports(contact)]
        assert tuple(len(one) for one in found) == lengths
        assert all(int(one[:6], 2) == kind for one in found)
    assert text_at(bits_of(vdm(static_reports(small)[0], 0)), 40, 20) == "ALPHA".ljust(20, "@")
    assert text_at(bits_of(vdm(static_reports(big)[0], 0)), 112, 20) == "BIG SHIP".ljust(20, "@")


def read(contact: AisContact, second: int = 42) -> dict[int, Any]:
    """What pyais makes of all that a contact says, by message type and part."""
    pyais = pytest.importorskip("pyais")
    found = {}
    for message in (position_report(contact, second), *static_reports(contact)):
        decoded = pyais.decode(*vdm(message, 5))
        found[10 * decoded.msg_type + getattr(decoded, "partno", 0)] = decoded
    return found


def test_an_independent_decoder_reads_a_small_vehicle() -> None:
    found = read(contact_from(REPORT, "auto", None))
    position, name, rest = found[180], found[240], found[241]
    assert position.mmsi == name.mmsi == rest.mmsi == mmsi_of("alpha")
    assert position.lat == pytest.approx(43.824981, abs=0.5 / 600_000 + 1e-6)
    assert position.lon == pytest.approx(-70.329755, abs=0.5 / 600_000 + 1e-6)
    assert (position.speed, position.course, position.heading) == (3.9, 118.8, 119)
    assert (position.second, bool(position.cs)) == (42, True)
    assert (name.shipname, rest.ship_type, rest.vendorid) == ("ALPHA", 90, "USM")
    assert (rest.to_bow + rest.to_stern, rest.to_port + rest.to_starboard) == (4, 0)


def test_an_independent_decoder_reads_a_ship() -> None:
    found = read(contact_from(SHIP, "auto", None))
    position, static = found[10], found[50]
    assert (position.mmsi, static.mmsi) == (257123456, 257123456)
    assert (position.lat, position.lon) == (-33.5, 151.25)
    assert position.speed == pytest.approx(9.0 / KNOT, abs=0.05)
    assert (position.course, position.heading, position.turn) == (0.0, 0, pytest.approx(-128.0))
    assert (static.shipname, static.callsign, static.destination) == ("BIG SHIP", "", "")
    assert (static.to_bow + static.to_stern, static.to_port + static.to_starboard) == (61, 11)
    assert (static.month, static.day, static.hour, static.minute) == (0, 0, 24, 60)


@pytest.mark.parametrize(
    ("report", "wanted", "class_a"),
    [(REPORT, "a", True), (SHIP, "b", False), ("NAME=x,TYPE=ship,LAT=1,LON=2", "auto", True), (REPORT, "auto", False)],
)
def test_the_class_is_chosen_or_follows_from_the_length(report: str, wanted: str, class_a: bool) -> None:
    assert contact_from(report, wanted, None).class_a is class_a


def test_what_is_unknown_is_said_to_be() -> None:
    found = read(contact_from("NAME=x,LAT=1,LON=2", "b", None))
    assert (found[180].course, found[180].heading, found[180].speed) == (360.0, 511, 0.0)
    astern = contact_from("NAME=x,LAT=1,LON=2,SPD=-1,HDG=270", "b", None)
    assert (astern.speed, astern.course, astern.heading) == (1.0, 90.0, 270.0)
    assert read(astern)[180].course == 90.0


@pytest.mark.parametrize(
    ("report", "problem"),
    [
        ("hello", "must be NAME="),
        ("NAME=x,X=1", "tells no position of x"),
        ("NAME=x,X=1,Y=2", "without LatOrigin"),
        ("NAME=x,LAT=91,LON=2", "off the Earth"),
    ],
)
def test_reports_without_a_place_are_refused(report: str, problem: str) -> None:
    with pytest.raises(ConfigError, match=problem):
        contact_from(report, "auto", None)
    here = contact_from("NAME=x,X=1,Y=2", "auto", lambda x, y: (y, x))
    assert (here.latitude, here.longitude) == (2.0, 1.0)


@pytest.mark.parametrize(
    ("class_a", "knots", "interval"),
    [(True, 0, 10), (True, 14, 10), (True, 15, 6), (True, 23.5, 2), (False, 1.9, 180), (False, 2.1, 30)],
)
def test_intervals_are_those_of_the_standard(class_a: bool, knots: float, interval: float) -> None:
    contact = AisContact("x", 200_000_001, class_a, 90, 5.0, speed=knots * KNOT)
    times = []
    for tick in range(0, 4 * 400):
        contact, said = due(contact, 0.25 * tick, 0)
        times += [0.25 * tick] * any(bits_of([s])[:6] in ("000001", "010010") for s in said if ",1,1,," in s)
    assert times == [interval * k for k in range(math.ceil(400 / interval)) if interval * k < 400]
    assert contact.static_sent == 360.0
    assert due(AisContact("x", 1, True, 90, 5.0, depth=3.0), 0.0, 0)[1] == []


def simulator(**more: Any) -> Simulator:
    return Simulator(datum=(43.8253, -70.3304), turn_rate=40, **more)


def spoken(posts: list[Any]) -> list[str]:
    return [post.value for post in posts if post.variable == "USM_NMEA"]


def test_the_simulator_tells_of_those_that_report_themselves() -> None:
    pyais = pytest.importorskip("pyais")
    sim = simulator(nmea_ais=True, nmea_rates="VDM=0.5")
    assert "NODE_REPORT" in sim.subscriptions()
    places = []
    for tick in range(1, 101):
        now = 0.1 * tick
        sim.on_mail(Message("NODE_REPORT", f"NAME=bravo,X={2.0 * now},Y=0,SPD=2,HDG=90,LENGTH=4", now, "bravo"))
        posts = sim.iterate(now)
        assert sim.take_sentences() == spoken(posts)
        for sentence in spoken(posts):
            message = pyais.decode(sentence)
            places += [(now, message)] if message.msg_type == 18 else []
    assert [round(now, 1) for now, _ in places] == [0.1, 2.1, 4.1, 6.1, 8.1]
    for now, message in places:
        east = math.radians(message.lon + 70.3304) * 6_378_137.0 * math.cos(math.radians(43.8253))
        # a ten-thousandth of a minute, and the ellipsoid
        assert east == pytest.approx(2.0 * now, abs=0.2)
        assert message.second == int(now)
    assert not sim.run_warnings


def test_bad_reports_leave_one_warning_and_without_the_setting_nothing_listens() -> None:
    sim = simulator(nmea_ais="b", nmea=False)
    sim.on_mail(Message("NODE_REPORT", "NAME=bravo", 0.1, "pNodes"))
    (warning,) = sim.run_warnings
    assert "NODE_REPORT" in warning and "pNodes" in warning and "tells no position of bravo" in warning
    sim.on_mail(Message("NODE_REPORT", "NAME=bravo,X=1,Y=2", 0.1, "pNodes"))
    assert not spoken(sim.iterate(0.2))
    assert len(sim.take_sentences()) == 3  # a position, and two parts of static data
    assert "NODE_REPORT" not in simulator(sensor="gps").subscriptions()
    assert ais.due(internals(sim).contacts[0], 0.3, 0)[1] == []


def test_the_vehicle_does_not_hear_itself() -> None:
    sim = Simulator.from_lines([ConfigLine("nmea_ais", "true")], datum=(43.8253, -70.3304), own_name="Alpha")
    for name in ("alpha", "bravo"):
        sim.on_mail(Message("NODE_REPORT", f"NAME={name},X=1,Y=2", 0.1, "pNodeReporter"))
    sim.iterate(0.2)
    assert [contact.name for contact in internals(sim).contacts] == ["bravo"]
    assert not sim.run_warnings


def test_a_flood_of_names_is_told_of() -> None:
    known = {str(n): AisContact(str(n), n, False, 90, 0.0) for n in range(MOST_AIS_CONTACTS)}
    with pytest.raises(ConfigError, match="more than 1000 vehicles"):
        contact_from("NAME=x,LAT=1,LON=2", "b", None, known)
    assert contact_from("NAME=7,LAT=1,LON=2", "b", None, known).latitude == 1.0
