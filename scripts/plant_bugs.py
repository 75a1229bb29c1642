"""Plant bugs in clean training code, one at a time, and count how many of them graphlint finds.

    python scripts/plant_bugs.py PATH...                   the table, and each miss with its place
    python scripts/plant_bugs.py PATH... --json FILE       the same, and everything as JSON
    python scripts/plant_bugs.py PATH... --write FOLDER    keep the mutants that were missed, to look at them
    python scripts/plant_bugs.py PATH... --by syntax --seed 1 --excuse FILE

The planters by data flow choose places where the data flow in the text shows the bug; those by syntax choose any place of the right form,
so a reader has to exclude what is not a bug there: FILE has a line `id<TAB>reason` for each such mutant. With a seed, the mutants within
the limits are a random sample of each checkout, otherwise the first.

Each PATH is a checkout or a package. Its Python files are read in order, and a file is checked as in a check of all of them: with its
imports and through its callers. A file in which graphlint reports an error is not clean and is left out, and so is one that reads
`.data[0]`: for a loss this raises today, and the code after it never runs. Each planter in scripts/planting/ states its change, and the
conditions under which it makes none. Nothing is executed: the bugs are planted in the text, and graphlint reads it.
"""

from __future__ import annotations

import argparse
import collections
import json
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from planting import accumulation, backward_calls, detaching, evaluation, loops
from planting.judging import Checkout, Judged, Verdict, judge
from planting.mutants import Mutant
from planting.program import Program
from planting.syntax import extraction, gradients, order, removal, uncalled

from graphlint.rule.base import Rule, Severity
from graphlint.rule.built_in import SyntaxErrorRule
from graphlint.rule.registry import discover
from graphlint.source.prefilter import can_hold_finding

Planter = Callable[[Program], Iterator[Mutant]]

PLANTERS: Mapping[str, Sequence[Planter]] = {
    "flow": (accumulation.plant, detaching.plant, evaluation.plant, loops.plant, backward_calls.plant),
    "syntax": (uncalled.plant, order.plant, removal.plant, gradients.plant, extraction.plant),
}


@dataclass(frozen=True)
class Selection:
    """The planters to use, and how many mutants of one kind to take of a file and of a checkout: the first, or with a seed a sample."""

    planters: Sequence[Planter]
    per_file: int
    per_root: int
    seed: int | None

    def chosen(self, root: Path, found: Mapping[str, Sequence[Mutant]]) -> Mapping[str, Sequence[Mutant]]:
        """Return the mutants to evaluate of those that each file offers, by file."""
        kinds: dict[str, list[Mutant]] = collections.defaultdict(list)
        for mutants in found.values():
            for mutant in mutants:
                kinds[f"{mutant.planter} {mutant.codes[0]}" if self.seed is None else mutant.planter].append(mutant)
        taken: dict[str, list[Mutant]] = collections.defaultdict(list)
        for kind, mutants in kinds.items():
            if self.seed is not None:
                random.Random(f"{self.seed} {root.name} {kind}").shuffle(mutants)
            here: collections.Counter[str] = collections.Counter()
            for mutant in mutants:
                if here[mutant.path] < self.per_file and here.total() < self.per_root:
                    here[mutant.path] += 1
                    taken[mutant.path].append(mutant)
        return taken


def files(root: Path) -> list[Path]:
    """Return the Python files in a folder that mention torch, in order."""
    found = sorted(path for path in root.rglob("*.py") if path.is_file()) if root.is_dir() else [root]
    return [path for path in found if can_hold_finding(path.read_bytes())]


def programs(paths: Sequence[Path]) -> Iterator[Program]:
    """Return the files that parse, without those written for a PyTorch in which `.data[0]` of a loss did not raise yet."""
    for path in paths:
        data = path.read_bytes()
        if b".data[0]" in data:
            continue
        try:
            yield Program.of(str(path), data.decode().replace("\r\n", "\n"))
        except (SyntaxError, ValueError, RecursionError):
            continue


def unclean(path: str, checkout: Checkout) -> bool:
    """Return whether the original raises an error of its own, after which nothing is reached."""
    return checkout.failed(path) or any(item.severity is Severity.ERROR for item in checkout.original(path))


def planted(root: Path, rules: Sequence[Rule], selection: Selection) -> Iterator[Judged]:
    """Return the results of the mutants of one checkout."""
    paths = files(root)
    checkout = Checkout(root, paths, rules)
    clean = [program for program in programs(paths) if not unclean(program.path, checkout)]
    found = {
        program.path: [mutant for plant in selection.planters for mutant in plant(program) if not program.is_disabled(mutant.line)]
        for program in clean
    }
    for mutants in selection.chosen(root, found).values():
        yield from (judge(mutant, checkout) for mutant in mutants)


def excuses(path: Path | None) -> Mapping[str, str]:
    """Return the reasons of the mutants that a reader found to be correct programs, by the id of the mutant."""
    lines = path.read_text(encoding="utf-8").splitlines() if path is not None else []
    return {name: reason for line in lines if (name := line.partition("\t")[0]) and (reason := line.partition("\t")[2])}


def tabulate(judged: Sequence[Judged], key: Callable[[Judged], str]) -> Mapping[str, tuple[int, int, int]]:
    """Return the numbers of planted, found and unclean mutants by a key."""
    table: dict[str, list[int]] = collections.defaultdict(lambda: [0, 0, 0])
    for item in judged:
        row = table[key(item)]
        noisy = item.verdict is Verdict.NOISY
        row[0] += not noisy
        row[1] += item.verdict is Verdict.FOUND
        row[2] += noisy
    return {name: (row[0], row[1], row[2]) for name, row in sorted(table.items())}


def show(table: Mapping[str, tuple[int, int, int]]) -> None:
    for name, (count, found, noisy) in table.items():
        percent = f"{100 * found / count:5.1f} %" if count else "    -  "
        print(f"{name:34} planted {count:4}  found {found:4}  {percent}" + (f"  (left out: {noisy} not silent before)" if noisy else ""))


def as_json(item: Judged) -> dict[str, object]:
    mutant = item.mutant
    return {
        "path": mutant.path, "line": mutant.line, "planter": mutant.planter, "detail": mutant.detail,
        "codes": mutant.codes, "lines": mutant.lines,
        "verdict": item.verdict.value, "notes": item.notes, "others": item.others,
    }  # fmt: skip


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=Path, help="checkouts, packages or files")
    parser.add_argument("--by", choices=[*PLANTERS, "all"], default="flow", help="how the planters choose places (default: flow)")
    parser.add_argument("--per-file", type=int, default=2, help="at most so many of one kind in a file (default: 2)")
    parser.add_argument("--per-path", type=int, default=10, help="at most so many of one kind in a PATH (default: 10)")
    parser.add_argument("--seed", type=int, help="take a random sample, the same for the same number")
    parser.add_argument("--excuse", type=Path, help="leave out these mutants: lines of an id, a tab and a reason")
    parser.add_argument("--json", type=Path, help="write all verdicts there")
    parser.add_argument("--write", type=Path, help="write the missed mutants there")
    return parser


def report_misses(root: Path, misses: Sequence[Judged], folder: Path | None) -> None:
    for item in misses:
        mutant = item.mutant
        explanation = " ".join((*item.others, *(note.partition(": ")[2] for note in item.notes)))
        kind = f"{mutant.planter}: {mutant.detail}" if mutant.detail else mutant.planter
        place = f"{mutant.path}:{mutant.line}"
        print(f"  missed {mutant.id(root)} {mutant.codes[0]} ({kind}) {place} expected on {mutant.lines} {explanation}")
        if folder:
            folder.mkdir(parents=True, exist_ok=True)
            name = f"{mutant.codes[0]}_{root.name}_{Path(mutant.path).stem}_{mutant.line}_{mutant.id(root)}.py"
            (folder / name).write_text(mutant.text)


def main() -> int:
    options = arguments().parse_args()
    rules = [rule() for rule in discover().rules if rule.default and rule is not SyntaxErrorRule]
    planters = [plant for name, group in PLANTERS.items() if options.by in (name, "all") for plant in group]
    selection = Selection(planters, options.per_file, options.per_path, options.seed)
    reasons = excuses(options.excuse)
    judged: list[Judged] = []
    written: list[dict[str, object]] = []
    excused: collections.Counter[tuple[str, str]] = collections.Counter()
    for root in options.paths:
        found = list(planted(root, rules, selection))
        written += [{"root": root.name, "id": item.mutant.id(root), **as_json(item)} for item in found]
        correct = {id(item): reason for item in found if (reason := reasons.get(item.mutant.id(root)))}
        excused.update((item.mutant.planter, correct[id(item)]) for item in found if id(item) in correct)
        found = [item for item in found if id(item) not in correct]
        judged += found
        misses = [item for item in found if item.verdict is Verdict.MISSED]
        print(f"{root}: {len(found)} planted, {len(misses)} missed", flush=True)
        report_misses(root, misses, options.write)
    print()
    show(tabulate(judged, lambda item: item.mutant.planter))
    print()
    show(tabulate(judged, lambda item: item.mutant.codes[0]))
    show(tabulate(judged, lambda _: "all"))
    for (planter, reason), count in sorted(excused.items()):
        print(f"excused {count:3}  {planter}: {reason}")
    if options.json:
        options.json.write_text(json.dumps(written, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
