"""Detaches that do nothing are never offered: in a chain that is cut already, or of what has no graph."""

from __future__ import annotations

import ast

import pytest

from graphlint.fixes.detaches import detaches_among_others, goes_without_graph, may_repeat_detach, repeated_detaches, without_one_detach
from graphlint.fixes.prove import Prover
from graphlint.rule.code import Code
from graphlint.rule.fix import Applicability, Fix
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
    source = Source("program.py", "f(a, b)\n")
    prover = Prover(source, (), {}, lambda _: ())
    fix = Fix.of("Detach both", Applicability.SAFE, (Edit(3, 3, ".detach()"), Edit(6, 6, ".detach()")))
    assert fix is not None
    assert prover.holds(fix.edits, ())
    assert prover.has_idle_detach([fix])


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        ("f(x)", 3, False),
        ("f(x, y)", 3, False),
        ("f(x.detach())", 3, True),
        ("f((x).detach())", 4, True),
        ("f(x.data)", 8, True),
        ("f(x[0])", 6, True),
        ("f(x)[0]", 3, True),
    ],
)
def test_characters_tell_that_a_detach_stands_alone(text: str, place: int, expected: bool) -> None:
    """A name, and nothing that could go on with the chain; otherwise the tree is asked."""
    assert may_repeat_detach(text, [Edit(place, place, ".detach()")]) is expected
