"""The assertions of graphlint.testing, on real PyTorch."""

from __future__ import annotations

import importlib
import importlib.util
from collections import deque
from typing import Any

import pytest

from graphlint.testing import assert_no_graph_growth, assert_releases_graph

if importlib.util.find_spec("torch") is None:
    pytest.skip("PyTorch is not installed", allow_module_level=True)
torch: Any = importlib.import_module("torch")
pytestmark = pytest.mark.torch

HISTORY: list[Any] = []


class Trainer:
    """A training step with each form of retention."""

    def __init__(self) -> None:
        self.model = torch.nn.Linear(3, 1)
        self.total: Any = 0.0
        self.losses: list[Any] = []
        self.window: deque[Any] = deque(maxlen=2)
        self.latest: Any = None
        self.by_name: dict[str, list[Any]] = {"loss": []}

    def loss(self) -> Any:
        loss = self.model(torch.randn(4, 3)).pow(2).mean()
        loss.backward()
        return loss

    def clean(self) -> None:
        self.losses.append(self.loss().item())
        self.total += self.loss().detach()

    def replaces(self) -> None:
        self.latest = self.loss()

    def bounded(self) -> None:
        self.window.append(self.loss())

    def accumulates(self) -> None:
        self.total += self.loss()

    def collects(self) -> None:
        self.losses.append(self.loss())

    def collects_by_name(self) -> None:
        self.by_name["loss"].append(self.loss())

    def collects_globally(self) -> None:
        HISTORY.append(self.loss())


@pytest.mark.parametrize("step", ["clean", "replaces", "bounded"])
def test_steps_without_growth_pass(step: str) -> None:
    """A graph that the next iteration replaces, or a bounded window of them, does not grow."""
    assert_no_graph_growth(getattr(Trainer(), step))


@pytest.mark.parametrize(
    ("step", "owner", "statement", "help"),
    [
        ("accumulates", "trainer.total", "self.total += self.loss()", "add a number"),
        ("collects", "trainer.losses", "self.losses.append(self.loss())", "store a number"),
        ("collects_by_name", "trainer.by_name", 'self.by_name["loss"].append(self.loss())', "store a number"),
        ("collects_globally", "HISTORY", "HISTORY.append(self.loss())", "store a number"),
    ],
)
def test_growth_is_reported_with_the_statement_that_retains(step: str, owner: str, statement: str, help: str) -> None:
    """In the words of GL202 and GL203."""
    trainer = Trainer()
    HISTORY.clear()
    with pytest.raises(AssertionError) as caught:
        assert_no_graph_growth(getattr(trainer, step), iterations=4)
    message = str(caught.value)
    assert f"`{owner}` keeps every iteration's autograd graph alive" in message
    assert any(line.startswith("  retained here: ") and line.endswith(statement) for line in message.splitlines())
    assert "graph built here: " in message
    assert f"help: {help} or a detached tensor" in message


def test_a_state_that_is_carried_over_grows() -> None:
    """Each iteration's graph contains that of the one before."""
    cell, state = torch.nn.RNNCell(3, 4), {"hidden": torch.zeros(2, 4)}

    def step() -> None:
        state["hidden"] = cell(torch.randn(2, 3), state["hidden"])

    with pytest.raises(AssertionError, match=r"`state` keeps every iteration's autograd graph alive"):
        assert_no_graph_growth(step)


def test_growth_needs_two_iterations() -> None:
    """One iteration shows no growth."""
    with pytest.raises(ValueError, match="at least 2"):
        assert_no_graph_growth(lambda: None, iterations=1)


def test_a_block_that_releases_its_graph_passes() -> None:
    """Its values may outlive it, as long as they have no graph."""
    trainer = Trainer()
    with assert_releases_graph():
        trainer.clean()
        with torch.no_grad():
            trainer.latest = trainer.model(torch.randn(4, 3))


def test_a_graph_that_outlives_a_block_is_reported() -> None:
    """With its owner, whether that is an attribute or a variable."""
    trainer = Trainer()
    with pytest.raises(AssertionError, match=r"`trainer.latest` keeps an autograd graph alive after the block"), assert_releases_graph():
        trainer.replaces()
    trainer.latest = None
    with pytest.raises(AssertionError, match="`output` keeps an autograd graph alive after the block"), assert_releases_graph():
        output = trainer.model(torch.randn(4, 3))
    assert output.grad_fn is not None


def test_an_error_in_the_block_is_not_hidden() -> None:
    """It is the error of the test."""
    with pytest.raises(KeyError), assert_releases_graph():
        raise KeyError("missing")


def test_graphs_from_before_the_block_do_not_count() -> None:
    """They were not built in it."""
    output = Trainer().model(torch.randn(4, 3))
    with assert_releases_graph():
        pass
    assert output.grad_fn is not None
