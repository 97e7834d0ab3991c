"""The helm: reads .bhv files, takes mail, decides course, speed and depth, as pHelmIvP does.

    from usimmarine_py.helm import Helm, read_helm_block

    options = read_helm_block(lines, application_keys)         # ConfigLines of the block, in the order of the file
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
are the living ones, ``helm.modes`` the mode variables; ``functions.surface.values_of`` gives a function as an array,
for figures. ``functions/`` has the builders, ``behavior.py`` the base class ``Behavior``, ``behaviours/`` a module for
each stock kind.
"""

from usimmarine_py.helm.behavior import Behavior
from usimmarine_py.helm.files.configuration import HelmOptions, read_helm_block
from usimmarine_py.helm.files.reader import ReadError, read_behavior_file
from usimmarine_py.helm.functions import DomainAxis, Function, Peak, couple, heading_peak, peak
from usimmarine_py.helm.helm import Helm

__all__ = [
    "Behavior",
    "DomainAxis",
    "Function",
    "Helm",
    "HelmOptions",
    "Peak",
    "ReadError",
    "couple",
    "heading_peak",
    "peak",
    "read_behavior_file",
    "read_helm_block",
]
