"""The fixes of every marked program: what is offered holds, what is made is whole, and what is safe computes the same."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from forks import forking_environment
from marked_programs import FOLDER, name_of, sampled

from graphlint.fixes.apply import fix_source
from graphlint.fixes.prove import ProofAnalysis
from graphlint.rule.built_in import UnusedNoqa
from graphlint.rule.fix import Applicability
from graphlint.rule.hints import Hint
from graphlint.rule.registry import discover
from graphlint.source.source import Source
from graphlint.source.text_edits import apply_edits

from .outcomes import UNBOUND, Outcomes, changed_by_safe_fixes, names_unbound, unfinished
from .proposed_fixes import Offer, findings_in, marked_programs, offers, rules_of

ROOT = Path(__file__).resolve().parents[2]
EVERY_KIND = frozenset(Applicability)


def _chosen(step: int) -> list[str]:
    """Return one of so many programs with a mark, by their paths below tests/programs."""
    return [name_of(path) for path in sampled(map(FOLDER.joinpath, marked_programs()), step, 8)]


@pytest.mark.parametrize("rule", discover().rules, ids=lambda rule: rule.code)
def test_every_rule_has_a_fix_or_says_why_not(rule: Any) -> None:
    """Whoever reads a finding asks next what to do about it."""
    # Those of suppressions come with their findings, and are tested with them.
    has_fix = rule is UnusedNoqa or any(offer.fixes for offer in offers() if offer.finding.code == rule.code)
    assert has_fix != bool(rule.no_fix)


OFTEN_WITHOUT_FIX = {
    "GL112": "tensors in lists and changed flags have none",
    "GL113": "a surplus gradient has none: only the author knows which one it is",
    "GL401": "a loss that is made to require grad, and a number that NumPy computes, have none",
    "GL602": "the forward call, the loss and the backward may be in different functions",
}


def test_most_findings_have_a_fix() -> None:
    """A fix that is hardly ever offered is not worth its page. Where a loss never had a graph, no detach point can be removed."""
    fixable = [offer for offer in offers() if offer.finding.hint(Hint.WITHOUT_GRAD) is None]
    every, fixed = (Counter(offer.finding.code for offer in fixable if offer.fixes or not only) for only in (False, True))
    few = {code: f"{fixed[code]} of {every[code]}" for code in every if fixed[code] * 3 < every[code] * 2}
    assert few.keys() == OFTEN_WITHOUT_FIX.keys()


def test_messages_say_what_is_done() -> None:
    """They stand in menus."""
    for offer in offers():
        for fix in offer.fixes:
            assert fix.message[:1].isupper(), fix.message
            assert len(fix.message) <= 80, fix.message
            assert not fix.message.endswith(".")


def test_of_several_fixes_no_two_are_alike() -> None:
    """A menu that offers the same twice makes people look for the difference."""
    for offer in offers():
        texts = [text for _, _, text in offer.results()]
        messages = [fix.message for fix in offer.fixes]
        assert (len(set(texts)), len(set(messages))) == (len(texts), len(messages)), offer.name


@pytest.mark.sampled
@pytest.mark.parametrize("program", _chosen(4))
def test_fixing_everything_comes_to_an_end(program: str) -> None:
    """What fixes leave behind is fixed no further: a second run changes nothing, and no finding has come."""
    source = Source.from_bytes(program, (FOLDER / program).read_bytes())
    known: dict[str, ProofAnalysis] = {}

    def analyzed(changed: Source) -> ProofAnalysis:
        """Analyze each text once: fixes of both kinds are proven on the same texts."""
        if changed.text not in known:
            known[changed.text] = ProofAnalysis(findings_in(program, changed))
        return known[changed.text]

    before = analyzed(source).findings
    by_code = {rule.code: rule for rule in rules_of(program)}
    for trusted in (frozenset((Applicability.SAFE,)), EVERY_KIND):
        once = fix_source(source, by_code, analyzed, lambda _, found: found, trusted)
        after = analyzed(once.source).findings
        assert len(before) - len(after) >= bool(once.applied)
        assert not Counter(item.code for item in after) - Counter(item.code for item in before)
        twice = fix_source(once.source, by_code, analyzed, lambda _, found: found, trusted)
        assert twice.applied == ()
        assert twice.source.text == once.source.text


@pytest.mark.sampled
@pytest.mark.parametrize("ends", ["\r\n", "\r"])
def test_line_ends_stay_as_they_are(ends: str) -> None:
    """What a fix inserts ends its lines as the file does."""
    chosen = set(_chosen(8))
    for offer in offers():
        if offer.program in chosen and offer.fixes and "\\\n" not in offer.source.text:
            source = replace(offer.source, text=offer.source.text.replace("\n", ends))
            other = [item for item in findings_in(offer.program, source) if item.site[1:] == offer.finding.site[1:]]
            rule = next(rule for rule in rules_of(offer.program) if rule.code == offer.finding.code)
            assert other, offer.name
            text = apply_edits(source.text, _same_fix(rule, offer, source).edits)
            assert ends not in ("\r\n",) or text.count("\r") == text.count("\n"), offer.name
            assert ends not in ("\r",) or "\n" not in text, offer.name


def _same_fix(rule: Any, offer: Offer, source: Source) -> Any:
    """The fix with the message of the preferred one, for the same program with other line ends."""
    from graphlint.rule.code import Code  # noqa: PLC0415

    code = Code(source)
    return next(fix for fix in rule.fixes(offer.finding, code) if fix is not None and fix.message == offer.fixes[0].message)


def _run(texts: Mapping[str, str], folder: Path) -> Outcomes:
    """Return how texts end under real PyTorch."""
    listed = []
    for number, (name, text) in enumerate(texts.items()):
        path = folder / f"program_{number}.py"
        path.write_text(text, encoding="utf-8")
        listed.append([name, str(path)])
    (folder / "list.json").write_text(json.dumps(listed), encoding="utf-8")
    runner = ROOT / "tests" / "shim" / "program_runner.py"
    command = [sys.executable, str(runner), str(folder / "list.json"), str(folder / "result")]
    subprocess.run(command, check=True, env=forking_environment(), cwd=folder)
    outcomes: Outcomes = pickle.loads((folder / "result").read_bytes())
    return outcomes


@pytest.fixture(scope="module")
def under_pytorch(tmp_path_factory: pytest.TempPathFactory) -> Outcomes:
    """How each fixed program ends, and those programs as they are with which it is compared."""
    chosen = set(_chosen(8))
    fixed = {name: (offer.program, fix, text) for offer in offers() if offer.program in chosen for name, fix, text in offer.results()}
    compared = {program for program, fix, _ in fixed.values() if fix.applicability is Applicability.SAFE}
    texts = {name: text for name, (_, _, text) in fixed.items()} | {program: _text(program) for program in sorted(compared)}
    outcomes = _run(texts, tmp_path_factory.mktemp("pytorch"))
    unbound = {program for name, (program, _, _) in fixed.items() if outcomes[name]["error"] in UNBOUND} - compared
    return outcomes | _run({program: _text(program) for program in sorted(unbound)}, tmp_path_factory.mktemp("unbound"))


def _text(program: str) -> str:
    return (FOLDER / program).read_text(encoding="utf-8")


@pytest.mark.sampled
@pytest.mark.torch
def test_fixed_programs_run_to_their_end_under_pytorch(under_pytorch: Outcomes) -> None:
    """A fix that trades one error for another is none."""
    assert unfinished(under_pytorch) == []


@pytest.mark.sampled
@pytest.mark.torch
def test_fixed_programs_find_their_names_under_pytorch(under_pytorch: Outcomes) -> None:
    """Also where another finding ends the program."""
    assert names_unbound(under_pytorch) == []


@pytest.mark.sampled
@pytest.mark.torch
def test_safe_fixes_change_nothing_under_pytorch(under_pytorch: Outcomes) -> None:
    """That is what safe means."""
    assert changed_by_safe_fixes(under_pytorch) == []


def test_rules_that_are_off_by_default_are_among_them() -> None:
    """Their programs are checked with the rule of the folder too."""
    off = {rule.code for rule in discover().rules if not rule.default}
    assert off <= {offer.finding.code for offer in offers() if offer.fixes}
