"""Effects of functions that are not executed: their own, and those of all functions that they may call, in any file of the project.

A call is resolved by name: to the functions of the file, to an imported function, and to all functions of an imported module or of the
file of an imported class. The effects are therefore possible, not certain: a function without an effect here has none, provided that its
library callees have none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from graphlint.project.dependencies import DependencyTracker, Memo
from graphlint.project.file_summary import Effect, FileSummary, FunctionSummary
from graphlint.project.relevance import COMMON, ImportedName

MOST_FUNCTIONS = 300
"""The maximum number of callees that are visited; a function with more may have any effect."""
UNBOUNDED = Effect.DETACHES | Effect.GRAD_MODE | Effect.TRAINING_MODE


class CalleeEffects:
    """The effects of functions with all that they call.

    Args:
        summary: returns the summary of a file that may concern graphs, None for any other file.
        imported: returns the names that a file imports from the project.
    """

    def __init__(
        self,
        summary: Callable[[str], FileSummary | None],
        imported: Callable[[str], Iterable[ImportedName]],
        tracer: DependencyTracker,
    ) -> None:
        self._summary = summary
        self._imported = imported
        self._known: Memo[tuple[str, int], Effect] = tracer.new_memo()
        self._direct: Memo[tuple[str, int, str], tuple[tuple[str, FunctionSummary], ...]] = tracer.new_memo()

    def of(self, path: str, line: int) -> Effect:
        """Return the possible effects of the function in a file whose `def` is in a line."""
        return self._known.get((path, line), lambda: self._find(path, line))

    def _find(self, path: str, line: int) -> Effect:
        summary = self._summary(path)
        pending = [(path, item) for item in summary.functions if item.line == line] if summary is not None else []
        seen = {(path, line)}
        found = Effect.NONE
        while pending:
            here, function = pending.pop()
            found |= function.effects
            key = here, function.line, function.name
            for target, callee in self._direct.get(key, lambda here=here, item=function: tuple(self._callees(here, item))):  # type: ignore[misc]
                if (target, callee.line) not in seen:
                    seen.add((target, callee.line))
                    pending.append((target, callee))
            if len(seen) > MOST_FUNCTIONS:
                return found | UNBOUNDED
        return found

    def _callees(self, path: str, function: FunctionSummary) -> Iterable[tuple[str, FunctionSummary]]:
        """Yield the functions that a function may call, each with its file."""
        summary = self._summary(path)
        if summary is None:
            return
        bases = _bases(summary, function)
        for item in summary.functions:
            if _may_be_called(item, function, bases):
                yield path, item
        for target, name, here in self._imported(path):
            if name is not None and here not in function.called:
                continue
            other = self._summary(target)
            if other is None:
                continue
            for item in other.functions:
                if item.name == name or (name is None and item.name not in COMMON and _may_be_called(item, function, bases)):
                    yield target, item


def _bases(summary: FileSummary, function: FunctionSummary) -> frozenset[str] | None:
    """Return the last parts of the names of the base classes of a method's class, None if the class is not known."""
    owner = summary.classes.get(function.owner)
    return None if owner is None else frozenset(base.rpartition(".")[2] for base in owner.bases)


def _may_be_called(item: FunctionSummary, caller: FunctionSummary, bases: frozenset[str] | None) -> bool:
    """Return True if a function calls another one by its name, or its class.

    A method that calls `__init__` by its name constructs the part of a base class, and of no other one.

    Args:
        bases: the base classes of the caller's class, None if it is not known.
    """
    if item.owner in caller.called and item.name in ("__init__", "forward", "__call__"):
        return True
    return item.name in caller.called and (item.name != "__init__" or bases is None or item.owner in bases)
