"""Resolve the coverage of findings: a graph that a function receives or returns is covered if all callers of the function were executed.

The callers are found by name: each function whose code calls the name. A function that other code only mentions may be called by any code.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from graphlint.autograd.coverage import COVERED, UNCOVERED
from graphlint.autograd.events import SkippedCall
from graphlint.autograd.run import Run
from graphlint.engine.roots.runs import RootRun
from graphlint.ir.instructions import FunctionId
from graphlint.project.project import Project
from graphlint.rule.base import Finding
from graphlint.source.source import Source

MODULE_CODE = 0
"""The line of the code of a module among those of its functions."""


@dataclass
class ExecutedCode:
    """The code that the runs of a file have executed.

    `entered` are the functions that a run has entered, and if each call was executed to its end; `skipped` are the names of the functions
    of which a run has not executed a call.
    """

    source: Source
    entered: dict[FunctionId, bool] = field(default_factory=dict)
    skipped: set[str] = field(default_factory=set)

    def add(self, root_run: RootRun) -> None:
        """Add what a run has executed."""
        if root_run.function is None and root_run.run.root == "<module>":
            self.entered[FunctionId(self.source.path, MODULE_CODE)] = root_run.run.complete
        ended = root_run.executed - root_run.not_ended
        if root_run.function is not None and root_run.run.complete:
            ended |= {root_run.function} - root_run.not_ended
        for place in root_run.executed.union((root_run.function,) if root_run.function is not None else ()):
            self.entered[place] = place in ended and self.entered.get(place, True)
        self.skipped.update(_skipped(root_run.run))

    def covers(self, path: str, name: str, project: Project) -> bool:
        """Return True if all code that may call a function of a file by its name was executed to its end."""
        if not name.isidentifier() or name.startswith("__") or name == "forward" or name in self.skipped:
            return False
        sources = [self.source] if path == self.source.path else [self.source, project.source(path)]
        return not project.may_be_called_elsewhere(path, name, besides=self.source.path) and all(
            source is not None and line is not None and self.entered.get(FunctionId(source.path, line), False)
            for source in sources
            for line in (_callers(project.tree(source), MODULE_CODE, name) if source is not None else (None,))
        )


def resolved(finding: Finding, executed: ExecutedCode, project: Project) -> Finding:
    """Return a finding whose coverage says only if it is complete."""
    functions = finding.coverage.functions
    if finding.coverage.is_complete or not functions:
        return finding
    covered = finding.coverage.followed and all(executed.covers(path, name, project) for path, name in functions)
    return replace(finding, coverage=COVERED if covered else UNCOVERED)


def _skipped(run: Run) -> Iterator[str]:
    return (event.function for event in run.of(SkippedCall))


def _callers(node: ast.AST, line: int, name: str) -> Iterator[int | None]:
    """Yield the line of the function around each call of a name, and None for another mention of it.

    Args:
        line: the line of the function around the node.
    """
    called = node.func if isinstance(node, ast.Call) else None
    if called is not None and _names(called, name):
        yield line
    inside = node.lineno if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) else line
    for child in ast.iter_child_nodes(node):
        if child is called and _names(child, name):
            yield from _callers(child.value, inside, name) if isinstance(child, ast.Attribute) else ()
        elif _names(child, name):
            yield None
        else:
            yield from _callers(child, inside, name)


def _names(node: ast.AST, name: str) -> bool:
    match node:
        case ast.Name(id=spelled, ctx=ast.Load()) | ast.Attribute(attr=spelled, ctx=ast.Load()):
            return spelled == name
        case ast.alias(name=spelled, asname=str()):
            return spelled == name
    return False
