"""Plant bugs in clean training code, one at a time, and count how many of them graphlint finds.

    python scripts/plant_bugs.py PATH...                   the table, and each miss with its place
    python scripts/plant_bugs.py PATH... --json FILE       the same, and everything as JSON
    python scripts/plant_bugs.py PATH... --write FOLDER    keep the mutants that were missed, to look at them

Each PATH is a checkout or a package; of each the Python files below are read in order, and a file is judged as a check of all of them
would: with what it imports, and through its callers. A file in which graphlint reports an error is not clean and is left out, and so is
one that reads `.data[0]`: of a loss that raises today, and what stands behind it never runs. What each planter does, and when it refuses,
stands with it in scripts/planting/. Nothing is executed: the bugs are planted in the text, and graphlint reads it.
"""

from __future__ import annotations

import argparse
import collections
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from planting import accumulation, detaching, evaluation, loops, walking
from planting.judging import Checkout, Judged, Verdict, judge
from planting.mutants import Mutant
from planting.program import Program

from graphlint.rule.base import Rule, Severity
from graphlint.rule.built_in import SyntaxErrorRule
from graphlint.rule.registry import discover
from graphlint.source.prefilter import can_hold_finding

PLANTERS: Sequence[Callable[[Program], Iterator[Mutant]]] = (
    accumulation.plant, detaching.plant, evaluation.plant, loops.plant, walking.plant,
)  # fmt: skip


def files(root: Path) -> list[Path]:
    """Return the Python files in a folder that mention torch, in order."""
    found = sorted(path for path in root.rglob("*.py") if path.is_file()) if root.is_dir() else [root]
    return [path for path in found if can_hold_finding(path.read_bytes())]


def programs(paths: Sequence[Path]) -> Iterator[Program]:
    """Return the files that parse, without those written for a PyTorch in which `.data[0]` of a loss did not raise yet."""
    for path in paths:
        data = path.read_bytes()
        if b"\r" in data or b".data[0]" in data:
            continue
        try:
            yield Program.of(str(path), data.decode())
        except (SyntaxError, ValueError, RecursionError):
            continue


def unclean(path: str, checkout: Checkout) -> bool:
    """Return whether the original raises an error of its own, after which nothing is reached."""
    return checkout.failed(path) or any(item.severity is Severity.ERROR for item in checkout.original(path))


def planted(root: Path, rules: Sequence[Rule], per_file: int, per_root: int) -> Iterator[Judged]:
    """Return the results of the mutants of one checkout, limited per planter and file, and in total."""
    total: collections.Counter[str] = collections.Counter()
    paths = files(root)
    checkout = Checkout(root, paths, rules)
    for program in programs(paths):
        chosen: list[Mutant] = []
        here: collections.Counter[str] = collections.Counter()
        for plant in PLANTERS:
            for mutant in plant(program):
                kind = f"{mutant.planter} {mutant.codes[0]}"
                if here[kind] < per_file and total[kind] < per_root:
                    here[kind] += 1
                    total[kind] += 1
                    chosen.append(mutant)
        if not chosen or unclean(program.path, checkout):
            total -= here
            continue
        yield from (judge(mutant, checkout) for mutant in chosen)


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
        "path": mutant.path, "line": mutant.line, "planter": mutant.planter, "codes": mutant.codes, "lines": mutant.lines,
        "verdict": item.verdict.value, "notes": item.notes, "others": item.others,
    }  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=Path, help="checkouts, packages or files")
    parser.add_argument("--per-file", type=int, default=2, help="at most so many of one kind in a file (default: 2)")
    parser.add_argument("--per-path", type=int, default=10, help="at most so many of one kind in a PATH (default: 10)")
    parser.add_argument("--json", type=Path, help="write all verdicts there")
    parser.add_argument("--write", type=Path, help="write the missed mutants there")
    options = parser.parse_args()
    rules = [rule() for rule in discover().rules if rule.default and rule is not SyntaxErrorRule]
    judged: list[Judged] = []
    for root in options.paths:
        found = list(planted(root, rules, options.per_file, options.per_path))
        judged += found
        misses = [item for item in found if item.verdict is Verdict.MISSED]
        print(f"{root}: {len(found)} planted, {len(misses)} missed", flush=True)
        for item in misses:
            place = f"{item.mutant.path}:{item.mutant.line}"
            explanation = " ".join((*item.others, *(note.partition(": ")[2] for note in item.notes)))
            print(f"  missed {item.mutant.codes[0]} ({item.mutant.planter}) {place} expected on {item.mutant.lines} {explanation}")
            if options.write:
                options.write.mkdir(parents=True, exist_ok=True)
                name = f"{item.mutant.codes[0]}_{root.name}_{Path(item.mutant.path).stem}_{item.mutant.line}.py"
                (options.write / name).write_text(item.mutant.text)
    print()
    show(tabulate(judged, lambda item: item.mutant.planter))
    print()
    show(tabulate(judged, lambda item: item.mutant.codes[0]))
    show(tabulate(judged, lambda _: "all"))
    if options.json:
        options.json.write_text(json.dumps([as_json(item) for item in judged], indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
