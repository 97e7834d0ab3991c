"""The used schemas of Foxglove, as JSON schemas with their well-known names.

A viewer identifies a message by the name of its schema and needs no plug-in for these. JSON was chosen instead of
protobuf and flatbuffers because it needs no further package; compressed chunks reduce most of its length.
"""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]

_NUMBER: Schema = {"type": "number"}
_TEXT: Schema = {"type": "string"}
_FLAG: Schema = {"type": "boolean"}
_COUNT: Schema = {"type": "integer", "minimum": 0}
_NANOSECONDS: Schema = {"type": "integer", "minimum": 0, "maximum": 999_999_999}
_TIME: Schema = {"type": "object", "title": "time", "properties": {"sec": _COUNT, "nsec": _NANOSECONDS}}
_DURATION: Schema = {
    "type": "object", "title": "duration", "properties": {"sec": {"type": "integer"}, "nsec": _NANOSECONDS},
}  # fmt: skip


def _object(title: str, fields: Schema) -> Schema:
    return {"title": f"foxglove.{title}", "type": "object", "properties": fields, "required": list(fields)}


def _list(of: Schema) -> Schema:
    return {"type": "array", "items": of}


def _choice(title: str, *names: str) -> Schema:
    return {"title": f"foxglove.{title}", "oneOf": [{"title": name, "const": i} for i, name in enumerate(names)]}


def _numbers(title: str, names: str) -> Schema:
    return _object(title, {name: _NUMBER for name in names})


_VECTOR, _POINT, _COLOR = _numbers("Vector3", "xyz"), _numbers("Point3", "xyz"), _numbers("Color", "rgba")
_QUATERNION = _numbers("Quaternion", "xyzw")
_POSE = _object("Pose", {"position": _VECTOR, "orientation": _QUATERNION})
_PAIR = _object("KeyValuePair", {"key": _TEXT, "value": _TEXT})
_DRAWN: Schema = {"points": _list(_POINT), "color": _COLOR, "colors": _list(_COLOR), "indices": _list(_COUNT)}
_SOLID: Schema = {"pose": _POSE, "size": _VECTOR}
_LINE_TYPE = _choice("LineType", "LINE_STRIP", "LINE_LOOP", "LINE_LIST")
_ARROW: Schema = {
    "pose": _POSE, "shaft_length": _NUMBER, "shaft_diameter": _NUMBER, "head_length": _NUMBER,
    "head_diameter": _NUMBER, "color": _COLOR,
}  # fmt: skip
_LINE: Schema = {"type": _LINE_TYPE, "pose": _POSE, "thickness": _NUMBER, "scale_invariant": _FLAG, **_DRAWN}
_TEXTS: Schema = {
    "pose": _POSE, "billboard": _FLAG, "font_size": _NUMBER, "scale_invariant": _FLAG, "color": _COLOR, "text": _TEXT,
}  # fmt: skip
_MODEL: Schema = {
    "pose": _POSE, "scale": _VECTOR, "color": _COLOR, "override_color": _FLAG, "url": _TEXT, "media_type": _TEXT,
    "data": {"type": "string", "contentEncoding": "base64"},
}  # fmt: skip
_DELETION: Schema = {
    "timestamp": _TIME, "type": _choice("SceneEntityDeletionType", "MATCHING_ID", "ALL"), "id": _TEXT,
}  # fmt: skip
#: The primitives of an entity.
PRIMITIVES: dict[str, Schema] = {
    "arrows": _object("ArrowPrimitive", _ARROW),
    "cubes": _object("CubePrimitive", {**_SOLID, "color": _COLOR}),
    "spheres": _object("SpherePrimitive", {**_SOLID, "color": _COLOR}),
    "cylinders": _object(
        "CylinderPrimitive", {**_SOLID, "bottom_scale": _NUMBER, "top_scale": _NUMBER, "color": _COLOR}
    ),
    "lines": _object("LinePrimitive", _LINE),
    "triangles": _object("TriangleListPrimitive", {"pose": _POSE, **_DRAWN}),
    "texts": _object("TextPrimitive", _TEXTS),
    "models": _object("ModelPrimitive", _MODEL),
}
_ENTITY: Schema = {
    "timestamp": _TIME, "frame_id": _TEXT, "id": _TEXT, "lifetime": _DURATION, "frame_locked": _FLAG,
    "metadata": _list(_PAIR), **{name: _list(kind) for name, kind in PRIMITIVES.items()},
}  # fmt: skip
_FIX: Schema = {
    "timestamp": _TIME, "frame_id": _TEXT, "latitude": _NUMBER, "longitude": _NUMBER, "altitude": _NUMBER,
    "position_covariance": {**_list(_NUMBER), "minItems": 9, "maxItems": 9},
    "position_covariance_type": _choice("PositionCovarianceType", "UNKNOWN", "APPROXIMATED", "DIAGONAL_KNOWN", "KNOWN"),
}  # fmt: skip
_TRANSFORM: Schema = {
    "timestamp": _TIME, "parent_frame_id": _TEXT, "child_frame_id": _TEXT, "translation": _VECTOR,
    "rotation": _QUATERNION,
}  # fmt: skip

TRANSFORM, POSE, FIX, SCENE = (
    _object("FrameTransform", _TRANSFORM),
    _object("PoseInFrame", {"timestamp": _TIME, "frame_id": _TEXT, "pose": _POSE}),
    _object("LocationFix", _FIX),
    _object(
        "SceneUpdate",
        {
            "deletions": _list(_object("SceneEntityDeletion", _DELETION)),
            "entities": _list(_object("SceneEntity", _ENTITY)),
        },
    ),
)
