"""Compare a check that uses the cache with one that does not, after each of many random edits of a copy of a project.

    python scripts/check_after_edits.py FOLDER --edits 50 --seed 1

Each edit changes a statement in a function: it is left out, repeated, moved to another function, or one of its names or numbers is
replaced. Prints each difference with the edit that led to it, and how many files the check with the cache analyzed.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import random
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path


def statements(tree: ast.Module) -> list[ast.stmt]:
    """Return the simple statements in the functions of a module."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    simple = ast.Assign | ast.AugAssign | ast.Expr | ast.Return
    return [node for item in functions for node in ast.walk(item) if isinstance(node, simple) and node.end_lineno is not None]


def edited(text: str, chosen: random.Random) -> str | None:
    """Return a text with one edit; None if that does not parse."""
    found = statements(ast.parse(text))
    if not found:
        return None
    node, other = chosen.choice(found), chosen.choice(found)
    lines = text.splitlines(keepends=True)
    first, last = node.lineno - 1, node.end_lineno or node.lineno
    indent = " " * node.col_offset
    match chosen.randrange(5):
        case 0:
            lines[first:last] = [f"{indent}pass\n"]
        case 1:
            lines[last:last] = lines[first:last]
        case 2:
            lines[last:last] = [f"{indent}{line}\n" for line in ast.unparse(other).splitlines()]
        case 3:
            lines[first:first] = [f"{indent}extra_{chosen.randrange(100)} = {chosen.randrange(100)}\n"] * chosen.randrange(1, 4)
        case _:
            names = sorted({item.id for item in ast.walk(ast.parse(text)) if isinstance(item, ast.Name)})
            lines[last:last] = [f"{indent}{chosen.choice(names)} = {chosen.choice(names)}({chosen.choice(names)})\n"]
    made = "".join(lines)
    try:
        ast.parse(made)
    except SyntaxError:
        return None
    return made


def check(folder: Path, *options: str) -> tuple[str, float]:
    """Return the report of a check of a folder with its fixes, and the CPU seconds that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "graphlint", "check", ".", "--isolated", "--jobs", "1", "--output-format", "json", *options]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{folder}: the check failed\n{done.stderr}")
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare checks with and without the cache after random edits.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--edits", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chosen, different, times = random.Random(options.seed), 0, []
    with tempfile.TemporaryDirectory() as name:
        copy, cache = Path(name, "project"), Path(name, "cache")
        shutil.copytree(options.folder, copy, ignore=shutil.ignore_patterns(".git"))
        files = sorted(path for path in copy.rglob("*.py") if b"def " in path.read_bytes())
        check(copy, "--cache-dir", str(cache))
        for number in range(options.edits):
            path = chosen.choice(files)
            text = path.read_text(encoding="utf-8")
            made = edited(text, chosen)
            if made is None:
                continue
            path.write_text(made, encoding="utf-8")
            (warm, short), (cold, long) = check(copy, "--cache-dir", str(cache)), check(copy, "--no-cache")
            times.append((short, long))
            if warm != cold:
                different += 1
                print(f"edit {number} of {path.relative_to(copy)}: the reports differ", flush=True)
                print("".join(difflib.unified_diff(text.splitlines(True), made.splitlines(True), "before", "after")))
                print("\n".join(difflib.unified_diff(cold.splitlines(), warm.splitlines(), "without the cache", "with it", n=8)))
    warm_time, cold_time = (sum(each) / len(times) for each in zip(*times, strict=True))
    print(f"{len(times)} edits, {different} differences; CPU s of a check {warm_time:.2f} with the cache, {cold_time:.2f} without")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
