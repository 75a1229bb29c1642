"""Assertions for tests with PyTorch: no graph outlives a block, and no graph grows from step to step.

from graphlint.testing import assert_no_graph_growth, assert_releases_graph

def test_training_step_releases_its_graph():
    assert_no_graph_growth(lambda: train_step(model, batch))

def test_evaluation_keeps_no_graph():
    with assert_releases_graph():
        evaluate(model, data)
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from graphlint.testing.built_graphs import BuiltGraphs
from graphlint.testing.owners import Owner, owners_of

__all__ = ["assert_no_graph_growth", "assert_releases_graph"]


@contextmanager
def assert_releases_graph() -> Iterator[None]:
    """Assert that no autograd graph that is built in the block outlives it. Variables of the block that outlive it count, too.

    Raises:
        AssertionError: if a graph is still referenced after the block; the message names the statement that retains it.
    """
    built = BuiltGraphs()
    with built.observed():
        yield
    alive = built.alive()
    if alive:
        # The frames are this one, that of contextlib, and that of the `with` statement.
        found = owners_of(alive, built.functions, sys._getframe(2))
        raise AssertionError(_message(found, built, "keeps an autograd graph alive after the block", "the graph with all its activations"))


def assert_no_graph_growth(step: Callable[[], object], iterations: int = 3) -> None:
    """Assert that repeated calls of a function do not retain an autograd graph each.

    Args:
        step: one training or evaluation step; what it returns is dropped.
        iterations: the number of calls, at least 2.

    Raises:
        AssertionError: if the graphs of all calls are still referenced after the last; the message names the statement that retains them.
        ValueError: if there are fewer than two iterations.
    """
    if iterations < 2:
        raise ValueError(f"iterations is {iterations}: growth needs at least 2")
    built = BuiltGraphs()
    with built.observed():
        for number in range(iterations):
            built.iteration = number
            step()
    alive = built.alive()
    if len({graph.iteration for graph in alive}) == iterations:
        found = owners_of(alive, built.functions, sys._getframe(1))
        raise AssertionError(_message(found, built, "keeps every iteration's autograd graph alive", "each iteration's graph"))


def _message(found: list[Owner], built: BuiltGraphs, headline: str, growth: str) -> str:
    """Return the text of an error: the owner and its statement, the place where the graph is built, and what to do."""
    place = built.alive()[0].place
    if not found:
        return f"an object {headline}\n  graph built here: {place}\n  note: memory grows by {growth}"
    lines: list[str] = []
    for owner in found:
        lines.append(f"`{owner.name}` {headline}")
        lines += [f"  retained here: {statement}" for statement in owner.statements]
        lines.append(f"  graph built here: {owner.place}")
    verb = "store" if found[0].is_container else "add"
    lines.append(f"  note: memory grows by {growth}")
    lines.append(f"  help: {verb} a number or a detached tensor: `.item()` or `.detach()`")
    return "\n".join(lines)
