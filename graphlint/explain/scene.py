"""The raising statement with everything around it that the search for a cause asks for."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from graphlint.autograd.sites import Site
from graphlint.common.errors import SyntaxProblem
from graphlint.common.names import last_name
from graphlint.explain.answer import Cause, Role
from graphlint.explain.locate import LocatedFrame
from graphlint.explain.messages import Message, Subject
from graphlint.explain.records import RaisedError
from graphlint.explain.slices import Slicer, Step
from graphlint.explain.subjects import subjects
from graphlint.explain.syntax import Function, SyntaxTree, dotted, returned_values
from graphlint.source.source import Source

HOOKS = ("training_step", "compute_loss")
"""Methods of Lightning's modules and of trainers of transformers."""


@dataclass(frozen=True, eq=False)
class Scene:
    """The raising statement, the files of the traceback and the steps that led there. `imported` returns the files that these import."""

    frames: Sequence[LocatedFrame]
    error: RaisedError
    message: Message
    trees: Sequence[SyntaxTree]
    statement: ast.stmt
    imported: Callable[[], Iterable[Source]] = tuple

    @classmethod
    def of(
        cls,
        frames: Sequence[LocatedFrame],
        error: RaisedError,
        message: Message,
        imported: Callable[[], Iterable[Source]] = tuple,
    ) -> Scene | None:
        """Find the raising statement; None if there is none on the line.

        Raises:
            SyntaxProblem: if a file does not parse.
        """
        trees: dict[int, SyntaxTree] = {}
        for frame in frames:
            trees.setdefault(id(frame.source), SyntaxTree(frame.source))
        statement = trees[id(frames[-1].source)].statement_at(frames[-1].line)
        if statement is None:
            return None
        return cls(frames, error, message, [trees[id(frame.source)] for frame in frames], statement, imported)

    @staticmethod
    def statement_site(source: Source, line: int) -> Site:
        """Return the place of the statement with a line."""
        tree = SyntaxTree(source)
        statement = tree.statement_at(line)
        return tree.site(statement) if statement is not None else Site(source.path, line, 0, line, 1)

    @property
    def tree(self) -> SyntaxTree:
        """The tree of the raising file."""
        return self.trees[-1]

    @property
    def line(self) -> int:
        """The raising line."""
        return self.frames[-1].line

    @cached_property
    def slicer(self) -> Slicer:
        return Slicer(self.frames, self.trees)

    @cached_property
    def roots(self) -> list[ast.expr]:
        """The expressions that the error may be about."""
        found = list(subjects(self.statement, self.message.subject, self.line))
        if found or self.message.subject is not Subject.ROOT:
            return found
        # A framework runs the backward pass of what the hook returns.
        return [value for hook in self.hooks for value in returned_values(self.tree, hook)]

    @cached_property
    def hooks(self) -> list[Function]:
        """The functions of the raising file that a framework calls in each step, and whose result it backpropagates."""
        return [function for name in HOOKS for function in self.tree.functions_named(name)]

    def all_trees(self) -> Iterator[SyntaxTree]:
        """Yield the trees of the traceback's files, and of all files of the project that these import and that parse."""
        yield from dict.fromkeys(self.trees)
        for source in self.imported():
            tree = SyntaxTree(source)
            try:
                tree.module  # noqa: B018
            except SyntaxProblem:
                continue
            yield tree

    def steps(self) -> list[Step]:
        """Return the definitions from which the value that the error is about was computed, the nearest first."""
        return next((steps for root in self.roots if (steps := self.slicer.steps(root))), [])

    @cached_property
    def own_frames(self) -> list[tuple[SyntaxTree, ast.stmt]]:
        """The statements in progress, innermost first."""
        pairs = zip(reversed(self.trees), reversed(self.frames), strict=True)
        return [(tree, statement) for tree, frame in pairs if (statement := tree.statement_at(frame.line)) is not None]

    def raising_call(self, names: Sequence[str]) -> ast.Call | None:
        """Return the call of one of these methods on the raising line."""
        calls = (node for node in ast.walk(self.statement) if isinstance(node, ast.Call))
        return next((call for call in calls if last_name(call.func) in names), None)

    def receiver_name(self) -> str:
        """Return the object whose method the raising statement calls."""
        calls = (node for node in ast.walk(self.statement) if isinstance(node, ast.Call))
        return next((dotted(call.func.value) for call in calls if isinstance(call.func, ast.Attribute)), "")

    def calls_named(self, names: Sequence[str]) -> list[tuple[ast.stmt, ast.Call]]:
        """Return all calls of functions or methods of these names in the raising file, with their statements."""
        calls = (node for node in ast.walk(self.tree.module) if isinstance(node, ast.Call) and last_name(node.func) in names)
        found = [(statement, call) for call in calls if (statement := self.tree.statement_of(call)) is not None]
        return sorted(found, key=lambda each: (each[1].lineno, each[1].col_offset))

    def latest_before(self, statements: Iterable[ast.stmt]) -> ast.stmt | None:
        """Return the statement that runs last before the raising one: in its function above it, in its loop, or anywhere."""
        found = list(statements)
        function = self.tree.function_of(self.statement)
        near = [each for each in found if self.tree.function_of(each) is function]
        above = [(each, each) for each in near]
        above += [(call, each) for each in found if each not in near for call in self._calls_of_function(each)]
        above = [(place, each) for place, each in above if place.lineno < self.statement.lineno]
        if above:
            return max(above, key=lambda pair: pair[0].lineno)[1]
        loops = set(self.tree.loops_of(self.statement))
        around = [each for each in near if loops & set(self.tree.loops_of(each))]
        if around:
            return around[-1]
        others = [each for each in found if self.tree.function_of(each) is not function]
        return others[-1] if others else None

    def _calls_of_function(self, statement: ast.stmt) -> list[ast.stmt]:
        """Return the statements of the raising function that call the function of another statement by its name."""
        inner, own = self.tree.function_of(statement), self.tree.function_of(self.statement)
        calls = self.calls_named((inner.name,)) if inner is not None else []
        return [call for call, _ in calls if self.tree.function_of(call) is own]


def cause_at(role: Role, step: Step, text: str) -> Cause:
    """Return a cause at the statement of a step."""
    return Cause(role, step.tree.site(step.statement), text)
