"""uFldAcousticModem beside formulas of one's own: delivery by distance, arrivals, collisions, ranges, fixes."""

from __future__ import annotations

from dataclasses import replace
from math import erf, log10, sqrt

import numpy as np
import pytest

from tests.support.driven import HOME, Driven
from usimmarine_py.maths.water.sound import absorption
from usimmarine_py.values.mail import Value

SHORE = replace(HOME, name="shore")
PROFILE = ((0.0, 16.0, 34.0), (15.0, 14.0, 34.5), (40.0, 8.0, 35.0))
WATER = "water_profile = " + ",".join(":".join(f"{cell:g}" for cell in row) for row in PROFILE)
#: every packet is understood, and timed without an error
CLEAR = ("delivery = 5000:1", "timing_noise = 0")


def modem(*lines: str, **places: tuple[float, float, float]) -> Driven:
    """The program with vehicles at rest, x, y, depth."""
    driven = Driven("uFldAcousticModem", *lines, home=SHORE)
    assert driven.host.warnings == []
    for name, place in places.items():
        report(driven, name, place)
    return driven


def report(driven: Driven, name: str, place: tuple[float, float, float], speed: float = 0.0, course: float = 0) -> None:
    x, y, depth = place
    text = f"NAME={name},TYPE=auv,X={x},Y={y},DEP={depth},SPD={speed},HDG={course},TIME={driven.host.now}"
    driven.mail("NODE_REPORT", text)


def say(driven: Driven, source: str, to: str, text: str = "hello") -> None:
    driven.mail("NODE_MESSAGE", f"src_node={source},dest_node={to},var_name=V,string_val={text}")


def after(driven: Driven, seconds: float, tick: float = 0.25) -> list[tuple[str, Value]]:
    return [row for _ in range(round(seconds / tick)) for row in driven.tick(tick)]


def parts(rows: list[tuple[str, Value]], variable: str) -> list[dict[str, str]]:
    return [dict(part.split("=", 1) for part in str(text).split(",")) for name, text in rows if name == variable]


def results(rows: list[tuple[str, Value]]) -> list[tuple[str, str, str]]:
    return [(one["src"], one["dest"], one["result"]) for one in parts(rows, "UAM_PACKET")]


def own_speed(depth: np.ndarray) -> np.ndarray:
    """Mackenzie's speed of sound at the rows, linear between them, m/s."""

    def at(d: float, t: float, s: float) -> float:
        s -= 35.0
        warm = 4.591 * t - 5.304e-2 * t**2 + 2.374e-4 * t**3
        return 1448.96 + warm + 1.34 * s + 1.63e-2 * d + 1.675e-7 * d**2 - 1.025e-2 * t * s - 7.139e-13 * t * d**3

    return np.interp(depth, [row[0] for row in PROFILE], [at(*row) for row in PROFILE])


def own_time(a: tuple[float, float, float], b: tuple[float, float, float]) -> float:
    way = np.linspace(a[2], b[2], 4001)
    return float(np.linalg.norm(np.subtract(a, b)) * np.mean(1.0 / own_speed(0.5 * (way[1:] + way[:-1]))))


def test_a_thousand_packets_are_delivered_by_range_and_arrive_with_the_sound() -> None:
    noise, level, threshold, fading, frequency = 50.0, 165.0, 12.0, 3.5, 20.0
    lines = (WATER, f"frequency = {frequency}", "bandwidth = 4", f"source_level = {level}", f"noise_level = {noise}",
             f"threshold = {threshold}", f"fading = {fading}", "spreading = 1.7")  # fmt: skip
    places = {f"v{k}": (r * 0.6, r * 0.8, 30.0) for k, r in enumerate((1200.0, 2000.0, 2600.0, 3200.0))}
    driven = modem(*lines, abe=(0.0, 0.0, 5.0), **places)
    rows = []
    for _ in range(1000):
        say(driven, "abe", "all")
        rows += driven.tick(3.0)
    rows += driven.tick(5.0)
    packets = parts(rows, "UAM_PACKET")
    assert len(packets) == 4000
    shares = []
    for name, place in places.items():
        found = [one for one in packets if one["dest"] == name]
        apart = float(np.linalg.norm(np.subtract(place, (0.0, 0.0, 5.0))))
        # absorption itself is compared below
        alpha = absorption(frequency, *np.array([[np.interp(17.5, [0, 15, 40], column)] for column in
                           ([16.0, 14.0, 8.0], [34.0, 34.5, 35.0])]).ravel(), 17.5)  # fmt: skip
        snr = level - 17.0 * log10(apart) - alpha * apart / 1000.0 - noise - 10.0 * log10(4000.0)
        expected = 0.5 * (1.0 + erf((snr - threshold) / fading / sqrt(2.0)))
        share = sum(one["result"] == "ok" for one in found) / 1000
        assert share == pytest.approx(expected, abs=0.03)
        shares.append(share)
        time = own_time((0.0, 0.0, 5.0), place)
        assert all(abs(float(one["arrival"]) - float(one["sent"]) - time) < 1e-3 for one in found)
    assert shares[0] > 0.95 and shares == sorted(shares, reverse=True) and 0.02 < shares[-1] < 0.6
    # what was understood was posted, once
    counts = [sum(name == f"NODE_MESSAGE_{vehicle.upper()}" for name, _ in rows) for vehicle in places]
    assert counts == [round(1000 * share) for share in shares]


@pytest.mark.parametrize("frequency", [5.0, 10.0, 25.0, 40.0])
def test_absorption_is_near_thorps(frequency: float) -> None:
    f2 = frequency * frequency
    thorp = 0.11 * f2 / (1 + f2) + 44 * f2 / (4100 + f2) + 2.75e-4 * f2 + 0.003
    assert absorption(frequency, 4.0, 35.0, 0.0) == pytest.approx(thorp, rel=0.2)


def test_two_packets_that_overlap_are_both_lost_and_two_that_do_not_are_not() -> None:
    places = {"abe": (-700.0, 0.0, 10.0), "ben": (700.0, 0.0, 10.0), "cal": (0.0, 0.0, 10.0)}
    driven = modem(*CLEAR, **places)
    say(driven, "abe", "cal")
    say(driven, "ben", "cal")
    rows = after(driven, 5.0)
    assert sorted(results(rows)) == [("abe", "cal", "collision"), ("ben", "cal", "collision")]
    assert not any(name == "NODE_MESSAGE_CAL" for name, _ in rows)
    say(driven, "abe", "cal")
    rows = after(driven, 0.75)
    say(driven, "ben", "cal")
    rows += after(driven, 5.0)
    assert sorted(results(rows)) == [("abe", "cal", "ok"), ("ben", "cal", "ok")]
    # one that is much louder drowns the other, and is understood
    report(driven, "ben", (20.0, 0.0, 10.0))
    say(driven, "abe", "cal")
    after(driven, 0.5)
    say(driven, "ben", "cal")
    assert sorted(results(after(driven, 5.0))) == [("abe", "cal", "collision"), ("ben", "cal", "ok")]


def test_a_modem_that_sends_hears_nothing() -> None:
    driven = modem(*CLEAR, "bit_rate = 400", abe=(0.0, 0.0, 5.0), ben=(600.0, 0.0, 5.0))
    say(driven, "abe", "ben")
    say(driven, "ben", "abe", "a" * 60)  # 1.5 s on the way out, while the other comes in after 0.4 s
    assert results(after(driven, 5.0)) == [("abe", "ben", "busy"), ("ben", "abe", "ok")]


def test_a_two_way_range_by_clocks_that_drift() -> None:
    places = {"abe": (0.0, 0.0, 5.0), "ben": (900.0, 300.0, 35.0)}
    drifts = {"abe": 400e-6, "ben": -250e-6}
    lines = [f"clock_drift = {name}={1e6 * drift}" for name, drift in drifts.items()]
    driven = modem(*CLEAR, WATER, *lines, "turnaround = 1.5", "sound_speed = 1500", "report_vars = both", **places)
    driven.mail("CRS_RANGE_REQUEST", "name=ABE")
    rows = after(driven, 8.0)
    (found,) = parts(rows, "CRS_RANGE_REPORT_ABE")
    (shared,) = parts(rows, "CRS_RANGE_REPORT")
    assert shared == {"vname": "abe", **found} and (found["target"], found["way"]) == ("ben", "two")
    time, packet = own_time(places["abe"], places["ben"]), 0.1 + 8 * 4 / 1000
    there_and_back = 2 * time + packet + 1.5 / (1 + drifts["ben"])
    expected = 750.0 * (there_and_back * (1 + drifts["abe"]) - packet - 1.5)
    assert float(found["range"]) == pytest.approx(expected, abs=2e-3)
    assert abs(expected - np.linalg.norm(np.subtract(*places.values()))) > 2.0  # drift and profile matter
    assert float(found["time"]) == pytest.approx(1000.0 + there_and_back, abs=1e-3)


def test_a_one_way_range_is_wrong_by_what_clocks_differ() -> None:
    places = {"abe": (0.0, 0.0, 5.0), "ben": (900.0, 0.0, 5.0), "cal": (0.0, 500.0, 5.0)}
    driven = modem(*CLEAR, "clock_offset = ben=-0.01", "clock_drift = ben=20", **places)
    after(driven, 600.0, 100.0)
    driven.mail("CRS_RANGE_REQUEST", "name=abe,way=one")
    rows = after(driven, 2.0)
    (ben,), (cal,) = parts(rows, "CRS_RANGE_REPORT_BEN"), parts(rows, "CRS_RANGE_REPORT_CAL")
    assert float(cal["range"]) == pytest.approx(500.0, abs=1e-3) and cal["way"] == "one"
    assert (float(cal["x"]), float(cal["y"]), float(cal["depth"])) == places["abe"]
    speed = 1489.8  # of 10 deg C and 35 g/kg, to a part of 10,000
    assert float(ben["range"]) - 900.0 == pytest.approx(speed * (-0.01 + 20e-6 * 600.6), abs=0.01)
    assert results(rows) == [("abe", "cal", "ok"), ("abe", "ben", "ok")]  # no answers


def test_a_moving_vehicle_is_met_where_the_sound_comes() -> None:
    driven = modem(*CLEAR, abe=(0.0, 0.0, 5.0))
    report(driven, "ben", (1000.0, 0.0, 5.0), speed=20.0, course=90)
    driven.mail("CRS_RANGE_REQUEST", "name=abe,way=one")
    (found,) = parts(after(driven, 3.0), "CRS_RANGE_REPORT_BEN")
    c = 1489.8
    assert float(found["range"]) == pytest.approx(1000.0 * c / (c - 20.0), abs=0.01)


def own_fix(beacons: np.ndarray, ranges: np.ndarray, depth: float) -> np.ndarray:
    """Least squares of slant ranges, by shrinking grids: no derivative, no linear start."""
    centre, half = np.array([0.0, 0.0]), 600.0
    for _ in range(60):
        x, y = (centre[i] + np.linspace(-half, half, 13) for i in (0, 1))
        gx, gy = np.meshgrid(x, y, indexing="ij")
        away = np.sqrt((gx[..., None] - beacons[:, 0]) ** 2 + (gy[..., None] - beacons[:, 1]) ** 2
                       + (depth - beacons[:, 2]) ** 2)  # fmt: skip
        best = np.unravel_index(np.argmin(((away - ranges) ** 2).sum(axis=-1)), gx.shape)
        centre, half = np.array([gx[best], gy[best]]), half * 0.6
    return centre


def test_a_fix_by_buoys_is_that_of_least_squares() -> None:
    beacons = {"n": (0.0, 400.0, 10.0), "e": (400.0, 0.0, 15.0), "s": (-50.0, -420.0, 10.0), "w": (-390.0, 20.0, 20.0)}
    lines = [f"beacon = x={x},y={y},depth={z},label={name}" for name, (x, y, z) in beacons.items()]
    driven = modem("delivery = 5000:1", "timing_noise = 0.002", *lines, abe=(120.0, -80.0, 40.0))
    errors = []
    for _ in range(10):
        driven.mail("BRS_RANGE_REQUEST", "name=abe")
        rows = after(driven, 12.0)
        found = parts(rows, "BRS_RANGE_REPORT_ABE")
        assert sorted(one["id"] for one in found) == sorted(beacons)
        places = np.array([beacons[one["id"]] for one in found])
        own = own_fix(places, np.array([float(one["range"]) for one in found]), 40.0)
        (fix,) = parts(rows, "BRS_FIX_ABE")
        assert np.hypot(*(own - [float(fix["x"]), float(fix["y"])])) < 5e-3
        errors.append(own - [120.0, -80.0])
    # 2 ms are 1.5 m of a two-way range; four well placed beacons halve that twice over in x and y
    assert 0.3 < np.std(errors) < 3.0


def test_two_buoys_make_no_fix() -> None:
    lines = ("beacon = x=0,y=100,label=a", "beacon = x=0,y=300,label=b")
    driven = modem(*CLEAR, *lines, abe=(120.0, -80.0, 40.0))
    driven.mail("BRS_RANGE_REQUEST", "name=abe")
    (fix,) = parts(after(driven, 15.0), "BRS_FIX_ABE")
    assert (fix["quality"], fix["ranges"]) == ("0", "2")


def test_packets_depend_on_no_tick_and_on_no_other_pair() -> None:
    def played(tick: float, *others: str) -> list[dict[str, str]]:
        driven = modem("threshold = 38", "fading = 5", abe=(0.0, 0.0, 5.0), ben=(900.0, 0.0, 30.0))
        for k, name in enumerate(others):
            report(driven, name, (100.0 * k, 300.0, 5.0))
        rows = []
        for _ in range(40):
            driven.mail("CRS_RANGE_REQUEST", "name=abe,target=ben")
            rows += after(driven, 4.0, tick)
        return [one for one in parts(rows, "UAM_PACKET") if {one["src"], one["dest"]} == {"abe", "ben"}]

    once = played(0.25)
    assert played(2.0) == once == played(0.25, "cal", "deb")
    assert {one["result"] for one in once} == {"ok", "noise"}


def test_the_link_of_node_comms() -> None:
    comms = Driven("uFldNodeComms", "comms_range = nolimit", "min_msg_interval = 0", "link = acoustic", home=SHORE)
    water = Driven("uFldAcousticModem", *CLEAR, home=replace(SHORE, launched=("uFldNodeComms",)))
    assert "NODE_MESSAGE" not in water.app.on_connect_subscriptions()
    for driven in (comms, water):
        for name, x in (("abe", 0.0), ("ben", 1500.0), ("cal", 300.0)):
            report(driven, name, (x, 0.0, 5.0))
    say(comms, "abe", "ben", "all is well, here")
    rows = comms.tick()
    assert {name for name, _ in rows if not name.startswith("VIEW")} == {"UAM_SEND"}
    for _, text in rows:
        water.mail("UAM_SEND", text)
    found = after(water, 10.0)
    (told,) = [text for name, text in found if name == "NODE_MESSAGE_BEN"]
    assert "string_val=" in str(told) and "all is well" in str(told)
    first = {(one["src"], one["dest"]): one for one in parts(found, "UAM_PACKET") if one["kind"] == "report"}
    assert len(first) == 6 and all(one["result"] in ("ok", "collision", "busy") for one in first.values())
    reports = [name for name, _ in found if name.startswith("NODE_REPORT_")]
    assert len(reports) == sum(one["result"] == "ok" for one in first.values())


def test_a_newer_report_takes_the_place_of_one_that_waits_and_messages_wait_in_a_line() -> None:
    driven = modem(*CLEAR, "messages = true", abe=(0.0, 0.0, 5.0), ben=(150.0, 0.0, 5.0))
    say(driven, "abe", "ben", "a" * 100)
    for k in range(3):
        driven.mail("UAM_SEND", f"src=abe,dest=ben,var=NODE_REPORT,val=NAME=abe,X={k}")
    rows = after(driven, 6.0)
    assert [text for name, text in rows if name == "NODE_REPORT_BEN"] == ["NAME=abe,X=2"]
    for _ in range(25):
        say(driven, "abe", "ben")
    assert any("20 packets waiting" in text for text in driven.host.run_warnings)
    assert sum(name == "NODE_MESSAGE_BEN" for name, _ in after(driven, 30.0)) == 20
    assert "message" in driven.app.report() and "Modems: 2" in driven.app.report()


def test_what_cannot_be_used_is_named() -> None:
    bad = ("water_profile = no.txt", "delivery = 5:2", "beacon = x=1,y=2", "clock_drift = 5", "frequency = 0",
           "beacon = x=1,y=2,label=a,freq=3", "water_profile = 5:99")  # fmt: skip
    driven = Driven("uFldAcousticModem", *bad, home=SHORE)
    assert len(driven.host.warnings) == len(bad) and all("m.moos:" in text for text in driven.host.warnings)
    report(driven, "abe", (0.0, 0.0, 5.0))
    for variable, text in (
        ("CRS_RANGE_REQUEST", "name=zoe"), ("CRS_RANGE_REQUEST", "name=abe"), ("CRS_RANGE_REQUEST", "name=abe,way=up"),
        ("BRS_RANGE_REQUEST", "name=abe"), ("UAM_SEND", "src=abe,val=3"), ("NODE_MESSAGE", "src_node=abe"),
        ("NODE_MESSAGE", "src_node=abe,dest_node=ben,var_name=V,string_val=a"),
    ):  # fmt: skip
        before = len(driven.host.run_warnings)
        assert driven.mail(variable, text) == []
        assert len(driven.host.run_warnings) == before + 1 and variable in driven.host.run_warnings[-1]


def test_noise_by_wind_is_louder_in_a_storm() -> None:
    calm, storm = (modem(f"wind_speed = {wind}", abe=(0.0, 0.0, 5.0), ben=(900.0, 0.0, 5.0)) for wind in (0, 15))
    levels = []
    for driven in (calm, storm):
        say(driven, "abe", "ben")
        levels.append(float(parts(after(driven, 3.0), "UAM_PACKET")[0]["snr"]))
    assert 10.0 < levels[0] - levels[1] < 30.0
