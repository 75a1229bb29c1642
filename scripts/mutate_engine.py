"""Change the engine at random places, one at a time, and report the changes that no test notices.

    python scripts/mutate_engine.py [--mutants N] [--seed N] [--folder FOLDER ...] [--tests PATH ...] [--json FILE]

A mutant moves a number of the module, loosens a comparison, drops a guard (`if ...: return`), or drops an operand of `and` or `or`. It is
killed if a marked program or project of the tests has another finding than its marks, or if one of the tests fails (by default, those of
the modules of the engine). Each survivor is either dead weight or untested. The mutants are made in a copy; nothing here is changed.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("graphlint/engine", "graphlint/autograd")
TESTS = ("tests/engine",)
JUDGE = "--judge"
SECONDS = 600
"""The time after which a mutant that does not end counts as killed."""
LOOSER = {ast.Gt: ">=", ast.GtE: ">", ast.Lt: "<=", ast.LtE: "<"}
SYMBOLS = {ast.Gt: ">", ast.GtE: ">=", ast.Lt: "<", ast.LtE: "<="}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change of one file: the text from `start` to `end`, in bytes, becomes another."""

    path: str
    line: int
    kind: str
    start: int
    end: int
    text: str

    def applied(self, data: bytes) -> bytes:
        """Return the file with the change."""
        return data[: self.start] + self.text.encode() + data[self.end :]


def mutants(root: Path, path: Path) -> Iterator[Mutant]:
    """Yield the mutants of a file."""
    data = path.read_bytes()
    offsets = [0]
    for line in data.splitlines(keepends=True):
        offsets.append(offsets[-1] + len(line))

    def mutant(kind: str, first: ast.expr, last: ast.expr, text: str) -> Mutant:
        start = offsets[first.lineno - 1] + first.col_offset
        end = offsets[(last.end_lineno or last.lineno) - 1] + (last.end_col_offset or 0)
        return Mutant(path.relative_to(root).as_posix(), first.lineno, kind, start, end, text)

    def source(node: ast.expr) -> str:
        return data[offsets[node.lineno - 1] + node.col_offset : offsets[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)].decode()

    tree = ast.parse(data)
    for statement in tree.body:
        if (
            isinstance(statement, ast.Assign | ast.AnnAssign)
            and isinstance(statement.value, ast.Constant)
            and type(statement.value.value) is int
        ):
            number = statement.value.value
            moved = {number + 1, number * 4, number // 2} - {number}
            yield from (mutant("number", statement.value, statement.value, str(other)) for other in sorted(moved))
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in LOOSER:
            operator = LOOSER[type(node.ops[0])]
            yield mutant("comparison", node, node, f"({source(node.left)} {operator} {source(node.comparators[0])})")
        elif isinstance(node, ast.If) and not node.orelse and len(node.body) == 1 and isinstance(node.body[0], ast.Return | ast.Continue):
            yield mutant("guard", node.test, node.test, "False")
        elif isinstance(node, ast.BoolOp):
            word = " and " if isinstance(node.op, ast.And) else " or "
            for index in range(len(node.values)):
                left = [source(value) for at, value in enumerate(node.values) if at != index]
                yield mutant("operand", node, node, "(" + word.join(f"({item})" for item in left) + ")")


def chosen(root: Path, folders: Sequence[str], number: int, seed: int) -> list[Mutant]:
    """Return a sample of the mutants of some folders: as many of each kind, if there are enough."""
    kinds: dict[str, list[Mutant]] = {}
    for folder in folders:
        for path in sorted((root / folder).rglob("*.py")):
            for item in mutants(root, path):
                kinds.setdefault(item.kind, []).append(item)
    generator = random.Random(seed)
    share = -(-number // len(kinds))
    return [item for kind in sorted(kinds) for item in generator.sample(kinds[kind], min(share, len(kinds[kind])))][:number]


def survives(copy: Path, item: Mutant, tests: Sequence[str]) -> bool:
    """Return True if no program and no test notices a mutant."""
    path = copy / item.path
    original = path.read_bytes()
    path.write_bytes(item.applied(original))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(copy), str(copy / "scripts"))), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        commands = [[sys.executable, str(copy / "scripts" / "mutate_engine.py"), JUDGE]]
        if existing := [test for test in tests if (copy / test).exists()]:
            commands.append([sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *existing])
        for command in commands:
            done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, check=False, timeout=SECONDS)
            if done.returncode:
                return False
    except subprocess.TimeoutExpired:
        return False
    finally:
        path.write_bytes(original)
    return True


def judge() -> int:
    """Analyze the marked programs and projects in random order; exit with status 1 at the first whose findings are not its marks."""
    from ablate import Ablation, units_of_tests  # noqa: PLC0415  of the copy

    from graphlint.common.big_stack import run_with_big_stack  # noqa: PLC0415

    lines = (ROOT / "tests" / "programs" / "exceptions.tsv").read_text(encoding="utf-8").splitlines()
    known = {line.partition("\t")[0] for line in lines}

    def differ() -> bool:
        with tempfile.TemporaryDirectory() as copies:
            units = [unit for unit in units_of_tests(Path(copies)) if unit.name not in known]
            random.Random(0).shuffle(units)
            return any(Ablation(unit).lines != unit.answers.keys() for unit in units)

    return int(run_with_big_stack(differ))


def main() -> int:
    """Measure, and print each survivor."""
    if sys.argv[1:] == [JUDGE]:
        return judge()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mutants", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--folder", nargs="*", default=FOLDERS)
    parser.add_argument("--tests", nargs="*", default=TESTS)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    survivors: list[Mutant] = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", "node_modules", "*cache*", "build", "vscode-extension"))
        sample = chosen(copy, options.folder, options.mutants, options.seed)
        for item in sample:
            began = time.monotonic()
            alive = survives(copy, item, options.tests)
            survivors += [item] if alive else []
            word = "SURVIVES" if alive else "killed"
            print(f"{word:8} {time.monotonic() - began:4.0f} s {item.path}:{item.line}: {item.kind}: {item.text[:100]!r}", flush=True)
    killed = len(sample) - len(survivors)
    print(f"{killed} of {len(sample)} mutants killed, {100 * killed / max(1, len(sample)):.0f} percent")
    if options.json is not None:
        options.json.write_text(json.dumps([asdict(item) for item in survivors], indent=1), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
