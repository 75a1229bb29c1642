"""A reduced program with the finding of a line: the file alone if that shows it, else with the files of its project that it needs."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from graphlint.check.diagnostic import Diagnostic
from graphlint.common.errors import GraphlintError
from graphlint.config.settings import Settings
from graphlint.reduce import deletions
from graphlint.reduce.neutral_names import neutralize
from graphlint.reduce.oracle import Oracle
from graphlint.reduce.program import Program
from graphlint.rule.registry import Registry
from graphlint.rule.unit_tests import Applicable

MAIN = "main.py"
MOST_FILES = 60
"""The most files of a project that are reduced together."""


@dataclass(frozen=True, slots=True)
class ReducedProgram:
    """The reduced files, the findings in them, the settings that they need, and the private names that could not be replaced."""

    texts: Mapping[str, str]
    findings: tuple[Diagnostic, ...]
    settings: Settings
    remaining: tuple[str, ...]
    in_time: bool


@dataclass(frozen=True, slots=True)
class Request:
    """The input of a reduction: a file, the row and the code of a finding, the rows that are kept, and the files of the project."""

    path: str
    row: int
    code: str
    kept_rows: tuple[int, ...]
    texts: Mapping[str, str]


def reduce(request: Request, settings: Settings, registry: Registry, seconds: float) -> ReducedProgram:
    """Reduce the program of a finding.

    Args:
        settings: those of the file, which are used if the finding needs them.
        seconds: the time limit for deletions.

    Raises:
        GraphlintError: if the finding is not shown by the texts of the files.
    """
    plain = Settings(extend_select=(request.code,), unit_tests=Applicable.ALL)
    own = replace(plain, assumptions=settings.assumptions, src=settings.src)
    for program in _programs(request):
        for used in (plain, own):
            oracle = Oracle(request.code, used, registry, seconds)
            if oracle.has_finding(program):
                return _reduced(program, oracle, used)
    place = f"{request.path}:{request.row}"
    raise GraphlintError(f"{place}: {request.code} needs more than {MOST_FILES} files, or settings of their places: reduce it by hand")


def _reduced(program: Program, oracle: Oracle, used: Settings) -> ReducedProgram:
    deletions.reduce(program, oracle)
    in_time = not oracle.is_late
    oracle.without_limit()
    program, remaining = neutralize(program, oracle)
    texts = program.texts()
    findings = [item for item in oracle.diagnostics(texts) if item.place.path.startswith(oracle.folder)]
    return ReducedProgram(texts, tuple(_moved(item, oracle.folder) for item in findings), used, remaining, in_time)


def _moved(finding: Diagnostic, folder: str) -> Diagnostic:
    """Return a finding whose paths are those in the reduced program."""
    related = tuple(replace(item, place=replace(item.place, path=_relative(item.place.path, folder))) for item in finding.related)
    return replace(finding, place=replace(finding.place, path=_relative(finding.place.path, folder)), related=related, fix=None)


def _relative(path: str, folder: str) -> str:
    return path.removeprefix(folder).lstrip("/\\")


def _programs(request: Request) -> Iterable[Program]:
    """Yield the programs that may show the finding, small ones first.

    Raises:
        GraphlintError: if the file does not parse, or has no statement on the row.
    """
    place = f"{request.path}:{request.row}"
    try:
        alone = Program.parse({MAIN: request.texts[request.path]}, MAIN, request.row, request.kept_rows)
        if alone is None:
            raise GraphlintError(f"{place}: there is no statement on this line")
        yield alone
        for paths in _neighborhoods(request):
            root = os.path.commonpath([Path(os.path.abspath(path)).parent for path in paths])  # noqa: PTH100  links remain
            names = {path: Path(os.path.relpath(path, root)).as_posix() for path in paths}
            texts = {names[path]: request.texts[path] for path in paths}
            program = Program.parse(texts, names[request.path], request.row, request.kept_rows)
            if program is not None:
                yield program
    except (SyntaxError, ValueError) as error:
        raise GraphlintError(f"{place}: cannot be reduced, a file is in a newer syntax than that of this Python: {error}") from None


def _neighborhoods(request: Request) -> Iterable[list[str]]:
    """Yield groups of files around the one with the finding: what it imports, then what imports it, too, then all files."""
    imports = {path: _imported(text, request.texts) for path, text in request.texts.items()}
    below = _closure({request.path}, imports)
    importers = {path for path, names in imports.items() if request.path in names}
    groups = (below, _closure({*below, *importers}, imports), set(request.texts))
    for number, group in enumerate(groups):
        if 1 < len(group) <= MOST_FILES and group not in groups[:number]:
            yield sorted(group)


def _closure(start: set[str], imports: Mapping[str, frozenset[str]]) -> set[str]:
    found, waiting = set(start), list(start)
    while waiting:
        new = imports.get(waiting.pop(), frozenset()) - found
        found |= new
        waiting.extend(new)
    return found


def _imported(text: str, every: Mapping[str, str]) -> frozenset[str]:
    """Return the files that a file may import: those whose path ends with the name of an imported module."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return frozenset()
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(item.name for item in node.names)
        elif isinstance(node, ast.ImportFrom):
            names.update(filter(None, (node.module or "", *(f"{node.module or ''}.{item.name}".strip(".") for item in node.names))))
    endings = {ending for name in names for ending in (f"/{name.replace('.', '/')}.py", f"/{name.replace('.', '/')}/__init__.py")}
    return frozenset(path for path in every if any(f"/{Path(path).as_posix()}".endswith(ending) for ending in endings))
