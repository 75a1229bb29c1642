"""The proof of a fix in an editor analyzes the definitions that the fix may affect, and comes to the same result."""

from __future__ import annotations

import ast

import pytest

from graphlint.check.analyze import analyze
from graphlint.fixes.prove import ProofAnalysis, Prover
from graphlint.fixes.queries.affected import affected_definitions
from graphlint.rule.registry import discover
from graphlint.source.source import Source

UNRELATED = "\n".join(f"def unrelated{number}():\n    return 1\n" for number in range(20))
BLOCK = """
class Net{0}(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(3, 1)

    def forward(self, x):
        return self.layer(x)


def loss_of{0}(model, x):
    return model(x).sum()


def train{0}(loader):
    model = Net{0}()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    total = 0
    for x in loader:
        {1}loss = loss_of{0}(model, x)
        loss.backward()
        optimizer.step()
        total += loss
    return total

"""


@pytest.mark.parametrize(
    ("text", "changed", "expected"),
    [
        ("def f(): g()\ndef g(): h()\ndef h(): pass\ndef i(): h()", "g", {"f", "g", "h"}),
        ("def f(): pass\nRUN = [f]\ndef g(): RUN[0]()\ndef h(): pass", "f", {"f", "g"}),
        ("class A:\n    def m(self): pass\ndef f(x): x.m()\ndef g(): pass", "A", {"A", "f"}),
        ("class A: pass\nclass B(A): pass\ndef f(): B()\ndef g(A): A()", "A", {"A", "B", "f"}),
        ("def f(): pass\ndef g(): getattr(x, 'f')()", "f", {"f", "g"}),
        ("def f():\n    global x\n    x = 1\ndef g(): pass", "f", None),
        ("def f(): pass\ndef f(): pass\ndef g(): pass", "f", {"f"}),
    ],
)
def test_what_a_change_of_a_definition_may_affect(text: str, changed: str, expected: set[str] | None) -> None:
    """Its possible callers, and the functions that these call: by the names, except those of local variables."""
    tree = ast.parse(f"{text}\n{UNRELATED}")
    old = [each for each in tree.body if getattr(each, "name", "") == changed]
    found = affected_definitions(tree, old, old)
    assert (None if found is None else set(found)) == expected


def test_what_a_change_of_module_code_may_affect() -> None:
    """Functions that use an object which the changed code uses; imported modules are no such objects."""
    tree = ast.parse(f"import torch\nm = torch.f()\nm.eval()\ndef f(): m()\ndef g(): torch.g()\ndef h(m): m()\n{UNRELATED}")
    assert affected_definitions(tree, tree.body[2:3], []) == frozenset({"f"})
    assert affected_definitions(tree, tree.body[:1], []) is None


def test_a_part_of_a_file_proves_the_same_fixes() -> None:
    """And fewer functions are analyzed."""
    text = "import torch\n" + "".join(BLOCK.format(number, "optimizer.zero_grad()\n        " if number else "") for number in range(6))
    rules = tuple(rule() for rule in discover().rules if rule.default)
    source, by_code = Source("train.py", text), {rule.code: rule for rule in rules}
    findings = analyze(source, rules).findings
    assert {finding.code for finding in findings} == {"GL202", "GL501"}
    parts: list[frozenset[str]] = []

    def whole(changed: Source) -> ProofAnalysis:
        return analyze(changed, rules, for_proof=True).proof()

    def part(changed: Source, definitions: frozenset[str] | None) -> ProofAnalysis:
        parts.append(definitions or frozenset())
        return analyze(changed, rules, definitions=definitions, for_proof=True).proof()

    for finding in findings:
        fixes = list(Prover(source, findings, by_code, whole).fixes(finding))
        assert fixes
        assert list(Prover(source, findings, by_code, whole, part).fixes(finding)) == fixes
    assert {frozenset(f"{name}{number}" for name in ("Net", "loss_of", "train")) for number in range(6)} == set(parts)
