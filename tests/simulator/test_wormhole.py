"""Wormholes: lines as the real programs read them, the state machine and transport as recorded."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from usimmarine_py.simulator.parts.run.wormholes import (
    Phase,
    Tunnel,
    Wormhole,
    read_polygon,
    read_wormhole,
    transported,
)

LOOK = "label_color=invisible,edge_color=invisible,vertex_color=invisible,fill_color=white,fill_transparency=0.1"
BASIC = "tag=One,madrid_poly={15,-8:15,8:31,8:31,-8},weber_poly={115,92:115,108:131,108:131,92},connection=from_madrid"
FROM_WEBER = (
    "tag=w,connection=from_weber,weber_poly={pts={14,-9:14,9:30,12:33,-10}},"
    "madrid_poly={pts={-100,40:-96,47:-85,44:-88,38}}"
)
SHAPES = (
    "tag=big,connection=from_madrid,madrid_poly={pts={15,-12:10,0:15,12:35,12:40,0:35,-12}},"
    "weber_poly={pts={198,199:200,203.5:204,198.5}}"
)


def one(line: str) -> Wormhole:
    wormholes, problem = read_wormhole((), line)
    assert problem == ""
    return wormholes[0]


def test_report_and_view_texts_as_recorded():
    lines = [
        "tag=ABC,madrid_poly={15,-8:15,8:31,8:31,-8}",
        "tag=abc,weber_poly={115,92:115,108:131,108:131,92},delay=3.5,id_change=false,connection=FROM_MADRID",
        "tag=bad,delay=-1",
        "madrid_poly={0,0:1,0:1,1},tag=late",
        "tag=notconvex,madrid_poly={0,0:10,0:1,1:0,10}",
        "tag=x,foo=1",
    ]
    wormholes: tuple[Wormhole, ...] = ()
    unhandled = []
    for line in lines:
        wormholes, problem = read_wormhole(wormholes, line)
        if problem:
            unhandled.append(line)
    assert unhandled == [lines[2], lines[4], lines[5]]
    bare = ("madrid_poly: null", "weber_poly:  null")
    assert [w.report_lines() for w in wormholes] == [
        (
            "tag=abc, connection=from_madrid, delay=3.5, id_change=false",
            f"madrid_poly: pts={{15,-8:15,8:31,8:31,-8}},label=abc_madrid,{LOOK}",
            f"weber_poly:  pts={{115,92:115,108:131,108:131,92}},label=abc_weber,{LOOK}",
        ),
        ("tag=bad, connection=from_madrid, delay=0, id_change=true", *bare),
        (
            "tag=late, connection=from_madrid, delay=0, id_change=true",
            f"madrid_poly: pts={{0,0:1,0:1,1}},label=late_madrid,{LOOK}",
            bare[1],
        ),
        ("tag=notconvex, connection=from_madrid, delay=0, id_change=true", *bare),
        ("tag=x, connection=from_madrid, delay=0, id_change=true", *bare),
    ]
    assert [text.split(",label=")[1].split(",")[0] for text in wormholes[0].view_polygons()] == [
        "abc_weber",
        "abc_madrid",
    ]
    assert wormholes[1].view_polygons() == ()


@pytest.mark.parametrize(
    ("line", "handled"),
    [
        ("tag=a,", True),
        ("tag=a,id_change=TRUE", True),
        ("tag=a,id_change=yes", False),
        ("tag=a,connection=none", False),
        ("tag=a,delay=abc", False),
        ("tag=a,tag=b", True),
        ("tag=a,madrid_poly=", False),
        ("tag=a,madrid_poly=0,0:10,0:10,10", False),
        ("tag=a,madrid_poly=pts={0,0:10,0:10,10}", True),
        ("tag=a,madrid_poly={pts={0,0:10,0:10,10},label=foo,edge_color=red}", True),
        ("tag=a,madrid_poly={0,0:10,0:10,10:}", True),
        ("tag=a,madrid_poly={0,0:10,0:10,10:0,10,7}", True),
        ("tag=a,madrid_poly={0,0,label=x:10,0:10,10}", False),
        ("tag=a,madrid_poly={1e1,0:10,0:10,10}", False),
        ("tag=a,madrid_poly={a,0:20,0:10,10}", False),
        ("connection=both", False),
        ("TAG=a", False),
        ("tag=,delay=1", False),
        ("madrid_poly={pts={0,0:10,0:10,10}},tag=a", False),
    ],
)
def test_lines_are_taken_as_the_real_program_takes_them(line, handled):
    assert (read_wormhole((), line)[1] == "") is handled


def test_a_bad_line_keeps_what_earlier_lines_gave():
    wormholes, _ = read_wormhole((), "tag=a,delay=1")
    wormholes, problem = read_wormhole(wormholes, "tag=a,delay=2,foo=3")
    assert problem
    assert wormholes == (Wormhole("a", delay=1),)


def test_shown_vertices_have_one_decimal_and_kept_ones_all():
    wormhole = one("tag=a,madrid_poly={0.123456789,0:10,0:10,10.987654321},delay=1.23456789")
    assert wormhole.madrid is not None
    assert wormhole.madrid.vertices[0] == (0.123456789, 0)
    assert wormhole.report_lines()[0].split(", ")[2] == "delay=1.23457"
    assert wormhole.view_polygons()[0].startswith("pts={0.1,0:10,0:10,11},label=a_madrid")


def test_an_exponent_counts_where_the_dialect_has_it():
    assert read_polygon("{1e1,0:20,0:10,10}", exponent=True) is not None


@pytest.mark.parametrize(
    ("line", "entered_at", "came_out"),
    [
        (BASIC, (15.165118504209168, 2.3644181544689653), (115.16511850420918, 102.36441815446896)),
        (FROM_WEBER, (14.151746791726296, -3.132861764464675), (-98.43563538294184, 39.73927256382364)),
        (SHAPES, (12.4262517786026, -5.29), (198.34413755340194, 199.77430949515431)),
    ],
)
def test_transport_as_recorded(line, entered_at, came_out):
    assert transported(one(line), entered_at) == pytest.approx(came_out, abs=1e-12)


def test_a_missing_polygon_or_both_ways_keeps_the_vehicle():
    assert transported(one("tag=a,madrid_poly={0,0:10,0:10,10}"), (5, 2)) is None
    both = one(BASIC.replace("from_madrid", "both"))
    assert both.entry is None
    assert Tunnel().step((both,), 1.0, 20.0, 0.0) == (Tunnel(), None)


def test_a_point_far_outside_a_slim_exit_is_drawn_in():
    slim = one("tag=a,madrid_poly={0,0:100,0:100,100:0,100},weber_poly={1000,0:1010,10:1000,1}")
    assert slim.weber is not None
    for entered_at in ((0, 0), (100, 0), (0, 100), (100, 100), (50, 99)):
        came_out = transported(slim, entered_at)
        assert came_out is not None
        assert abs(came_out[0] - 1005) <= 5.001
        assert abs(came_out[1] - 5) <= 5.001


def test_the_tunnel_takes_ten_seconds():
    wormholes = (one("tag=far,madrid_poly={500,500:510,500:510,510}"), one(BASIC))
    tunnel, moved = Tunnel().step(wormholes, 100.0, 15.0, 8.0)
    assert (tunnel.phase, tunnel.transparency, tunnel.wormhole, moved) == (Phase.FADING, 1.0, 1, None)
    tunnel, moved = tunnel.step(wormholes, 101.0, 20.0, 0.0)
    assert (tunnel.transparency, moved) == (0.8, None)
    tunnel, moved = tunnel.step(wormholes, 104.75, 900.0, 0.0)
    assert tunnel.transparency == pytest.approx(0.05)
    tunnel, moved = tunnel.step(wormholes, 105.0, 25.0, 0.0)
    assert (tunnel.phase, tunnel.transparency, moved) == (Phase.EMERGING, 0.0, (115, 108))
    tunnel, moved = tunnel.step(wormholes, 110.0, 120.0, 100.0)
    assert (tunnel.phase, tunnel.transparency, moved) == (Phase.EMERGING, 1.0, None)
    tunnel, moved = tunnel.step(wormholes, 110.25, 15.0, 8.0)
    assert (tunnel, moved) == (Tunnel(), None)
    tunnel, _ = tunnel.step(wormholes, 110.5, 15.0, 8.0)
    assert tunnel.phase is Phase.FADING


@given(st.lists(st.tuples(st.floats(0, 1e6), st.floats(-200, 200), st.floats(-200, 200)), max_size=30))
def test_transparency_is_a_share_whatever_the_clock_does(steps):
    wormholes = (one(BASIC), one(FROM_WEBER))
    tunnel = Tunnel()
    for clock, x, y in steps:
        tunnel, _ = tunnel.step(wormholes, clock, x, y)
        assert 0 <= tunnel.transparency <= 1


@given(st.text(alphabet="tag=madrid_poly{}0123456789.,:-e ", max_size=80))
def test_any_line_is_read_or_told(line):
    wormholes, problem = read_wormhole((), line)
    assert problem or wormholes
