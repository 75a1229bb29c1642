"""The cache of file summaries, and the memory that summarizing takes."""

from __future__ import annotations

import ast
import gc
import weakref

from graphlint.project.file_summary import EMPTY, FileSummary
from graphlint.project.summaries import Summaries
from graphlint.project.summarize import summarize

TEXT = "import torch\n\n\nclass Net(torch.nn.Module):\n    def forward(self, x):\n        return x\n"


def test_tree_is_freed_without_a_garbage_collection() -> None:
    tree = ast.parse(TEXT)
    definition = weakref.ref(tree.body[1])
    gc.disable()
    try:
        summary = summarize(tree)
        del tree
        assert definition() is None
    finally:
        gc.enable()
    assert "Net" in summary.classes


def test_text_is_summarized_once() -> None:
    computed: list[FileSummary] = []

    def compute() -> FileSummary:
        computed.append(summarize(ast.parse(TEXT)))
        return computed[-1]

    summaries = Summaries()
    assert summaries.get(TEXT, compute) is summaries.get(TEXT, compute)
    assert len(computed) == 1


def test_oldest_summaries_are_dropped() -> None:
    summaries, computed = Summaries(max_bytes=5), list[str]()

    def get(text: str) -> None:
        summaries.get(text, lambda: computed.append(text) or EMPTY)  # type: ignore[func-returns-value]

    for text in ("ab", "cd", "ab", "ef", "ab", "cd"):
        get(text)
    assert computed == ["ab", "cd", "ef", "cd"]
