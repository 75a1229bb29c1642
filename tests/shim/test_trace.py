"""The trace of the marked programs on the shim: each ends as marked, and the rules read it as they read the analysis."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from forks import SHIM
from marked_programs import PROGRAMS, exceptions, marks, name_of, rules_for, sampled

from graphlint.autograd.events import Backward, Event, Forward, OptimizerCreated, Raised, Step, ZeroGrad
from graphlint.autograd.run import Run
from graphlint.confirm.run import trace
from graphlint.engine.roots.runs import runs
from graphlint.ir.statements import lower_module
from graphlint.project.project import Project
from graphlint.rule.base import Rule
from graphlint.rule.precedence import resolve_precedence
from graphlint.rule.registry import discover
from graphlint.source.parse import parse
from graphlint.source.source import Source

from .traced_programs import TracedProgram, traced

ROOT = Path(__file__).resolve().parents[2]
NOT_ON_SHIM = exceptions("shim")
KNOWN = exceptions("trace") | NOT_ON_SHIM
RULES = discover().rules
MUST_RAISE = {rule.code for rule in RULES if rule.raises}
MAY_RAISE = MUST_RAISE | {rule.code for rule in RULES if rule.may_raise}
LATER = {rule.code for rule in RULES if rule.raises_later}
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
CHOSEN = sampled(PROGRAMS, 4, 8)


@pytest.fixture(scope="module")
def traces(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, TracedProgram]:
    """The trace of every program that is chosen."""
    programs = {str(path): str(path.relative_to(ROOT)) for path in (*CHOSEN, *EXAMPLES)}
    found = traced(programs, tmp_path_factory.mktemp("traces"), ROOT, *SHIM)
    return {Path(name): trace for name, trace in found.items()}


@pytest.fixture(scope="module")
def rules() -> list[Rule]:
    """All rules that read runs."""
    return [rule() for rule in discover().rules if rule.code != "GL000"]


def found(run: Run, rules: list[Rule], codes: set[str]) -> set[tuple[int, str]]:
    """Return lines and codes of the findings in a trace, with these codes."""
    findings = resolve_precedence(finding for rule in rules for finding in rule.check(run))
    return {(each.site.line, each.code) for each in findings if each.code in codes}


@pytest.mark.sampled
def test_every_program_ends_as_its_marks_say(traces: dict[Path, TracedProgram]) -> None:
    """A rule can be confirmed only on programs that behave under the shim as they do under PyTorch: each raises on its mark, or ends."""
    wrong = []
    for path in CHOSEN:
        if name_of(path) in NOT_ON_SHIM:
            continue
        ending, lines, marked = traces[path].ending, traces[path].lines(), marks(path.read_text(encoding="utf-8"))
        must, may = ({line for line, code in marked if code in codes} for codes in (MUST_RAISE, MAY_RAISE))
        raises_later = any(code in LATER for _, code in marked)
        if ending.failure or not (raises_later or (lines & may if ending.error else not must)):
            wrong.append(f"{name_of(path)}: {ending.error} on {sorted(lines)}, marked {must}: {ending.message[:100]}{ending.failure}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.sampled
def test_the_rules_find_in_the_trace_what_is_marked(traces: dict[Path, TracedProgram], rules: list[Rule]) -> None:
    """That is what it means for a finding to be confirmed: the run yields the same code at the same place."""
    wrong = []
    for path in CHOSEN:
        marked = marks(path.read_text(encoding="utf-8"))
        seen = found(traces[path].run, rules, {rule.code for rule in rules_for(name_of(path))})
        if seen != marked and name_of(path) not in KNOWN:
            wrong.append(f"{path.relative_to(ROOT)}: missed {sorted(marked - seen)}, extra {sorted(seen - marked)}")
    assert not wrong, "\n".join(wrong)


def test_what_is_known_to_differ_is_little() -> None:
    """An exception that names nothing, or more than a handful, would hollow the test above out."""
    assert set(KNOWN) <= set(map(name_of, PROGRAMS))
    assert len(exceptions("trace")) * 180 < len(PROGRAMS)


@pytest.mark.skipif(sys.version_info < (3, 11), reason="before Python 3.11 a run tells the line of a call, not its columns")
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_each_concrete_event_has_an_abstract_one(path: Path, traces: dict[Path, TracedProgram]) -> None:
    """Two emitters that disagree on where something happens would make the same rule find different things."""
    source = Source.from_bytes(str(path), path.read_bytes())
    abstract: set[tuple[type[Event], tuple[int, ...]]] = set()
    project = Project((source.path,))
    for entered in runs(lower_module(parse(source), source.path), project.evidence(), project):
        abstract |= {(type(event), tuple(event.site[1:])) for event in entered.run.events}
    kinds = (Forward, Backward, Raised, Step, ZeroGrad, OptimizerCreated)
    concrete = {(type(event), tuple(event.site[1:])) for event in traces[path].run.events if isinstance(event, kinds)}
    assert concrete
    assert concrete <= abstract


def test_a_program_is_traced_in_a_process_of_its_own(tmp_path: Path) -> None:
    """What a program does to its process (exit, argv, modules) is no concern of who asked for the trace."""
    program = tmp_path / "program.py"
    program.write_text("import sys\nimport torch\n\nx = torch.ones(2, requires_grad=True)\nx.sum().backward()\nsys.exit(3)\n")
    done = trace(program)
    assert (done.ending.error, [type(event) for event in done.run.events]) == ("", [Backward])


def test_a_program_does_the_same_in_each_run(tmp_path: Path) -> None:
    """A finding that a run confirms must not hang on which model was drawn, or on which string comes first in a set."""
    program = tmp_path / "program.py"
    drawn = ["random.randrange(10**6)", "numpy.random.randint(10**6)", "list({str(n) for n in range(50)})", "float(torch.rand(()))"]
    program.write_text(f"import random\nimport numpy\nimport torch\n\nraise SystemError({', '.join(drawn)})\n")
    assert trace(program).ending.message == trace(program).ending.message


def test_an_error_is_told_with_its_line(tmp_path: Path) -> None:
    """The error that ends a run is part of what is confirmed."""
    program = tmp_path / "program.py"
    program.write_text("import torch\n\nx = torch.ones(2, requires_grad=True)\nx.add_(1)\n")
    done = trace(program)
    assert (done.ending.error, done.ending.line) == ("RuntimeError", 4)
    assert [type(event) for event in done.run.events] == [Raised]


def test_a_program_that_does_not_end_is_stopped(tmp_path: Path) -> None:
    """Confirming a file must not hang on it."""
    program = tmp_path / "program.py"
    program.write_text("while True:\n    pass\n")
    assert trace(program, seconds=2).ending.limit == "the time limit of 2 seconds"


def test_a_program_that_does_not_parse_is_named(tmp_path: Path) -> None:
    """The reason is all there is."""
    program = tmp_path / "program.py"
    program.write_text("def broken(:\n")
    assert trace(program).ending.error == "SyntaxError"
