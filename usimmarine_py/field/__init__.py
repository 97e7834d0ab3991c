"""What vehicles of a field know of each other: reports, shares between communities, brokers, messages, contacts. Pure.

Applications here implement ``values.app.Application`` without sockets, clocks and files. Names are imported on first
use, because an application needs few of the modules.

    from usimmarine_py.field import HomeCommunity, make_field_app

    app = make_field_app("uFldCollisionDetect", "encounter_range = 20", HomeCommunity("shoreside"))
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from usimmarine_py.lazy import lazy

if TYPE_CHECKING:
    from usimmarine_py.field.application import FieldApp as FieldApp
    from usimmarine_py.field.programs import make_field_app as make_field_app
    from usimmarine_py.field.settings import HomeCommunity as HomeCommunity

__all__, __getattr__, __dir__ = lazy(
    __name__, {"application": "FieldApp", "programs": "make_field_app", "settings": "HomeCommunity"}
)
