"""A cross-encoder in a folder: small real models, made here, in the real runtime."""

import dataclasses
import shutil

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from apps.access.principals import operator
from apps.retrieval.embedding.builtin import model_file
from apps.retrieval.request import SearchRequest
from apps.retrieval.reranking import reranker
from apps.retrieval.reranking.onnx import OnnxReranker
from apps.retrieval.reranking.reranker import RerankingFailedError
from apps.retrieval.search import search

SHAPE = ["texts", "tokens"]


def make_folder(folder, *, wanted="attention_mask", divisor=100.0, axes=(1,), shape=(-1, 1)):
    """A model whose logit is the number of tokens, in hundreds: long texts are the best."""
    nodes = [
        helper.make_node("Cast", [wanted], ["numbers"], to=TensorProto.FLOAT),
        helper.make_node("ReduceSum", ["numbers", "axes"], ["total"], keepdims=1),
        helper.make_node("Div", ["total", "divisor"], ["quotient"]),
        helper.make_node("Reshape", ["quotient", "shape"], ["logits"]),
    ]
    constants = [
        helper.make_tensor("axes", TensorProto.INT64, [len(axes)], axes),
        helper.make_tensor("shape", TensorProto.INT64, [len(shape)], shape),
        helper.make_tensor("divisor", TensorProto.FLOAT, [1], [divisor]),
    ]
    graph = helper.make_graph(
        nodes,
        "tokens",
        [helper.make_tensor_value_info(wanted, TensorProto.INT64, SHAPE)],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, None)],
        constants,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.save(model, folder / "model.onnx")
    shutil.copy(model_file("tokenizer.json"), folder / "tokenizer.json")
    return str(folder)


def test_scores_are_the_logistic_of_the_logits_in_the_order_of_the_texts(tmp_path):
    texts = ["one", "one two three", "one two", *["one"] * 8, "one two three four"]
    scores = OnnxReranker(make_folder(tmp_path)).score("why", texts)
    # [CLS] why [SEP] … [SEP]
    expected = [1 / (1 + np.exp(-(4 + len(text.split())) / 100)) for text in texts]
    assert np.allclose(scores, expected)


def test_long_texts_are_cut_to_the_window_of_the_model(tmp_path):
    [score] = OnnxReranker(make_folder(tmp_path)).score("why", ["word " * 2000])
    assert np.isclose(score, 1 / (1 + np.exp(-5.12)))


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"wanted": "pixel_values"}, "wants pixel_values"),
        ({"divisor": 0.0}, "no score for each text"),
        ({"axes": (0, 1)}, "no score for each text"),
        ({"axes": (7,)}, "cannot be loaded"),
        ({"shape": (5, 7)}, "model fails"),
    ],
)
def test_a_model_of_another_make_is_told_not_raised(tmp_path, options, reason):
    with pytest.raises(RerankingFailedError, match=reason):
        OnnxReranker(make_folder(tmp_path, **options)).score("why", ["because", "so"])


@pytest.mark.django_db
def test_a_search_is_ordered_by_the_model_in_the_folder(make_collection, settings, tmp_path):
    text = "# {}\n\nThe spindle turns{}.\n"
    pages = {f"{t}.md": text.format(t, " and turns" * n) for n, t in enumerate("ABCD")}
    make_collection("one", pages)
    options = dataclasses.replace(
        settings.PRESSMARK.rerank,
        provider="onnx",
        model=make_folder(tmp_path),
        least_candidates=3,
    )
    settings.PRESSMARK = dataclasses.replace(settings.PRESSMARK, rerank=options)
    reranker.load_reranker.cache_clear()
    question = "how does the spindle turn"
    answer = search(user=operator(), request=SearchRequest(question))
    reranker.load_reranker.cache_clear()
    assert [hit.title for hit in answer.results] == ["D", "C", "B", "A"]
    assert [hit.streams["rerank"]["rank"] for hit in answer.results] == [1, 2, 3, 4]
    assert "rerank" not in {one.stream for one in answer.degraded}
