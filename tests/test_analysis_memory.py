"""An analysis that reuses the runs of the last one comes to the result of an analysis of the whole text, whatever the edit was.

`scripts/fuzz.py` tries random edits.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from graphlint.autograd.run import Run
from graphlint.check.analysis_memory import AnalysisMemory
from graphlint.check.analyze import Analysis, analyze
from graphlint.check.check_config import CheckConfig
from graphlint.check.definition_changes import DefinitionChange
from graphlint.common.errors import SyntaxProblem
from graphlint.project.project import Project
from graphlint.rule.registry import discover
from graphlint.server.workers.messages import Program
from graphlint.server.workers.program_analysis import ProgramAnalysis
from graphlint.source.source import Source

PROGRAMS = Path(__file__).resolve().parent / "programs"
RULES = tuple(rule() for rule in discover().rules if rule.default)

BASE = """import torch
from torch import nn

RATE = 0.1


class Encoder(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.layer = nn.Linear(width, width)

    def forward(self, x):
        return torch.relu(self.layer(x))

    def score(self, x, y):
        return nn.functional.mse_loss(self(x), y)


def encode(model, x):
    return model(x)


def fit(loader):
    model = Encoder()
    optimizer = torch.optim.SGD(model.parameters(), lr=RATE)
    for x, y in loader:
        optimizer.zero_grad()
        loss = model.score(x, y)
        loss.backward()
        optimizer.step()


def collect(loader, net):
    losses = []
    for x, y in loader:
        loss = nn.functional.mse_loss(net(x), y)
        loss.backward()
        losses.append(loss.item())
    return losses


def evaluate(loader, net):
    net.eval()
    total = 0
    for x in loader:
        total += encode(net, x).sum().item()
    return total


def adapt(net, x):
    hidden = net(x)
    hidden.sum().backward()
    return hidden
"""


class Session:
    """A file in a project that is analyzed after each edit, with and without the results of the last analysis."""

    def __init__(self) -> None:
        self.project = Project()
        self.memory = AnalysisMemory(self._note)
        self.reused: list[str] = []

    def _note(self, run: Run, change: DefinitionChange) -> None:
        del change
        self.reused.append(run.root)

    def analyze(self, text: str) -> tuple[Analysis, Analysis]:
        """Return the results of both, and note the functions whose runs are reused."""
        self.reused.clear()
        self.project.overlay("subject.py", text)
        source = Source("subject.py", text)
        return analyze(source, RULES, None, self.project, memory=self.memory), analyze(source, RULES)


@pytest.mark.parametrize(
    ("old", "new", "reused"),
    [
        pytest.param("losses = []", "losses = []\n    print(losses)", {"adapt", "fit"}, id="in a function"),
        pytest.param("    total = 0\n", "\n    # the sum\n    total = 0\n", {"adapt", "collect", "fit"}, id="moved lines"),
        pytest.param("return model(x)", "return model(x).detach()", {"adapt", "collect", "fit"}, id="in a callee"),
        pytest.param("def encode(model, x):", "def encode(model, x, scale=2):", {"adapt", "collect", "fit"}, id="a signature"),
        pytest.param("def adapt(net, x):", "def adapt(net, x, encode):", {"collect", "fit"}, id="a parameter"),
        pytest.param("nn.functional.mse_loss(self(x), y)", "self(x).sum()", {"adapt", "collect"}, id="in a method"),
        pytest.param("RATE = 0.1", "RATE = 0.2", set(), id="in the module's code"),
        pytest.param("from torch import nn", "from torch import nn, optim", set(), id="an import"),
        pytest.param("    hidden.sum()", "    import os\n    hidden.sum()", set(), id="an import in a function"),
        pytest.param("    hidden.sum()", "    global RATE\n    hidden.sum()", set(), id="a global name"),
        pytest.param("hidden = net(x)", "hidden = globals()['encode'](net, x)", {"collect", "fit"}, id="a computed name"),
        pytest.param("def adapt(", "def adjust(", set(), id="a new name"),
        pytest.param("def adapt(", "@torch.compile\ndef adapt(", set(), id="a decorator"),
        pytest.param("\n\ndef adapt(", "\n\nfit([])\n\n\ndef adapt(", set(), id="a call in the module's code"),
        pytest.param("hidden = net(x)", "net.scheduler.step()\n    hidden = net(x)", set(), id="a step"),
    ],
)
def test_reused_runs_are_those_that_the_edit_does_not_affect(old: str, new: str, reused: set[str]) -> None:
    assert BASE.count(old) == 1
    session = Session()
    session.analyze(BASE)
    found, expected = session.analyze(BASE.replace(old, new))
    assert found == expected
    assert set(session.reused) == reused


def test_an_edit_of_a_distant_caller_decides_on_the_grad_mode_of_a_root() -> None:
    """No run reaches `validate`, whose callers are too many: whether grad mode is on in it is read from their calls."""
    text = (PROGRAMS / "gl301" / "validation_deep_in_calls.py").read_text(encoding="utf-8")
    call = "    finish_epoch(model, loader, scores)\n"
    assert text.count(call) == 1
    session = Session()
    assert [item.code for item in session.analyze(text)[0].findings] == ["GL301"]
    reusing, whole = session.analyze(text.replace(call, "    with torch.no_grad():\n    " + call))
    assert reusing.findings == whole.findings == ()


def test_runs_are_reused_after_a_syntax_error() -> None:
    session = Session()
    session.analyze(BASE)
    with pytest.raises(SyntaxProblem):
        session.analyze(BASE + ")")
    found, expected = session.analyze(BASE + "\n")
    assert found == expected
    assert session.reused


@pytest.mark.parametrize("new", ["losses = []\n    print(losses)", "losses = [1]"])
def test_hovers_are_those_of_a_new_analysis(new: str) -> None:
    """Also if the lines of reused runs are shifted."""
    config, memory = CheckConfig(RULES), AnalysisMemory()
    project = Project(("subject.py",))
    text = BASE.replace("losses = []", new)
    for each in (BASE, text):
        project.overlay("subject.py", each)
        found = ProgramAnalysis(Program("subject.py", each), config, project, memory=memory).graph_info
    assert found.descriptions
    assert found == ProgramAnalysis(Program("subject.py", text), config, Project(("subject.py",))).graph_info
