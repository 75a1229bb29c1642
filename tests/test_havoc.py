"""Havoc in the event stream: each kind of code that a run does not execute, with what it reaches and its possible effects."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import Cause, Certainty, Effects, Havoc
from graphlint.autograd.run import Run
from graphlint.engine.roots.runs import runs
from graphlint.ir.statements import lower_module
from graphlint.project.project import Project
from graphlint.source.parse import parse
from graphlint.source.source import Source

HEAD = "import torch\nimport other\nfrom torch import nn\n\n"
STEP = "    model = nn.Linear(2, 1)\n    loss = model(torch.ones(3, 2)).sum()\n"


def run_of(tmp_path: Path, text: str, root: str) -> Run:
    """Analyze a file and return the run of one root."""
    path = tmp_path / "program.py"
    path.write_text(HEAD + text, encoding="utf-8")
    source = Source.from_bytes(str(path), path.read_bytes())
    project = Project((source.path,))
    found = runs(lower_module(parse(source), source.path), project.evidence(), project)
    return next(item.run for item in found if item.run.root == root)


@pytest.mark.parametrize(
    ("statement", "cause", "doubt"),
    [
        ("    other.log(loss)\n", Cause.CALL, Doubt.ESCAPED),
        ("    return loss\n", Cause.CALLER, Doubt.RETURNED),
        ("    loss.detach().backward()\n", Cause.HANDLER, Doubt.ERROR_PENDING),
    ],
)
def test_code_that_is_not_executed_may_use_a_graph(tmp_path: Path, statement: str, cause: Cause, doubt: Doubt) -> None:
    run = run_of(tmp_path, f"def step():\n{STEP}    loss.backward(retain_graph=True)\n{statement}", "step")
    events = [event for event in run.of(Havoc) if event.cause is cause and event.nodes]
    assert events
    nodes = frozenset[int]().union(*(event.nodes for event in events))
    assert all(Effects.BACKWARD in event.effects for event in events)
    assert (run.backward_reaches(nodes).certainty, run.used_outside(nodes)) == (Certainty.YES, (Certainty.MAYBE, doubt))


def test_a_graph_that_no_other_code_receives_is_not_used(tmp_path: Path) -> None:
    run = run_of(tmp_path, f"def step():\n{STEP}    loss.backward()\n    print(loss.item())\n", "step")
    assert not run.used_outside(frozenset(run.nodes)).possible
    assert run.graph_used(frozenset(run.nodes)).certainty is Certainty.YES


def test_a_callee_stores_what_a_method_receives_and_not_what_a_function_receives(tmp_path: Path) -> None:
    run = run_of(tmp_path, f"def step(writer, show):\n{STEP}    loss.backward()\n    writer.add(loss)\n    show(loss)\n", "step")
    lines = {event.site.line: Effects.STORE in event.effects for event in run.of(Havoc) if event.cause is Cause.CALL and event.nodes}
    assert lines == {9: True, 10: False}


def test_a_module_that_unresolved_code_receives_may_have_other_gradients(tmp_path: Path) -> None:
    run = run_of(tmp_path, f"def step(prune):\n{STEP}    loss.backward()\n    prune(model)\n", "step")
    leaves = frozenset[int]().union(*(event.leaves for event in run.of(Havoc)))
    assert leaves == run.module_leaves
    assert run.gradient_read(leaves) == (Certainty.MAYBE, Doubt.HANDED)
