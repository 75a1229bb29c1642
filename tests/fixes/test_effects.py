"""The effect of a finding is gone after its fix: a run of the fixed program on the shim no longer shows it, and does nothing else."""

from __future__ import annotations

from collections import Counter

import pytest
from forks import SHIM
from marked_programs import FOLDER, PROGRAMS, exceptions, marks, name_of, sampled
from shim.traced_programs import TracedProgram, traced

from graphlint.autograd.run import Run
from graphlint.rule.fix import Applicability
from graphlint.rule.precedence import resolve_precedence

from .outcomes import Outcomes, changed_by_safe_fixes, unfinished
from .proposed_fixes import Offer, offers, rules_of

NOT_ON_SHIM = exceptions("shim")
# What the shim cannot run, or shows otherwise than PyTorch, is not judged by it.
UNJUDGED = NOT_ON_SHIM | exceptions("trace")
# An imported optimizer may own all parameters for the analysis. In the run it does not: the gradients of the head are still added up.
IMPORTED_OPTIMIZER = "gl501/gradients_of_an_imported_model.py"
CHOSEN = frozenset(map(name_of, sampled(PROGRAMS, 8, 8)))


def _offers() -> list[Offer]:
    """Return the offers for the chosen programs."""
    return [offer for offer in offers() if offer.program in CHOSEN]


@pytest.fixture(scope="module")
def traces(tmp_path_factory: pytest.TempPathFactory) -> dict[str, TracedProgram]:
    """The traces of what each fix makes of its program, and of the programs with which that is compared."""
    judged = [offer for offer in _offers() if offer.program not in NOT_ON_SHIM]
    fixed = [(offer.program, name, fix, text) for offer in judged for name, fix, text in offer.results()]
    texts = {name: text for _, name, _, text in fixed}
    compared = sorted({program for program, _, fix, _ in fixed if fix.applicability is Applicability.SAFE})
    texts |= {program: (FOLDER / program).read_text(encoding="utf-8") for program in compared}
    # Not the folder of the tests: rules take a path that leads through one for that of a test.
    folder = tmp_path_factory.mktemp("effects")
    for number, text in enumerate(texts.values()):
        (folder / f"program_{number}.py").write_text(text, encoding="utf-8")
    paths = {name: f"program_{number}.py" for number, name in enumerate(texts)}
    return traced(paths, folder, folder, *SHIM, tensors=True)


@pytest.fixture(scope="module")
def outcomes(traces: dict[str, TracedProgram]) -> Outcomes:
    """How each of them ended."""
    return {
        name: {"error": trace.ending.error, "message": trace.ending.message, "line": trace.ending.line, "tensors": trace.tensors}
        for name, trace in traces.items()
    }


def _shown(offer: Offer, run: Run) -> Counter[str]:
    """Return how many findings of each code a run shows."""
    return Counter(finding.code for finding in resolve_precedence(found for rule in rules_of(offer.program) for found in rule.check(run)))


@pytest.mark.sampled
def test_a_fix_removes_what_the_run_shows(traces: dict[str, TracedProgram]) -> None:
    """A fix that only hides a line from the analysis leaves the memory, the error or the lost gradient.

    A run of the program as it is shows what is marked: `test_trace` compares them.
    """
    left, judged = [], 0
    for offer in _offers():
        if offer.program in UNJUDGED:
            continue
        code = offer.finding.code
        before = sum(code == marked for _, marked in marks(offer.source.text))
        for name, fix, _ in offer.results():
            judged += before > 0
            after = _shown(offer, traces[name].run)[code]
            if before and after >= before + (offer.program == IMPORTED_OPTIMIZER):
                left.append(f"{name} ({fix.message}): {before} -> {after}")
    assert judged > len(_offers()) * 2 / 3
    assert not left, "\n".join(left)


@pytest.mark.sampled
def test_fixed_programs_run_to_their_end_on_the_shim(traces: dict[str, TracedProgram], outcomes: Outcomes) -> None:
    """A fix that trades one error for another is none."""
    assert [trace.ending.failure for trace in traces.values() if trace.ending.failure] == []
    assert unfinished(outcomes) == []


@pytest.mark.sampled
def test_safe_fixes_change_nothing_on_the_shim(outcomes: Outcomes) -> None:
    """That is what safe means."""
    assert changed_by_safe_fixes(outcomes) == []
