"""Detaches that do nothing are never offered: in a chain that is cut already, or of what has no graph."""

from __future__ import annotations

import ast

import pytest

from graphlint.check.analyze import analyze
from graphlint.fixes.prove import Prover
from graphlint.fixes.queries.detaches import (
    detaches_among_others,
    goes_without_graph,
    repeated_detaches,
    without_one_detach,
)
from graphlint.fixes.queries.nodes import changed_statements
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
from graphlint.rule.registry import discover
from graphlint.source.source import Source
from graphlint.source.text_edits import Edit, apply_edits

from .proposed_fixes import offers


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("x.detach()", 0),
        ("x.detach().numpy()", 0),
        ("x.detach().cpu().tolist()", 0),
        ("f(x.detach()).detach()", 0),
        ("x.detach().detach()", 1),
        ("x.detach().cpu()[0].detach()", 1),
        ("x.data.detach()", 1),
        ("x.item().detach()", 1),
        ("x.detach().shape", 1),
        ("x.detach().item()", 1),
        ("x.detach().size(0)", 1),
        ("(1.0).detach()", 1),
    ],
)
def test_detaches_in_a_chain_that_is_cut_already(text: str, count: int) -> None:
    """PyTorch refuses `numpy()` of a tensor that requires grad, so that a detach before it is no such one."""
    assert repeated_detaches(ast.parse(text)) == count


def test_no_fix_repeats_a_detach() -> None:
    """In no program that is marked."""
    for offer in offers():
        before = repeated_detaches(ast.parse(offer.source.text))
        for name, fix, text in offer.results():
            assert repeated_detaches(ast.parse(text)) <= before, f"{name} ({fix.message})"


@pytest.mark.parametrize(
    ("program", "texts", "missing"),
    [
        ("gl405/fake_detached_twice.py", ["fake.detach()).mean()"], [".detach().detach()"]),
        ("gl405/fake_without_graph_whose_shape_is_printed.py", ["fake.shape, fake.detach().numpy()", "(fake.detach()).mean()"], []),
        ("gl203/losses_stored_beside_a_detached_one.py", ["(first.detach(), second.detach(), third, out."], ["third.detach"]),
    ],
)
def test_only_what_has_a_graph_is_detached(program: str, texts: list[str], missing: list[str]) -> None:
    """Each program has something that is detached already, or a number, beside what needs it."""
    made = [text for offer in offers() if offer.program == program for _, _, text in offer.results()]
    assert made
    for text in texts:
        assert any(text in each for each in made)
    assert not any(text in each for each in made for text in missing)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x.detach().cpu()", True),
        ("x[0].cpu().data", True),
        ("x.shape[0]", True),
        ("x.cpu()", False),
        ("f(x).detach()", False),
        ("x", False),
    ],
)
def test_what_a_name_is_used_for(text: str, expected: bool) -> None:
    """The chain that begins with the name decides, not the call that it is an argument of."""
    code = Code(Source("program.py", text))
    name = next(node for node in ast.walk(code.tree) if isinstance(node, ast.Name) and node.id == "x")
    assert goes_without_graph(code, name) is expected


def test_each_of_several_detaches_can_be_taken_out() -> None:
    """With the parentheses that came with it left; a single detach is not among others."""
    text = "a, b + c\n"
    both = (Edit(1, 1, ".detach()"), Edit(3, 3, "("), Edit(8, 8, ").detach()"))
    wanted = detaches_among_others(both)
    code = Code(Source("program.py", apply_edits(text, both)))
    assert [apply_edits(code.text, edits) for edits in without_one_detach(code, both, wanted)] == [
        "a, (b + c).detach()\n",
        "a.detach(), (b + c)\n",
    ]
    assert detaches_among_others(both[:1]) == set()


def test_a_detach_that_changes_no_finding_is_refused() -> None:
    """Here none does."""
    text = "import torch\n\na = b = torch.ones(2, requires_grad=True) * 2\nprint(a, b)\n"
    source = Source("program.py", text)
    prover = Prover(source, (), {}, lambda changed: analyze(changed, (), for_proof=True).proof())
    fix = Fix.of("Detach both", Applicability.SAFE, [Edit(at, at, ".detach()") for at in (text.index(", b)"), text.index(", b)") + 3)])
    assert fix is not None
    assert prover.holds(fix.edits, ())
    assert prover.has_idle_detach([fix])


@pytest.mark.parametrize(("name", "holds"), [(" a", True), (", devices", False), ("settings.devices", False)])
def test_only_what_may_have_a_graph_is_detached(name: str, holds: bool) -> None:
    """After `settings.devices.detach()`, the analysis knows less of `settings`, which is no proof."""
    text = (
        "import torch\nfrom config import settings\n\na, devices = torch.ones(2, requires_grad=True) * 2, [0, 1]\n"
        "print(settings.devices, devices, a)\n"
    )
    end = text.rindex(name) + len(name)
    prover = Prover(Source("program.py", text), (), {}, lambda changed: analyze(changed, (), for_proof=True).proof())
    assert prover.holds([Edit(end, end, ".detach()")], ()) is holds


TWO_WAYS = """import sys

import torch
from torch import nn

generator, main = nn.Linear(2, 3), nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 1))


def critic(x):
    if sys.argv[1:]:
        return main(2 * x)
    return main(x)


opt_g = torch.optim.SGD(generator.parameters(), lr=0.1)
opt_c = torch.optim.SGD(main.parameters(), lr=0.1)
for _ in range(3):
    fake = generator(torch.randn(4, 2))
    opt_c.zero_grad()
    critic(fake).mean().backward(retain_graph=True)
    opt_c.step()
    opt_g.zero_grad()
    (-main(fake).mean()).backward()
    opt_g.step()
"""


@pytest.mark.parametrize(
    ("places", "holds"), [(["2 * x"], False), (["main(x"], False), (["2 * x", "main(x"], True), (["critic(fake"], True)]
)
def test_a_detach_holds_on_all_paths(places: list[str], holds: bool) -> None:
    """With one of two calls detached, the generator's gradients are computed for nothing on the other path, which needs its graph."""
    rules = tuple(rule() for rule in discover().rules)
    source = Source("program.py", TWO_WAYS)
    findings = analyze(source, rules).findings
    prover = Prover(source, findings, {rule.code: rule for rule in rules}, lambda changed: analyze(changed, rules, for_proof=True).proof())
    finding = next(found for found in findings if found.code == "GL308")
    ends = [TWO_WAYS.index(place) + len(place) for place in places]
    retained = TWO_WAYS.index("retain_graph=True")
    without_retain = [Edit(retained, retained + len("retain_graph=True"), "")] if holds else []
    assert prover.holds(sorted([*(Edit(end, end, ".detach()") for end in ends), *without_retain]), [finding]) is holds


@pytest.mark.parametrize(
    ("before", "edit", "old", "new"),
    [
        ("a = 1\nf(x)\nb = 2", Edit(9, 9, ".detach()"), ["f(x)"], ["f(x.detach())"]),
        ("a = 1\nf(x)\nb = 2", Edit(11, 11, "x = 3\n"), ["b = 2"], ["x = 3", "b = 2"]),
        ("a = 1; f(x); b = 2", Edit(7, 11, "g(x)"), ["f(x)"], ["g(x)"]),
        ("a = 1\nf(x)\nb = 2\nc = 3", Edit(6, 11, ""), ["f(x)", "b = 2"], ["b = 2"]),
        ("a\nif c:\n  d\nf(x)\nb = 2", Edit(12, 12, "  "), ["if c:\n    d", "f(x)"], ["if c:\n    d\n    f(x)"]),
    ],
)
def test_only_changed_statements_are_searched(before: str, edit: Edit, old: list[str], new: list[str]) -> None:
    """Those before and after them are the same, however many there are."""
    codes = Code(Source("program.py", before)), Code(Source("program.py", apply_edits(before, [edit])))
    assert [list(map(ast.unparse, part)) for part in changed_statements(*codes, [edit])] == [old, new]
