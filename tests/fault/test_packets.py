"""Packets, sound and damaged, through encoder, decoder and both ends of a connection."""

from __future__ import annotations

import contextlib
import random
import resource
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st

from tests.support.packets import (
    DATA_TYPES,
    MESSAGE_TYPES,
    at_client,
    at_server,
    corpus,
    decoded,
    is_sound,
    mutated,
    pieces,
    random_message,
    spread,
    written,
)
from tests.support.paths import ROOT
from tests.support.processes import environment
from tests.support.torture import Torture
from usimmarine_py.errors import RemoteProtocolError
from usimmarine_py.moos.app.status import peak_memory_kb
from usimmarine_py.wire.client import ClientCore
from usimmarine_py.wire.codec import (
    NOTIFY,
    PacketReader,
    WireMessage,
    check_header,
    decode_packet,
    decode_text,
    encode_packet,
    split_messages,
)
from usimmarine_py.wire.database import DbCore

MEGABYTE = 1 << 20
#: A large packet of the time limit, bytes.
LARGE = 64 * 1024


def peak() -> float:
    """The most memory that this process has had, MB."""
    # macOS counts bytes
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (MEGABYTE if sys.platform == "darwin" else 1024)


# --- round trip -----------------------------------------------------------------------------------------


def fields(messages: list[WireMessage]) -> list[tuple[object, ...]]:
    """What has to be equal: all fields, numbers by their bits, because of nan."""
    return [(*m[:7], struct.pack("<ddd", *m[7:10]), m[10]) for m in messages]


def make_journeys(seed: int, amount: int) -> set[tuple[bytes, bytes]]:
    """That many messages there and back; the kinds that were among them."""
    rng = random.Random(seed)
    kinds = set()
    while amount > 0:
        messages = [random_message(rng) for _ in range(min(amount, rng.randrange(1, 4)))]
        amount -= len(messages)
        kinds |= {(m.msg_type, m.data_type) for m in messages}
        raw = encode_packet(messages)
        assert raw == written(messages)
        assert fields(decode_packet(raw)) == fields(messages)
        reader = PacketReader()
        for place in range(len(raw) - 1):
            reader.feed(raw[place : place + 1])
            assert reader.next_packet() is None
        tail = rng.randbytes(rng.randrange(1, 60))
        reader.feed(raw[-1:] + tail)
        came = reader.next_packet()
        assert came is not None and fields(came) == fields(messages)
        assert reader.pending == len(tail)
        with pytest.raises(RemoteProtocolError):
            decode_packet(raw + tail)
    return kinds


def test_every_message_makes_the_journey(torture: Torture) -> None:
    """Messages of every type arrive as they left, whole, byte by byte and with other bytes behind them.

    Their bytes are those of a second, plain encoder; trailing data stays for the next packet, and is refused where a
    packet is whole.
    """
    amount = 10_000, 1_000_000
    kinds = set().union(*spread(torture, make_journeys, *amount))
    assert kinds >= {(m, d) for m in MESSAGE_TYPES for d in DATA_TYPES}
    torture.say(f"wire: {torture.amount(*amount)} messages there and back, no difference")


# --- fuzzing --------------------------------------------------------------------------------------------


def fuzz_decoder(seed: int, amount: int) -> tuple[int, float]:
    """How many of that many inputs parsed, and the memory grown, MB."""
    rng = random.Random(seed)
    parsed = sum(decoded(mutated(rng)) for _ in range(2000))
    before = peak()
    parsed += sum(decoded(mutated(rng)) for _ in range(amount - 2000))
    return parsed, peak() - before


def fuzz_server(seed: int, amount: int) -> tuple[int, int, float]:
    """How many of that many inputs were refused, the packets sent on, and the memory grown, MB."""
    rng = random.Random(seed)
    refused = sent = 0
    before = 0.0
    for number in range(amount):
        if number % 1000 == 0:
            # names pile up, as they should; a fresh database keeps the long run fast
            core = DbCore("alpha", start=1e9)
            core.admit("watcher", True, 0.0, 1e9)
        if number == 1000:
            before = peak()
        greeted = rng.choice(("", "protocol", "hello", "hello", "hello", "synchronous"))
        result = at_server(core, pieces(rng, mutated(rng)), greeted, 1e9 + number)
        refused += result < 0
        sent += max(result, 0)
        assert core.clients == ["watcher"]
    return refused, sent, peak() - before if before else 0.0


def fuzz_client(seed: int, amount: int) -> tuple[int, int, float]:
    """How many of that many inputs were refused, the messages that arrived, and the memory grown, MB."""
    rng = random.Random(seed)
    core = ClientCore("me", host_name="here")
    refused = mail = 0
    before = 0.0
    for number in range(amount):
        if number == 1000:
            before = peak()
        result = at_client(core, pieces(rng, mutated(rng)), rng.random() < 0.8, rng.uniform(-1e9, 1e9))
        refused += result < 0
        mail += max(result, 0)
    return refused, mail, peak() - before if before else 0.0


def test_damaged_packets_parse_or_are_refused(torture: Torture) -> None:
    """The decoder takes exactly what is sound by a second, plain reader, and loses nothing of it.

    All else raises ``RemoteProtocolError`` with one line, and no memory is kept.
    """
    amount = 20_000, 9_000_000
    results = spread(torture, fuzz_decoder, *amount)
    parsed, grown = sum(r[0] for r in results), max(r[1] for r in results)
    assert 0 < parsed < torture.amount(*amount)
    assert grown <= 20
    torture.say(f"decoder: {torture.amount(*amount)} damaged packets, {parsed} parsed, memory grown by {grown:.1f} MB")


@pytest.mark.parametrize(("work", "what"), [(fuzz_server, "packets sent on"), (fuzz_client, "messages taken")])
def test_both_ends_survive_damaged_packets(
    torture: Torture, work: Callable[[int, int], tuple[int, int, float]], what: str
) -> None:
    """In every state of a connection they are refused with one line, or taken; what leaves is sound.

    Server: the evil client is gone afterwards, the good one is there. Client: its clock correction stays finite.
    """
    amount = 3000, 500_000
    results = spread(torture, work, *amount)
    refused, passed, grown = sum(r[0] for r in results), sum(r[1] for r in results), max(r[2] for r in results)
    assert 0 < refused < torture.amount(*amount) and passed
    assert grown <= 20
    torture.say(
        f"{work.__name__}: {torture.amount(*amount)} damaged packets, {refused} refused, {passed} {what}, "
        f"memory grown by {grown:.1f} MB"
    )


def test_any_bytes_parse_or_are_refused(torture: Torture) -> None:
    """What hypothesis thinks of: bytes without any order, and bytes with a true header."""

    @settings(max_examples=torture.amount(300, 30_000), deadline=None, database=None)
    @seed(torture.seed)
    @given(st.binary(max_size=300), st.integers(-1, 5), st.booleans())
    def check(data: bytes, count: int, headed: bool) -> None:
        decoded(struct.pack("<iib", 9 + len(data), count, 0) + data if headed else data)

    check()


def test_both_readers_agree_on_what_was_recorded() -> None:
    """Recorded, malformed and kept packets are sound or not as the decoder finds them; there are some of each."""
    assert {is_sound(packet) for packet in corpus()} == {True, False}
    assert [decoded(packet) for packet in corpus()] == [is_sound(packet) for packet in corpus()]


def test_what_coverage_leads_to(torture: Torture, tmp_path: Path) -> None:
    """Atheris looks for packets that take new ways through decoder, server and client; none does harm."""
    pytest.importorskip("atheris", reason="atheris is not installed (the extra dev has it on Linux)")
    runs = torture.amount(2000, 100_000)
    for number, packet in enumerate(corpus()):
        (tmp_path / str(number)).write_bytes(packet)
    # a process inherits the peak of the one that starts it
    limit = 200 + int(peak_memory_kb() / 1024)
    result = subprocess.run(
        [sys.executable, "-m", "tests.support.atheris_packets", f"-runs={runs}", f"-seed={torture.seed}",
         "-max_len=2000", f"-rss_limit_mb={limit}", "-timeout=300", f"-artifact_prefix={tmp_path}/", str(tmp_path)],
        capture_output=True, text=True, cwd=ROOT, env=environment(), timeout=1200, check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr[-3000:]
    torture.say(f"atheris: {runs} packets, {len(list(tmp_path.iterdir()))} ways through the code, none does harm")


# --- time -----------------------------------------------------------------------------------------------


def filled(make: Callable[[int], WireMessage]) -> bytes:
    """A packet of at most 64 KiB, as full as it gets."""
    each = len(written([make(0)])) - 9
    return encode_packet([make(number) for number in range((LARGE - 9) // each)])


def named(first: int, times: int = 1) -> list[bytes]:
    """Packets of messages that all have different names; together more than are remembered."""

    def message(number: int, kind: bytes) -> WireMessage:
        return WireMessage(number, kind, key=decode_text(bytes((first + number % 60, first + number // 60)) * times))

    return [filled(partial(message, kind=kind)) for kind in MESSAGE_TYPES]


def hard_packets() -> dict[str, list[bytes]]:
    """Packets of 64 KiB with the most work in them."""
    return {
        "usual posts": [filled(lambda n: WireMessage(n, NOTIFY, src="uSimMarine", community="alpha", key="NAV_X"))],
        "shortest messages": [filled(lambda n: WireMessage(n))],
        "different names": named(33),
        "different names, no text": named(192),
        "long names, no text": named(192, 250),
        "a single name, no text": named(192, 32_000),
        "the last one wrong": [filled(lambda n: WireMessage(n))[:-1] + b"\1"],
    }


def cpu_ms(work: Callable[[bytes], object], packets: list[bytes]) -> float:
    """Time of this process, not of others, a packet; best of five."""
    best = float("inf")
    for _ in range(5):
        began = time.process_time()
        for packet in packets:
            with contextlib.suppress(RemoteProtocolError):
                work(packet)
        best = min(best, time.process_time() - began)
    return best * 1e3 / len(packets)


def cut(data: bytes) -> None:
    """What the server does with a packet before it carries out any of it; it does it for 250 messages at a time."""
    split_messages(data, check_header(data))


def test_the_hardest_packets_are_quick(torture: Torture) -> None:
    """64 KiB are cut into messages within 1 ms, whatever is in them; all 1,213 messages are decoded within 10 ms."""
    slack = torture.amount(10, 1)
    cuts = {name: cpu_ms(cut, packets) for name, packets in hard_packets().items()}
    wholes = {name: cpu_ms(decode_packet, packets) for name, packets in hard_packets().items()}
    assert max(cuts.values()) < 1.0 * slack, cuts
    assert max(wholes.values()) < 10.0 * slack, wholes
    worst = max(wholes, key=wholes.__getitem__)
    torture.say(
        f"64 KiB: cut into messages in at most {max(cuts.values()):.2f} ms; decoded in {wholes['usual posts']:.2f} ms "
        f"(usual posts) to {wholes[worst]:.2f} ms ({worst})"
    )
