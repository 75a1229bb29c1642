"""Compare the tree that graphlint converts from libcst with the tree of Python's own parser.

usage: python scripts/compare_parsers.py [--files N] [FOLDER ...]    (default: 3,000 files of the installed packages)

Prints each file whose trees differ with the first difference, then how many were equal and the CPU time of both. All fields and positions
are compared, except positions in f-strings before Python 3.12, which are those of the text as if it stood alone. What Python's parser
refuses is skipped; what libcst refuses and what exceeds the limits before it is counted.
"""

from __future__ import annotations

import argparse
import ast
import random
import sys
import sysconfig
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from graphlint.common.big_stack import run_with_big_stack
from graphlint.common.errors import UnreadableSource
from graphlint.source.libcst_tree.tree import parse_with_libcst
from graphlint.source.parser_limits import exceeds_parser_limits
from graphlint.source.source import decode

POSITION = ("lineno", "col_offset", "end_lineno", "end_col_offset")
AST_PLACES_FIELDS = sys.version_info >= (3, 12)


def difference(expected: object, found: object, path: str = "", *, compare_positions: bool = True) -> str | None:
    """Return the first difference of two trees with the path to it; None if they are equal."""
    if type(expected) is not type(found):
        return f"{path}: {_shown(expected)} and {_shown(found)}"
    if isinstance(expected, list) and isinstance(found, list):
        if len(expected) != len(found):
            return f"{path}: {len(expected)} and {len(found)} items"
        items = enumerate(zip(expected, found, strict=True))
        different = (difference(one, other, f"{path}[{index}]", compare_positions=compare_positions) for index, (one, other) in items)
        return next(filter(None, different), None)
    if not isinstance(expected, ast.AST) or not isinstance(found, ast.AST):
        return None if repr(expected) == repr(found) else f"{path}: {expected!r} and {found!r}"
    path += "/" + type(expected).__name__
    if compare_positions:
        places = [[getattr(node, name, None) for name in POSITION] for node in (expected, found)]
        if places[0] != places[1]:
            return f"{path}: at {places[0]} and {places[1]}"
    inside = compare_positions and (AST_PLACES_FIELDS or not isinstance(expected, ast.JoinedStr))
    for name in expected._fields:
        one, other = (_without_empty_texts(node, getattr(node, name, None)) for node in (expected, found))
        if (unequal := difference(one, other, f"{path}.{name}", compare_positions=inside)) is not None:
            return unequal
    return None


def _without_empty_texts(node: ast.AST, value: object) -> object:
    """Drop the empty constants that Python 3.12 keeps in format specifications."""
    if not isinstance(node, ast.JoinedStr) or not isinstance(value, list):
        return value
    return [item for item in value if not (isinstance(item, ast.Constant) and item.value == "")]


def _shown(value: object) -> str:
    return f"{type(value).__name__} in line {getattr(value, 'lineno', '?')}" if isinstance(value, ast.AST) else repr(value)


def python_files(folders: list[Path], count: int) -> list[Path]:
    """Return a sample of the Python files in some folders, always the same."""
    files = sorted(path for folder in folders for path in ([folder] if folder.is_file() else folder.rglob("*.py")))
    return random.Random(0).sample(files, min(count, len(files)))


def compare(files: list[Path]) -> Iterator[str]:
    """Compare the parsers on files; yield a line for each that differs, and the figures at the end."""
    counts: Counter[str] = Counter()
    seconds = {"ast": 0.0, "libcst": 0.0}
    for path in files:
        try:
            text = decode(str(path), path.read_bytes())
            start = time.process_time()
            expected = ast.parse(text)
        except (UnreadableSource, SyntaxError, ValueError, RecursionError, MemoryError):
            counts["that Python refuses"] += 1
            continue
        parsed = time.process_time()
        if (exceeded := exceeds_parser_limits(text)) is not None:
            counts["beyond the limits"] += 1
            yield f"{path}:{exceeded.line}: {exceeded.excess.value}"
            continue
        before = time.process_time()
        found = parse_with_libcst(text)
        seconds["libcst"] += time.process_time() - before
        seconds["ast"] += parsed - start
        different = "libcst refuses it" if found is None else difference(expected, found)
        counts["that libcst refuses" if found is None else "different" if different else "equal"] += 1
        if different:
            yield f"{path}: {different}"
    yield ", ".join(f"{number} {what}" for what, number in sorted(counts.items()))
    yield f"CPU time: ast {seconds['ast']:.1f} s, libcst with conversion {seconds['libcst']:.1f} s"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--files", type=int, default=3_000)
    options.add_argument("folders", nargs="*", type=Path, default=[Path(sysconfig.get_paths()["purelib"])])
    given = options.parse_args()
    warnings.simplefilter("ignore")
    run_with_big_stack(lambda: [print(line, flush=True) for line in compare(python_files(given.folders, given.files))])


if __name__ == "__main__":
    main()
