"""Policies: an ONNX file, read by onnxruntime (extra ``policy``), or a function of Python."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.errors import ConfigError, MissingExtraError

#: Takes an observation (n,) and returns an action: shares (k,) in [-1, 1], or the number of a discrete one.
Policy = Callable[[NDArray[np.float32]], Any]


def policy_from(given: object, folder: Path, observed: int, acted: int, *, discrete: bool) -> Policy:
    """Return the policy of a function, of an object with ``predict`` (Stable-Baselines3), or of an ONNX file.

    ``observed`` and ``acted`` are how many numbers it is to take and give; a file's name is relative to ``folder``.
    Raises ``ConfigError``, for a file whose inputs do not fit too, and ``MissingExtraError``.
    """
    if isinstance(given, (str, Path)):
        return _onnx(folder / Path(given).expanduser(), observed, acted, discrete=discrete)
    if predict := getattr(given, "predict", None):
        return lambda seen: predict(seen, deterministic=True)[0]
    if not callable(given):
        raise ConfigError(f"must be an ONNX file or a function of the observation, not {given!r}", key="policy")
    return given


def _onnx(file: Path, observed: int, acted: int, *, discrete: bool) -> Policy:
    """Of a model with one input (N, observed), whose first output is the actions, or values of discrete ones."""
    if not file.is_file():
        raise ConfigError("there is no such file", file=str(file), key="policy")
    try:
        import onnxruntime
    except ImportError:
        raise MissingExtraError("a policy in an ONNX file", "onnxruntime", "policy") from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1  # small networks; and equal sums each time
    options.log_severity_level = 4
    try:
        session = onnxruntime.InferenceSession(file.read_bytes(), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime has many kinds of them, with no base but this
        reason = str(error).strip().splitlines()[0][:200]
        raise ConfigError(f"is no ONNX model that onnxruntime can read: {reason}", file=str(file)) from None
    inputs = session.get_inputs()
    if len(inputs) != 1 or len(inputs[0].shape) != 2 or inputs[0].type != "tensor(float)":
        found = ", ".join(f"{one.name} {one.type} {one.shape}" for one in inputs)
        raise ConfigError(f"must have one input of float32 numbers (N, {observed}), not {found}", file=str(file))
    wide = inputs[0].shape[1]
    if isinstance(wide, int) and wide != observed:
        raise ConfigError(
            f"takes {wide} numbers, and the environment observes {observed}: name the keywords of the environment in "
            f"which it was trained",
            file=str(file),
        )
    entry, output = inputs[0].name, session.get_outputs()[0].name

    def act(seen: NDArray[np.float32]) -> Any:
        found = np.asarray(session.run([output], {entry: seen[None].astype(np.float32)})[0])
        found = found.reshape(found.shape[1:]) if found.shape[:1] == (1,) else found
        if discrete and found.dtype.kind == "f":
            return int(found.argmax())
        return found

    tried = np.asarray(act(np.zeros(observed, np.float32)))
    if not discrete and tried.shape != (acted,):
        raise ConfigError(
            f"gives an action of shape {tried.shape}, and the environment takes ({acted},)", file=str(file)
        )
    return act
