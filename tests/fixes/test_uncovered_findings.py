"""Findings that an error has hidden do not count against the fix that removes the error; those that the fix causes do."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import Run

from graphlint.check.analyze import analyze
from graphlint.fixes.prove import ProofAnalysis, Prover
from graphlint.rule.registry import discover
from graphlint.source.source import Source
from graphlint.source.text_edits import Edit

RULES = discover().rules

GAN = """\
import torch
from torch import nn

G, D = nn.Linear(4, 8), nn.Sequential(nn.Linear(8, 1), nn.Sigmoid())
opt_g, opt_d = torch.optim.Adam(G.parameters()), torch.optim.Adam(D.parameters())
bce = nn.BCELoss()
history, total = [], 0.0
for real in torch.randn(10, 3, 8):
    fake = G(torch.randn(3, 4)).tanh()
    loss_d = bce(D(real), torch.ones(3, 1)) + bce(D(fake), torch.zeros(3, 1))
    opt_d.zero_grad()
    loss_d.backward()
    opt_d.step()
    loss_g = bce(D(fake), torch.ones(3, 1))
    opt_g.zero_grad()
    loss_g.backward()
    opt_g.step()
    history.append(loss_g)
print(history, total)
"""
HIDDEN_STATE = """\
import torch
from torch import nn

cell, head = nn.RNNCell(3, 5), nn.Linear(5, 1)
optimizer = torch.optim.SGD([*cell.parameters(), *head.parameters()], lr=0.1)
state, total = torch.zeros(2, 5), 0.0
for x in torch.randn(10, 2, 3):
    state = cell(x, state)
    loss = head(state).pow(2).mean()
    total += loss
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(total)
"""


@pytest.mark.parametrize(("text", "code"), [(GAN, "GL101"), (HIDDEN_STATE, "GL103")], ids=["gan", "hidden-state"])
def test_a_finding_that_an_error_hides_leaves_its_fix(run: Run, project: Path, text: str, code: str) -> None:
    """The stored losses are found when the program gets beyond the first error, or beyond the first iteration."""
    (project / "program.py").write_text(text)
    before = run("program.py", "--isolated", "--output-format", "json").json
    fixes = {item["code"]: item["fix"] for item in before}
    assert fixes[code] is not None
    assert "GL202" not in fixes
    assert "GL203" not in fixes
    assert run("program.py", "--isolated", "--fix", "--unsafe-fixes").out == "No findings in 1 file. 2 findings fixed.\n"


def test_a_traceback_has_the_same_fix(run: Run, project: Path) -> None:
    (project / "program.py").write_text(GAN)
    (project / "log.txt").write_text(
        f"""Traceback (most recent call last):
  File "{project / "program.py"}", line 16, in <module>
    loss_g.backward()
RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed).
"""
    )
    assert "Detach `fake` on line 10" in run("explain", "log.txt").out


def test_a_finding_that_the_fix_causes_counts() -> None:
    """The same detach holds alone, and not with a store of losses that the program did not have."""
    rules = tuple(rule() for rule in RULES)

    def analyzed(source: Source, past_errors: bool = False) -> ProofAnalysis:
        return analyze(source, rules, past_errors=past_errors, for_proof=True).proof()

    source = Source("program.py", GAN)
    found = analyze(source, rules).findings
    prover = Prover(
        source, found, {rule.code: rule for rule in rules}, analyzed, past_errors=lambda changed: analyzed(changed, past_errors=True)
    )
    detach = Edit(GAN.index(", torch.zeros") - 1, GAN.index(", torch.zeros") - 1, ".detach()")
    step = GAN.index("opt_d.step()")
    assert prover.holds([detach], found)
    assert not prover.holds([detach, Edit(step, step, "history.append(loss_d)\n    ")], found)
