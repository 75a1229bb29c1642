"""The effect of a finding is gone after its fix: a run of the fixed program no longer shows it, by the same rules."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest
from marked_programs import FOLDER, exceptions

from graphlint.autograd.run import Run
from graphlint.confirm.serialization import decode
from graphlint.rule.precedence import resolve_precedence

from .proposed_fixes import Offer, marked_programs, offers, rules_of

ROOT = Path(__file__).resolve().parents[2]
# What the shim cannot run, or shows otherwise than PyTorch, is not judged by it.
UNJUDGED = exceptions("shim") | exceptions("trace")
# An imported optimizer may own all parameters for the analysis. In the run it does not: the gradients of the head are still added up.
IMPORTED_OPTIMIZER = "gl501/gradients_of_an_imported_model.py"


def _traces(folder: Path, texts: Mapping[str, str]) -> dict[str, Run]:
    """Return the trace of each text on the shim, by its name."""
    listed = []
    # Not the folder of the tests: rules take a path that leads through one for that of a test.
    for number, text in enumerate(texts.values()):
        path = folder / f"program_{number}.py"
        path.write_text(text, encoding="utf-8")
        listed.append((str(number), path.name))
    (folder / "list.json").write_text(json.dumps(listed), encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
    environment |= {"PYTHONPATH": os.pathsep.join([str(ROOT / "runtime_shim"), str(ROOT)]), "OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}
    command = [sys.executable, str(ROOT / "tests" / "shim" / "trace_runner.py"), "list.json", "."]
    subprocess.run(command, check=True, env=environment, cwd=folder)
    return {name: decode(json.loads((folder / f"{number}.json").read_text(encoding="utf-8"))["run"]) for number, name in enumerate(texts)}


@pytest.fixture(scope="module")
def traces(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    """The traces of the programs with fixes, and of what each fix makes of them."""
    judged = [offer for offer in offers() if offer.program not in UNJUDGED]
    texts = {program: (FOLDER / program).read_text(encoding="utf-8") for program in marked_programs() if program not in UNJUDGED}
    texts |= {name: text for offer in judged for name, _, text in offer.results()}
    return _traces(tmp_path_factory.mktemp("effects"), texts)


def _shown(offer: Offer, run: Run) -> Counter[str]:
    """Return how many findings of each code a run shows."""
    return Counter(finding.code for finding in resolve_precedence(found for rule in rules_of(offer.program) for found in rule.check(run)))


def test_a_fix_removes_what_the_run_shows(traces: dict[str, Run]) -> None:
    """A fix that only hides a line from the analysis leaves the memory, the error or the lost gradient."""
    left, judged = [], 0
    for offer in offers():
        if offer.program in UNJUDGED:
            continue
        code = offer.finding.code
        before = _shown(offer, traces[offer.program])[code]
        for name, fix, _ in offer.results():
            judged += before > 0
            after = _shown(offer, traces[name])[code]
            if before and after >= before + (offer.program == IMPORTED_OPTIMIZER):
                left.append(f"{name} ({fix.message}): {before} -> {after}")
    assert judged > len(offers()) * 2 / 3
    assert not left, "\n".join(left)
