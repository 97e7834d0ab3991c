"""ONNX files and functions as policies, and what is said of those that do not fit."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("gymnasium", reason="environments are gymnasium's")
pytest.importorskip("onnxruntime", reason="ONNX files are read by onnxruntime")
onnx = pytest.importorskip("onnx", reason="policies of tests are written by onnx")

import numpy as np

from usimmarine_py.errors import ConfigError
from usimmarine_py.gym.boat.policies import policy_from


def write_policy(file: Path, weights: np.ndarray) -> Path:
    """Write action = tanh(observation @ weights) as an ONNX model."""
    helper, kind = onnx.helper, onnx.TensorProto.FLOAT
    graph = helper.make_graph(
        [helper.make_node("MatMul", ["obs", "w"], ["sum"]), helper.make_node("Tanh", ["sum"], ["action"])],
        "policy",
        [helper.make_tensor_value_info("obs", kind, ["n", weights.shape[0]])],
        [helper.make_tensor_value_info("action", kind, ["n", weights.shape[1]])],
        [onnx.numpy_helper.from_array(weights.astype(np.float32), "w")],
    )
    opset = [helper.make_opsetid("", 13)]
    file.write_bytes(helper.make_model(graph, opset_imports=opset, ir_version=8).SerializeToString())
    return file


def test_a_model_gives_what_its_formula_gives(tmp_path: Path) -> None:
    random = np.random.default_rng(1)
    weights, seen = random.normal(size=(12, 2)), random.normal(size=12).astype(np.float32)
    write_policy(tmp_path / "p.onnx", weights)
    action = policy_from("p.onnx", tmp_path, 12, 2, discrete=False)(seen)
    assert np.allclose(action, np.tanh(seen @ weights), atol=1e-5)


def test_of_values_of_discrete_actions_the_largest_counts(tmp_path: Path) -> None:
    weights = np.zeros((3, 15))
    weights[1, 7] = 1.0
    write_policy(tmp_path / "p.onnx", weights)
    assert policy_from("p.onnx", tmp_path, 3, 2, discrete=True)(np.array([0, 1, 0], np.float32)) == 7


@pytest.mark.parametrize(
    ("observed", "acted", "words"),
    [(10, 2, "takes 12 numbers, and the environment observes 10"), (12, 3, r"shape \(2,\)")],
)
def test_a_model_that_does_not_fit_is_named(tmp_path: Path, observed: int, acted: int, words: str) -> None:
    write_policy(tmp_path / "p.onnx", np.zeros((12, 2)))
    with pytest.raises(ConfigError, match=rf"p\.onnx.*{words}"):
        policy_from("p.onnx", tmp_path, observed, acted, discrete=False)


def test_what_is_no_policy_is_said(tmp_path: Path) -> None:
    (tmp_path / "no.onnx").write_text("no model")
    with pytest.raises(ConfigError, match=r"no\.onnx.*no ONNX model"):
        policy_from("no.onnx", tmp_path, 3, 2, discrete=False)
    with pytest.raises(ConfigError, match=r"absent\.onnx.*no such file"):
        policy_from("absent.onnx", tmp_path, 3, 2, discrete=False)
    with pytest.raises(ConfigError, match="function of the observation, not None"):
        policy_from(None, tmp_path, 3, 2, discrete=False)
