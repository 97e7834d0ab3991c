"""The helm: reads .bhv files, takes mail, decides course, speed and depth, as pHelmIvP does.

    from usimmarine_py.helm import Helm, read_helm_block

    options = read_helm_block("domain = course:0:359:360\\n domain = speed:0:4:41")      # lines of the block
    helm = Helm(options, {"alpha.bhv": text}, community="abe", now=t0)
    posts = helm.start(t0)                                     # once; Posts (variable, value, source_aux)
    names = helm.take_subscriptions()                          # after start and after each tick: new ones to subscribe
    helm.mail(messages, now)                                   # Messages in their order, own posts come back too
    posts = helm.tick(now)                                     # once per AppTick

The clock is passed in (s); there is no socket, file, thread or random state. ``options.files`` are the names of the
.bhv files that the block wants, which the caller reads. What is wrong stands in ``helm.problems`` (file, line, what to
do) and ``helm.config_warnings`` (the original's words); ``helm.state`` is then MALCONFIG. For a report:
``report_lines(helm)`` (of ``report``), ``helm.take_events()`` and ``helm.take_warnings()`` after each tick.

After a tick ``helm.decision`` maps axes to values, ``helm.functions`` names to (weight, function), ``helm.behaviors``
are the living ones, ``helm.modes`` the mode variables. ``functions/`` has the builders, ``behavior.py`` the base class
``Behavior``, ``behaviours/`` a module for each stock kind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from usimmarine_py.lazy import lazy

if TYPE_CHECKING:
    from usimmarine_py.helm.behavior import Behavior as Behavior
    from usimmarine_py.helm.files.configuration import HelmOptions as HelmOptions
    from usimmarine_py.helm.files.configuration import read_helm_block as read_helm_block
    from usimmarine_py.helm.files.reader import ReadError as ReadError
    from usimmarine_py.helm.files.reader import read_behavior_file as read_behavior_file
    from usimmarine_py.helm.functions.axis import DomainAxis as DomainAxis
    from usimmarine_py.helm.functions.axis import Function as Function
    from usimmarine_py.helm.functions.builders import Peak as Peak
    from usimmarine_py.helm.functions.builders import at_most as at_most
    from usimmarine_py.helm.functions.builders import couple as couple
    from usimmarine_py.helm.functions.builders import heading_peak as heading_peak
    from usimmarine_py.helm.functions.builders import peak as peak
    from usimmarine_py.helm.functions.builders import speed_band as speed_band
    from usimmarine_py.helm.functions.builders import vector as vector
    from usimmarine_py.helm.functions.surface import values_of as values_of
    from usimmarine_py.helm.helm import Helm as Helm
    from usimmarine_py.helm.parameters import choice as choice
    from usimmarine_py.helm.parameters import integer as integer
    from usimmarine_py.helm.parameters import number as number
    from usimmarine_py.helm.parameters import parameter as parameter
    from usimmarine_py.helm.parameters import truth as truth
    from usimmarine_py.helm.parameters import variable as variable
    from usimmarine_py.helm.parameters import word as word

__all__, __getattr__, __dir__ = lazy(
    __name__,
    {
        "behavior": "Behavior",
        "files.configuration": "HelmOptions read_helm_block",
        "files.reader": "ReadError read_behavior_file",
        "functions.axis": "DomainAxis Function",
        "functions.builders": "Peak at_most couple heading_peak peak speed_band vector",
        "functions.surface": "values_of",
        "helm": "Helm",
        "parameters": "choice integer number parameter truth variable word",
    },
)
