"""A hull's linear motion in waves from the laws' page (laws.py) and quadrature over strips; nothing of the package."""

from __future__ import annotations

import numpy as np

from tests.vehicle.laws import Laws, tree_of

G = 9.81
STRIPS = 600


class Strips:
    """A hull on a straight course at ``speed`` m/s, linearised by differences of its written-out equations."""

    def __init__(self, name: str, variant: str, speed: float) -> None:
        tree = tree_of(name, variant)
        self.laws, self.speed, self.beam = Laws(tree), speed, tree["vehicle"]["beam"]
        n, e = 12 + sum(len(a) for _, a, _ in self.laws.systems), 1e-6
        start, none = np.zeros(n), np.zeros(6)
        start[6] = speed

        def rates(x: np.ndarray, tau: np.ndarray = none, current: np.ndarray = none[:3]) -> np.ndarray:
            return np.real(self.laws.rates(x.astype(complex), tau, current))

        self._a = np.array([rates(start + e * d) - rates(start - e * d) for d in np.eye(n)]).T / (2.0 * e)
        self._b = np.array([rates(start, d) - rates(start, -d) for d in np.eye(6)]).T / 2.0
        self._c = np.array([rates(start, none, e * d) - rates(start, none, -e * d) for d in np.eye(3)]).T / (2.0 * e)

    def head_sea(self, omega: float) -> tuple[np.ndarray, float]:
        """Of a wave from ahead: complex amplitudes of the state per m, k/(2 w_e) integral of b' |V|^2 dx (N/m2)."""
        laws, k = self.laws, omega**2 / G
        met = omega + k * self.speed
        share = (np.arange(STRIPS) + 0.5) / STRIPS - 0.5
        # the load is that of a box with the waterplane's radius of gyration
        plane = min(laws.length, float(np.sqrt(12.0 * laws.G[4, 4] / laws.G[2, 2])))
        x = plane * share
        # elevation A sin(w_e t + k x), as it acts at the mean depth of the hull
        rise = -1j * np.exp(1j * k * x - k * laws.m * G / laws.G[2, 2])
        # the water's acceleration ahead and down; the share of the mass in it is in the depth at which the wave acts
        lifted = laws.M[:, 2] - laws.m * (np.arange(6) == 2)
        tau = laws.M[:, 0] * (-G * np.mean(1j * k * rise)) + lifted * (G * k * np.mean(rise))
        tau[4] -= laws.M_A[4, 4] * 12.0 / plane**2 * G * k * np.mean(x * rise)
        heave, pitch = -rise.mean(), 12.0 / plane**2 * np.mean(x * rise)
        tau[2:5] += laws.G[2:5, 2] * heave + laws.G[2:5, 4] * pitch
        down = -1j * omega * rise
        moved = self._b @ tau + self._c @ np.array([-omega * rise.mean(), 0.0, down.mean()])
        state = np.linalg.solve(1j * met * np.eye(len(self._a)) - self._a, moved)
        damping = float(laws.D_L[2, 2])
        for ij, a, c in laws.systems:
            if ij == 33:
                damping += (np.polyval(c, 1j * met) / np.polyval([1.0, *a], 1j * met)).real
        x = laws.length * share
        down = -1j * omega * -1j * np.exp(1j * k * x - k * laws.m * G / laws.G[2, 2])
        relative = 1j * met * (state[2] - x * state[4]) + self.speed * state[4] - down
        return state, float(k / (2.0 * met) * damping * np.mean(np.abs(relative) ** 2))
