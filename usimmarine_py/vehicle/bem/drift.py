"""The table of mean forces of a hull with data: what a file or the law wants, less what first-order forces leave over
by themselves (laws/bem 7).
"""

from __future__ import annotations

import numpy as np

from usimmarine_py.kernels.wave_load import HULL, SPEEDS
from usimmarine_py.values.arrays import Array
from usimmarine_py.vehicle.bem.headings import along, between
from usimmarine_py.vehicle.bem.second import SecondOrder, grid, level, mean_of, pairs_of
from usimmarine_py.vehicle.description.vehicle import VehicleDescription
from usimmarine_py.vehicle.mean_load import at_rest, wanted
from usimmarine_py.vehicle.straight_run import StraightRun
from usimmarine_py.vehicle.wave_box import RegularLoad, box_of, way_on


def second_order(vehicle: VehicleDescription, load: RegularLoad, step: float) -> SecondOrder:
    """Of a vehicle with data that holds its forces for ``step`` s; ``load`` is its load of first order."""
    hydro, box = vehicle.hydro, box_of(vehicle, step)
    assert hydro is not None and box is not None
    begun, stride = way_on(vehicle)
    numbers = list(box.numbers)
    numbers[HULL.begun], numbers[HULL.stride] = begun, stride
    given = mean_of(hydro)
    known = hydro.omega if given is None else given.omega
    omega, chi = grid(known)
    waves, towards = (part.ravel() for part in np.meshgrid(omega, chi, indexing="ij"))
    from_file = None if given is None else level(given)
    mean: list[Array] = []
    still = np.zeros((0, 2))
    for speed in (0.0, 0.5 * begun, *(begun + i * stride for i in range(SPEEDS - 2))):
        run = StraightRun(vehicle, load, speed)
        left = run.left_over(waves, towards).reshape(len(omega), len(chi), 3)
        if from_file is None:
            still = at_rest(run, box, waves, towards) if not mean else still
            share = min(max(2.0 * speed / begun - 1.0, 0.0), 1.0)
            mean.append(wanted(run, box, waves, towards, share, still).reshape(left.shape) - left)
            continue
        # the file's own frequencies and headings are finer than those of what is taken off
        less = between(chi, along(omega, left, known), from_file[0])
        mean.append(from_file[1] - less)
    if from_file is None:
        return SecondOrder(omega, chi, np.array(mean), tuple(numbers), None)
    return SecondOrder(known, from_file[0], np.array(mean), tuple(numbers), pairs_of(hydro.transfer))
