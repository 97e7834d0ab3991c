"""The figure of a hull's data of a panel code: added mass, damping and their fit, excitation, mean drift."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from usimmarine_py.plots.style import COLOURS, new_figure, styled
from usimmarine_py.vehicle.bem.checks import AXES
from usimmarine_py.vehicle.bem.data import HydroData
from usimmarine_py.vehicle.bem.fit import fitted_memory, response

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_HEADINGS = (0.0, 45.0, 90.0, 135.0, 180.0)


def hydrodynamics_figure(data: HydroData, title: str) -> Figure:
    """Six columns, one an axis: A and B with the fit (lines), |F| by heading, mean drift where there is one."""
    rows = 2 + (data.force is not None) + (data.drift is not None)
    memory = fitted_memory(data)
    fine = np.linspace(data.omega[0], data.omega[-1], 300)
    kernel = response(memory.systems, fine)
    with styled():
        figure = new_figure(15.0, 2.3 * rows + 0.6)
        axes = figure.subplots(rows, 6, sharex=True, squeeze=False)
        for i, name in enumerate(AXES):
            unit, arm = ("kg", "N") if i < 3 else ("kg m2", "N m")
            axes[0, i].plot(data.omega, data.added_mass[:, i, i], ".", color=COLOURS[0], label="data")
            fitted = memory.infinite[i, i] + kernel[:, i, i].imag / fine
            axes[0, i].plot(fine, fitted, color=COLOURS[1], label="fit")
            axes[0, i].set_title(name)
            axes[1, i].plot(data.omega, data.damping[:, i, i], ".", color=COLOURS[0])
            axes[1, i].plot(fine, kernel[:, i, i].real, color=COLOURS[1])
            for row, what in ((0, f"A ({unit})"), (1, f"B ({unit}/s)")):
                axes[row, i].set_ylabel(what if i in (0, 3) else "")
            row = 2
            if data.force is not None:
                for n, degree in enumerate(_HEADINGS):
                    h = int(np.argmin(np.abs(np.angle(np.exp(1j * (data.force.chi - np.radians(degree)))))))
                    size = np.abs(data.force.values[:, h, i])
                    label = f"{np.degrees(data.force.chi[h]):.0f} deg"
                    axes[row, i].plot(data.force.omega, size, color=COLOURS[n % len(COLOURS)], label=label)
                axes[row, i].set_ylabel(f"|F| ({arm}/m)" if i in (0, 3) else "")
                row += 1
            if data.drift is not None:
                for n, degree in enumerate(_HEADINGS):
                    h = int(np.argmin(np.abs(np.angle(np.exp(1j * (data.drift.chi - np.radians(degree)))))))
                    axes[row, i].plot(data.drift.omega, data.drift.values[:, h, i], color=COLOURS[n % len(COLOURS)])
                axes[row, i].set_ylabel(f"drift ({arm}/m2)" if i in (0, 3) else "")
            axes[-1, i].set_xlabel("rad/s")
        axes[0, 0].legend()
        if data.force is not None:
            axes[2, 0].legend(title="waves towards")
        figure.suptitle(title)
    return figure
