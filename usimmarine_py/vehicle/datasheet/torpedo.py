"""The vehicle file of an AUV like a torpedo from its data sheet (laws/hydrodynamics 9.4)."""

from __future__ import annotations

from math import pi, sqrt

from usimmarine_py.vehicle.datasheet.drive import CraftDrive, drive_of, put_law, put_thruster
from usimmarine_py.vehicle.datasheet.lines import ROUNDED, FileLines
from usimmarine_py.vehicle.datasheet.resistance import SlenderBody
from usimmarine_py.vehicle.datasheet.sheet import RHO, DataSheet
from usimmarine_py.vehicle.description.mass import cylinder_added_mass, cylinder_inertia

_G = 9.81
_FIN = 0.5  # of the diameter squared, of each pair, 0.35 to 0.6
_LIGHT = 1.005  # buoyancy over weight


def torpedo_file(sheet: DataSheet, turn: float = 1.0) -> tuple[str, CraftDrive]:
    """The text of the vehicle file, and its drive; ``turn`` multiplies the area of the rudder."""
    length, across, mass = sheet.length, sheet.beam, sheet.mass
    body = SlenderBody(length, across)
    drive = drive_of(sheet, body)
    radius = sqrt(mass / (RHO * pi * length))  # of the cylinder of its volume
    low = 0.08 * across
    file = FileLines()
    file.table("[vehicle]")
    for key, word in (("name", "@name@"), ("title", "@Class@"), ("kind", "auv")):
        file.put(key, word)
    file.lines.append("dof = 6")
    for key, value, comment in (
        ("length_oa", length, "m, sheet"), ("length_pp", length, ""), ("beam", across, "m, sheet: diameter"),
        ("draft", across, ""),
    ):  # fmt: skip
        file.put(key, value, comment)
    file.table("[medium]")
    for key, value in (("rho", RHO), ("g", _G), ("nu_kin", 1.19e-6), ("rho_air", 1.225)):
        file.put(key, value)
    roll, pitch, yaw = cylinder_inertia(mass, radius, length)
    file.table("[rigid_body]")
    file.put("mass", mass, "kg, sheet")
    file.put("r_g", (0.0, 0.0, low), "m, estimate: 0.08 of the diameter below the axis (0.05 to 0.1)")
    inertia = [[roll + mass * low**2, 0.0, 0.0], [0.0, pitch + mass * low**2, 0.0], [0.0, 0.0, yaw]]
    file.put("inertia_co", inertia, "estimate: a solid cylinder of its volume (20 %)")
    file.table("[added_mass]")
    added = cylinder_added_mass(mass, RHO, radius, length)
    file.put(
        "matrix_diag",
        [*added[:3], 0.3 * roll, *added[4:6]],
        "slender body of its volume (15 %); roll 0.3 of the inertia",
    )
    file.table("[coriolis]")
    file.put("munk", 0.6, "estimate: a real tail sheds a part of the ideal moment (0.4 to 1)")

    front = 0.25 * pi * across**2
    surge = drive.resistance / drive.speed**2
    wall = (
        0.5 * RHO * 0.004 * pi * across * length * (0.5 * across) ** 3
        + 0.5 * RHO * 1.2 * 2.0 * _FIN * across**2 * (0.5 * across) ** 3
    )
    weight = mass * _G
    stiff = weight * low
    file.table("[damping]")
    file.remark(
        f"surge, quadratic: ITTC-57 on the wall, Hoerner's form factor, times {body.appendages:g} for fins "
        f"and instruments (1.3 to 2.5)"
    )
    alone = f"; by the sizes alone {body.drag:.3g}, {drive.by_sizes:.3g} m/s" if drive.by_sizes else ""
    file.remark(f"C_D = {surge / (0.5 * RHO * front):.3g} on the frontal area{alone}")
    file.remark(
        "linear: sway, heave and yaw decay in 20 s, roll and pitch with 0.1 of the critical damping (half to twice)"
    )
    total = [mass + added[1], mass + added[2], 1.3 * roll, pitch + added[4], yaw + added[5]]
    small = [
        total[0] / 20.0,
        total[1] / 20.0,
        0.2 * sqrt(stiff * total[2]),
        0.2 * sqrt(stiff * total[3]),
        total[4] / 20.0,
    ]
    file.put("linear_diag", [0.0, *small])
    file.put("quadratic_diag", [surge, 0.0, 0.0, wall, 0.0, 0.0])
    file.table("[damping.cross_flow]")
    file.put("Cd", 1.1, "of a cylinder across the flow below 2e5 (0.7 to 1.2)")
    file.put("T", across)
    file.put("vertical", "physical")
    lift = 0.5 * RHO * front * 1.24
    file.table("[damping.body_lift]")
    file.remark("estimate: C_L = 1.24 on the frontal area, 0.2 length behind the middle (0.8 to 2)")
    for key, value in (("Y_uv", -lift), ("Z_uw", -lift), ("N_uv", 0.2 * length * lift), ("M_uw", -0.2 * length * lift)):
        file.put(key, value)
    file.table("[hydrostatics]")
    file.put("model", "submerged")
    file.put("buoyancy", _LIGHT * weight, "N, estimate: 0.5 % more than its weight (0 to 1 %)")
    file.put("r_b", (0.0, 0.0, 0.0))
    put_thruster(
        file,
        drive,
        "propeller",
        (-0.5 * length, 0.0, 0.0),
        0.15 * sqrt(length),
        sheet.thruster.turns if sheet.thruster else 0.0,
    )
    for name, axis, factor in (("rudder", "yaw", turn), ("stern_plane", "pitch", 1.0)):
        file.table("[[actuator]]")
        file.put("name", name)
        file.put("type", "fin")
        file.put("axis", axis)
        file.put("x", -0.45 * length, "m, estimate")
        said = "" if factor == 1.0 else f", times {factor:.3g} for the turning circle"
        file.put("area", _FIN * across**2 * factor, f"m2, both: {_FIN:g} of the diameter squared (0.35 to 0.6){said}")
        file.put("CL", 3.0, "1/rad, estimate: fins of aspect ratio 2 (2.5 to 3.5)")
        file.put("k_flap", 1.0)
        file.put("delta_max", 25.0, "deg, estimate")
        file.put("T_delta", 0.1, "s, estimate")
        file.put("two_way", True)
    file.table("[command]")
    file.put("type", "auv")
    put_law(file, sheet.thruster)
    file.table("[validity]")
    file.put("froude_max", max(0.4, ROUNDED * drive.speed / sqrt(_G * length)), "submerged: no waves; of the top speed")
    file.put("speed_max", drive.speed, "m/s; " + ("sheet" if sheet.top_speed else "where thrust is resistance"))
    return file.text, drive
