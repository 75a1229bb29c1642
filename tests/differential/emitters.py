"""Compare the three emitters of events on generated programs: the analysis, a run on the shim, and a run on PyTorch.

    python tests/differential/emitters.py --first 0 --count 200

The same rules read the events of each. Prints the number of programs on which their findings agree, and each disagreement with the number
of its program; exits with 1 if there is one. `--form` writes the programs in another form (program_forms.py).
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from graphlint import check_paths
from graphlint.confirm.order import Emitter
from graphlint.confirm.serialization import decode
from graphlint.rule.precedence import resolve_precedence
from graphlint.rule.registry import discover

ROOT = Path(__file__).resolve().parents[2]
RUNNER = ROOT / "tests" / "shim" / "trace_runner.py"
ANALYSIS = "analysis"
RULES = tuple(rule for rule in discover().rules if rule.default and rule.code != "GL000")
Findings: TypeAlias = "frozenset[tuple[str, int, str]]"
"""The file, the line and the code of each finding."""


@dataclass(frozen=True)
class Disagreement:
    """A program on which two emitters lead to other findings; `extra` are those of only one of the two."""

    program: str
    emitters: tuple[str, str]
    extra: tuple[Findings, Findings]

    def __str__(self) -> str:
        only = "; ".join(f"only {name}: {sorted(found)}" for name, found in zip(self.emitters, self.extra, strict=True) if found)
        return f"program {self.program}: {only}"


def analyzed(program: Path) -> Findings:
    """Return the findings of a check of a program, which has a folder of its own."""
    result = check_paths([program.parent], fixes=False)
    assert not result.failures, result.failures
    return frozenset((Path(item.place.path).name, item.place.start.row, item.code) for item in result.diagnostics)


def traced(programs: Sequence[tuple[str, Path]], folder: Path, emitter: Emitter) -> dict[str, Findings]:
    """Return the findings in the trace of each program on the shim or on PyTorch."""
    folder.mkdir()
    (folder / "list.json").write_text(json.dumps([(name, str(path)) for name, path in programs]), encoding="utf-8")
    paths = [str(ROOT / "runtime_shim"), str(ROOT)] if emitter is Emitter.SHIM else [str(ROOT)]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
    environment |= {"PYTHONPATH": os.pathsep.join(paths), "OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}
    command = [sys.executable, str(RUNNER), str(folder / "list.json"), str(folder), emitter.value]
    subprocess.run(command, check=True, env=environment)
    rules = [rule() for rule in RULES]
    found = {}
    for name, _ in programs:
        run = decode(json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))["run"])
        findings = resolve_precedence(finding for rule in rules for finding in rule.check(run))
        found[name] = frozenset((Path(each.site.path).name, each.site.line, each.code) for each in findings)
    return found


def disagreements(by_emitter: Mapping[str, Mapping[str, Findings]]) -> list[Disagreement]:
    """Return the programs on which an emitter differs from the first one."""
    (first, reference), *others = by_emitter.items()
    return [
        Disagreement(program, (first, name), (reference[program] - found[program], found[program] - reference[program]))
        for name, found in others
        for program in reference
        if reference[program] != found[program]
    ]


def compare(written: Sequence[tuple[str, Path]], folder: Path) -> list[Disagreement]:
    """Return the disagreements of the three emitters on some programs: PyTorch is the reference."""
    return disagreements(
        {
            Emitter.TORCH.value: traced(written, folder / "torch", Emitter.TORCH),
            Emitter.SHIM.value: traced(written, folder / "shim", Emitter.SHIM),
            ANALYSIS: {name: analyzed(path) for name, path in written},
        }
    )


def main() -> int:
    """Generate programs and compare the emitters on them."""
    parser = argparse.ArgumentParser(description="Compare the analysis, the shim and PyTorch on generated programs.")
    parser.add_argument("--first", type=int, default=0, help="the number of the first program")
    parser.add_argument("--count", type=int, default=200, help="how many programs")
    parser.add_argument("--form", default="plain", choices=("plain", "class", "files"), help="how they are written")
    options = parser.parse_args()
    forms, generator = (importlib.import_module(name) for name in ("program_forms", "generator"))
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        (folder / "programs").mkdir()
        programs = [generator.generate(number) for number in range(options.first, options.first + options.count)]
        found = compare(forms.write(programs, folder / "programs", options.form), folder)
    for name in (Emitter.SHIM.value, ANALYSIS):
        print(f"{name}: {options.count - sum(name in each.emitters for each in found)} of {options.count} agree with PyTorch")
    print(*found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
