"""Pieces of a function over two axes that are cut where its planes fit worst, as the original's "smart" refinement.

A queue holds the pieces that fit worst. It has room for 126 of them: once it is full, a piece takes the place of one
that is drawn among the last, if it fits worse. The draws are those of the C library, as of its first seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

#: Of the C library's additive feedback generator: numbers of its state, and first numbers that it throws away.
_STATE, _THROWN = 31, 310
_LEAVES, _INNER = 64, 63
_LAST = 2 * _INNER + 1

#: A piece: first and last index on the one axis, first and last on the other.
Piece = tuple[int, int, int, int]


class Draws:
    """The numbers that ``rand()`` of the GNU C library gives without a seed, or with ``seed``."""

    def __init__(self, seed: int = 1) -> None:
        numbers = [seed]
        for _ in range(_STATE - 1):
            numbers.append(16807 * numbers[-1] % 2147483647)
        # the generator begins with the three oldest numbers once more, which is a turn of the ring by three
        self._state, self._at = numbers[3:] + numbers[:3], 0
        for _ in range(_THROWN):
            self.next()

    def next(self) -> int:
        """Return the next number, 0 to 2^31 - 1."""
        state, at = self._state, self._at
        found = (state[at] + state[(at + _STATE - 3) % _STATE]) & 0xFFFFFFFF
        state[at] = found
        self._at = (at + 1) % _STATE
        return found >> 1


class WorstFirst:
    """The original's queue of pieces (by number, -1: none) by their errors, with what is odd about it."""

    def __init__(self, draws: Draws) -> None:
        self._draws = draws
        self._keys, self._errors = [-1] * (_LAST + 1), [0.0] * (_LAST + 1)
        self._end = 0  #: index of the last one

    def insert(self, key: int, error: float) -> None:
        """Add a piece."""
        keys, errors = self._keys, self._errors
        if self._end == 0:
            # as in the original the first one comes in twice, behind an entry that is none
            keys[0], errors[0], self._end = key, error, 1
        if self._end == _LAST:
            at = self._draws.next() % _LEAVES + _INNER
            if error < errors[at]:
                return
        else:
            self._end += 1
            at = self._end
        while at > 0 and errors[above := (at - 1) // 2] < error:
            keys[at], errors[at] = keys[above], errors[above]
            at = above
        keys[at], errors[at] = key, error

    def take(self) -> tuple[int, float]:
        """Take the piece with the largest error away; return it and its error."""
        if self._end < 0:
            return -1, 0.0
        keys, errors, end = self._keys, self._errors, self._end
        found = keys[0], errors[0]
        keys[0], errors[0] = keys[end], errors[end]
        keys[end], errors[end] = -1, 0.0
        self._end = end = end - 1
        at = 0
        while at <= end:
            largest = at
            for below in (2 * at + 1, 2 * at + 2):
                if below <= end and errors[below] > errors[largest]:
                    largest = below
            if largest == at:
                break
            keys[at], keys[largest] = keys[largest], keys[at]
            errors[at], errors[largest] = errors[largest], errors[at]
            at = largest
        return found


def refined(pieces: Sequence[Piece], u: Sequence[Sequence[float]], amount: int, draws: Draws) -> list[Piece]:
    """Return ``pieces`` with up to ``amount`` cuts, each through the one whose plane fits worst to values ``u``."""
    found = list(pieces)
    queue = WorstFirst(draws)
    for k, piece in enumerate(found):
        queue.insert(k, misfit(piece, u))
    while amount > 0:
        k, error = queue.take()
        if k < 0 or error <= 0:
            break
        halves = _halves(found[k])
        if halves is None:
            continue
        found[k] = halves[0]
        found.append(halves[1])
        errors = [misfit(half, u) for half in halves]
        for number, half, off in zip((k, len(found) - 1), halves, errors, strict=True):
            if half[0] < half[1] or half[2] < half[3]:
                queue.insert(number, off)
        amount -= 1
    return found


def _halves(piece: Piece) -> tuple[Piece, Piece] | None:
    """Return the halves along the longer side, the first axis of two equal ones; None for a point."""
    a, b, c, d = piece
    along, across = b - a + 1, d - c + 1
    if max(along, across) < 2:
        return None
    if across > along:
        middle = c + (across + 1) // 2
        return (a, b, c, middle - 1), (a, b, middle, d)
    middle = a + (along + 1) // 2
    return (a, middle - 1, c, d), (middle, b, c, d)


def misfit(piece: Piece, u: Sequence[Sequence[float]]) -> float:
    """Return how far the plane of a piece is from values ``u`` at its corners and centre: the root of the squares'
    sum, over their number.
    """
    # written out, as a function asks for 1,500 of them in each iteration
    a, b, c, d = piece
    one, two, three, four = u[a][c], u[b][c], u[a][d], u[b][d]
    m = (two - one + (four - three)) / 2.0 / (b - a) if b > a else 0.0
    n = (three - one + (four - two)) / 2.0 / (d - c) if d > c else 0.0
    ma, mb, nc, nd = m * a, m * b, n * c, n * d
    first, second, third, fourth = ma + nc, mb + nc, ma + nd, mb + nd
    total = 0.0 + (one - first) + (two - second) + (three - third) + (four - fourth)
    if b - a > 1 or d - c > 1:
        i, j = (a + b) // 2, (c + d) // 2
        five, mi, nj = u[i][j], m * i, n * j
        fifth = mi + nj
        base = (total + (five - fifth)) / 5
        highest, lowest = max(one, two, three, four, five), min(one, two, three, four, five)
        base = min(base, highest - max(first, second, third, fourth, fifth))
        base = max(base, lowest - min(first, second, third, fourth, fifth))
        last, count = base + mi + nj - five, 5
    else:
        base = min(total / 4, max(one, two, three, four) - max(first, second, third, fourth))
        base = max(base, min(one, two, three, four) - min(first, second, third, fourth))
        last, count = 0.0, 4
    left, right = base + ma, base + mb
    off_one, off_two, off_three, off_four = left + nc - one, right + nc - two, left + nd - three, right + nd - four
    squares = off_one * off_one + off_two * off_two + off_three * off_three + off_four * off_four
    return sqrt(squares + last * last) / count
