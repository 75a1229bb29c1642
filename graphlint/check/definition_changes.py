"""The definitions of a file that a change of its text may affect, compared with an earlier text of the file.

A change is understood if it is in functions and classes at the top level, and nothing that the module's own code executes depends on them.
A definition is affected if it uses, directly or through others, a name that a changed definition binds, or one of which the file's summary
states something else than before. All names in a definition count, those of attributes, local variables and in strings as well.
"""

from __future__ import annotations

import ast
import itertools
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property

from graphlint.common.names import last_name
from graphlint.project.evidence import FileEvidence
from graphlint.project.file_summary import Effect, FileSummary, FunctionSummary
from graphlint.project.relevant_names import RelevantNames
from graphlint.rule.code import FUNCTIONS
from graphlint.source.source import Source

DEFINITIONS = (*FUNCTIONS, ast.ClassDef)
_DYNAMIC_NAMES = frozenset("attrgetter eval exec globals import_module locals methodcaller vars".split())
_DYNAMIC_ATTRIBUTES = frozenset("__dict__ __subclasses__ attrgetter import_module methodcaller".split())
"""Names by which code may use others without naming them."""
_BY_NAME = frozenset(("delattr", "getattr", "hasattr", "setattr"))
_PLAIN_DECORATORS = frozenset("abstractmethod classmethod inference_mode no_grad override property staticmethod".split())
"""Decorators that do not pass the function to other code."""
_NAMES = re.compile(r"[^\W\d]\w*")


class StatementFacts:
    """The facts that the syntax of a statement at the top level of a file states; `node` may be of an earlier text."""

    def __init__(self, node: ast.stmt) -> None:
        self.node = node

    @cached_property
    def names(self) -> frozenset[str]:
        """All names in the statement."""
        return frozenset(_names(ast.walk(self.node)))

    @cached_property
    def is_dynamic(self) -> bool:
        """True if the statement may use names that it does not contain."""
        return any(_is_dynamic(node) for node in ast.walk(self.node))

    @cached_property
    def binds(self) -> frozenset[str]:
        """The names by which other statements may use the definitions in this one, or the variables that it assigns."""
        inside = {node.name for node in ast.walk(self.node) if isinstance(node, DEFINITIONS)}
        if isinstance(self.node, DEFINITIONS):
            return frozenset(name for name in inside if not (name.startswith("__") and name.endswith("__")))
        return frozenset(inside | self.names)

    @cached_property
    def executed(self) -> tuple[ast.AST, ...]:
        """The parts that the module's code executes; the bases of classes are only named."""
        if not isinstance(self.node, DEFINITIONS):
            return (self.node,)
        return tuple(_executed(self.node))

    @cached_property
    def names_executed(self) -> frozenset[str]:
        """The names in these parts."""
        return frozenset(_names(each for part in self.executed for each in ast.walk(part)))

    @cached_property
    def is_closed(self) -> bool:
        """True if the module's code does nothing with the definition but bind it, and it rebinds no name of the module."""
        decorators = (item for node in ast.walk(self.node) if isinstance(node, DEFINITIONS) for item in node.decorator_list)
        return (
            isinstance(self.node, DEFINITIONS)
            and all(_last_name(item) in _PLAIN_DECORATORS for item in decorators)
            and not any(isinstance(node, ast.Global) for node in ast.walk(self.node))
        )

    def executes_the_same(self, other: StatementFacts) -> bool:
        """Return True if the module's code executes the same in two versions of a definition, except for constants as defaults."""
        parts = [[ast.dump(part) for part in statement.executed] for statement in (self, other)]
        if isinstance(self.node, ast.ClassDef) and isinstance(other.node, ast.ClassDef):
            bases = [[ast.dump(item) for item in (*each.bases, *each.keywords)] for each in (self.node, other.node)]
            if bases[0] != bases[1]:
                return False
        return parts[0] == parts[1]


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement at the top level of a text, from its decorators on: its first and its last line, and the lines."""

    first: int
    last: int
    text: tuple[str, ...]
    facts: StatementFacts

    @classmethod
    def of(cls, node: ast.stmt, source: Source) -> Statement:
        """Return a statement of a text."""
        decorators = node.decorator_list if isinstance(node, DEFINITIONS) else ()
        first, last = min(item.lineno for item in (node, *decorators)), node.end_lineno or node.lineno
        return cls(first, last, source.lines[first - 1 : last], StatementFacts(node))


@dataclass(frozen=True)
class FileState:
    """A text of a file: its statements, what its code states, and the names of other files that concern it."""

    statements: tuple[Statement, ...]
    evidence: FileEvidence
    relevant: RelevantNames

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The first line of each statement."""
        return tuple(statement.first for statement in self.statements)


@dataclass(frozen=True)
class DefinitionChange:
    """A change of a file that affects some of its definitions.

    `before` and `after` are the first lines of its statements, `affected` the indices of those that may be affected.
    """

    before: tuple[int, ...]
    after: tuple[int, ...]
    affected: frozenset[int]

    @property
    def moves_lines(self) -> bool:
        """True if a statement is at other lines than before."""
        return self.before != self.after

    def line(self, line: int) -> int:
        """Return the line in the changed text that was another one in the text before, for one in a statement that has not changed."""
        index = bisect_right(self.before, line) - 1
        return line if index < 0 else line - self.before[index] + self.after[index]

    def affects(self, line: int) -> bool:
        """Return True if the statement at a line of the text before may be affected."""
        return bisect_right(self.before, line) - 1 in self.affected


def statements_of(tree: ast.Module, source: Source, earlier: FileState | None) -> tuple[Statement, ...]:
    """Return the statements of a file, those that have not changed with the facts that are known of them."""
    known = {statement.text: statement.facts for statement in earlier.statements} if earlier is not None else {}
    statements = (Statement.of(node, source) for node in tree.body)
    return tuple(replace(statement, facts=known[statement.text]) if statement.text in known else statement for statement in statements)


def change_between(before: FileState, after: FileState) -> DefinitionChange | None:
    """Return the definitions that a change affects; None if it is not understood."""
    if len(before.statements) != len(after.statements) or before.relevant != after.relevant:
        return None
    for state in (before, after):
        if any(one.last >= other.first for one, other in itertools.pairwise(state.statements)):
            return None
    pairs = list(zip(before.statements, after.statements, strict=True))
    changed = [index for index, (old, new) in enumerate(pairs) if old.text != new.text]
    facts = [(old.facts, new.facts) for old, new in pairs]
    for old, new in (facts[index] for index in changed):
        same = isinstance(old.node, DEFINITIONS) and type(old.node) is type(new.node) and old.node.name == getattr(new.node, "name", None)
        if not same or not old.is_closed or not new.is_closed or not old.executes_the_same(new):
            return None
    change = DefinitionChange(before.starts, after.starts, frozenset(changed))
    differing = _differing_names(before.evidence, after.evidence, change)
    if differing is None:
        return None
    functions, names = differing
    sources = {*changed, *(bisect_right(before.starts, line) - 1 for line in functions)}
    sources.update(index for index, (old, _) in enumerate(facts) if old.is_dynamic or _mentions(old, names))
    affected = _affected(facts, sources)
    of_module = any(not isinstance(facts[index][1].node, DEFINITIONS) for index in affected)
    return None if of_module or _is_executed(facts, affected) else DefinitionChange(before.starts, after.starts, frozenset(affected))


def _mentions(statement: StatementFacts, names: Iterable[frozenset[str]]) -> bool:
    """Return True if a statement contains all parts of one of some dotted names; an import uses nothing that the summary states."""
    return not isinstance(statement.node, ast.Import | ast.ImportFrom) and any(parts <= statement.names for parts in names)


def _affected(pairs: Sequence[tuple[StatementFacts, StatementFacts]], sources: Iterable[int]) -> set[int]:
    """Return some statements, and those that use a name which an affected one binds."""
    affected, pending = set(sources), list(sources)
    while pending:
        bound = frozenset[str]().union(*(statement.binds for index in pending for statement in pairs[index]))
        pending = [index for index, (old, _) in enumerate(pairs) if index not in affected and not bound.isdisjoint(old.names)]
        affected.update(pending)
    return affected


def _is_executed(pairs: Sequence[tuple[StatementFacts, StatementFacts]], affected: Set[int]) -> bool:
    """Return True if the module's code may execute an affected definition."""
    names = frozenset[str]().union(*(statement.names_executed for pair in pairs for statement in pair))
    seen: set[int] = set()
    while True:
        executed = {
            index
            for index, pair in enumerate(pairs)
            if index not in seen and any(not names.isdisjoint(statement.binds) for statement in pair)
        }
        executed = {index for index in executed if isinstance(pairs[index][1].node, DEFINITIONS)}
        if executed & affected:
            return True
        if not executed:
            return False
        seen |= executed
        names = frozenset[str]().union(*(statement.names for index in executed for statement in pairs[index]))


def _executed(node: ast.stmt) -> Iterator[ast.AST]:
    """Yield the parts of a definition that are executed where it is."""
    assert isinstance(node, DEFINITIONS)
    yield from node.decorator_list
    if isinstance(node, ast.ClassDef):
        for each in node.body:
            yield from (_executed(each) if isinstance(each, DEFINITIONS) else (each,))
    else:
        yield from (item for item in (*node.args.defaults, *node.args.kw_defaults) if item is not None and not _is_plain(item))


def _is_dynamic(node: ast.AST) -> bool:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _BY_NAME:
        return len(node.args) < 2 or not isinstance(node.args[1], ast.Constant)
    named = isinstance(node, ast.Name) and node.id in _DYNAMIC_NAMES
    return named or (isinstance(node, ast.Attribute) and node.attr in _DYNAMIC_ATTRIBUTES)


def _is_plain(node: ast.expr) -> bool:
    """Return True for a constant, also with a sign."""
    return isinstance(node, ast.Constant) or (isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant))


def _names(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, DEFINITIONS):
            yield node.name
        elif isinstance(node, ast.arg | ast.keyword):
            yield node.arg or ""
        elif isinstance(node, ast.alias):
            yield from _NAMES.findall(f"{node.name} {node.asname or ''}")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from _NAMES.findall(node.value)


def _last_name(node: ast.expr) -> str:
    """Return the last part of the name of a decorator, called without arguments or not called."""
    if isinstance(node, ast.Call):
        return _last_name(node.func) if not (node.args or node.keywords) else ""
    return last_name(node)


def _differing_names(before: FileEvidence, after: FileEvidence, change: DefinitionChange) -> tuple[set[int], set[frozenset[str]]] | None:
    """Return the lines of functions (of the text before) and the names of which two texts state different things, each name by its parts
    except `self`. None if what they state of the whole file differs."""
    old, new = before.summary, after.summary
    if _of_file(old) != _of_file(new):
        return None
    names: set[str] = set()
    for one, two in zip(_sets_of_names(before), _sets_of_names(after), strict=True):
        names |= one ^ two
    names.update(name for name in old.uses.keys() | new.uses.keys() if old.uses.get(name) != new.uses.get(name))
    for owner in old.stores.keys() | new.stores.keys():
        names.update(_differing_stores(old.stores.get(owner, {}), new.stores.get(owner, {}), change))
    names.update(name for name in old.classes.keys() | new.classes.keys() if name not in old.classes or name not in new.classes)
    lines = _differing_functions(before, after, change)
    return None if lines is None else (lines, {frozenset(name.split(".")) - {"self", ""} for name in names})


def _of_file(summary: FileSummary) -> tuple[object, ...]:
    required = [item[1:] for item in summary.required]
    # Whether an optimizer may be stepped depends on all steps of the file.
    steps = frozenset(name for name in summary.called_names if name.endswith(".step"))
    freezes = Effect.REQUIRES_GRAD in summary.effects
    return freezes, summary.own_effects, summary.own_calls, summary.imports, summary.computed_prefixes, required, steps


def _sets_of_names(evidence: FileEvidence) -> Iterator[frozenset[str]]:
    summary = evidence.summary
    yield from (summary.definitions, summary.called, summary.called_names, summary.called_without_grad, summary.replaced_by_call)
    yield evidence.roots().called_where_grad_may_be_off
    yield from (summary.replaced, summary.values, summary.unbound)
    yield from (
        evidence.opaque_classes,
        evidence.plain_classes,
        evidence.module_classes,
        evidence.parameterless_classes,
        evidence.parameterless_bases,
    )


def _differing_stores(old: Mapping[str, list[int]], new: Mapping[str, list[int]], change: DefinitionChange) -> Iterator[str]:
    for name in old.keys() | new.keys():
        lines = old.get(name, [])
        if any(change.affects(line) for line in lines) or [change.line(line) for line in lines] != new.get(name, []):
            yield name


def _differing_functions(before: FileEvidence, after: FileEvidence, change: DefinitionChange) -> set[int] | None:
    """Return the lines of unchanged functions that are roots in one text only, or with other properties; None if the module's code is."""
    old, new = before.roots(), after.roots()
    if old.properties(0) != new.properties(0):
        return None

    def facts(item: FunctionSummary) -> object:
        return item.name, item.owner, item.effects, item.calls, item.called

    functions = {item.line: item for item in after.summary.functions}
    differing: set[int] = set()
    for function in before.summary.functions:
        if change.affects(function.line):
            continue
        line = change.line(function.line)
        other = functions.get(line)
        if other is None or facts(function) != facts(other) or old.properties(function.line) != new.properties(line):
            differing.add(function.line)
    return differing
