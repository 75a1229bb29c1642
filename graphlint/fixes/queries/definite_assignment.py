"""Definite assignment: uses of names that may execute before the name is bound.

A forward dataflow over the statements of each function, class body and the module. A state is two sets of variables, those bound on all
paths and those bound on some. A loop is assumed to run at least once, and its body is analyzed in its first iteration, the one in which a
name may be unbound. A call of a function of the module uses the variables that the function reads from other scopes.
"""

from __future__ import annotations

import ast
import enum
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from graphlint.common.tables import is_table
from graphlint.fixes.queries.scopes import (
    COMPREHENSIONS,
    Kind,
    Scope,
    Scopes,
    attribute_of_new_object,
    bound_by_text,
    evaluated_at_definition,
    parts_inside,
    sum_of,
)
from graphlint.rule.code import FUNCTIONS, LOOPS, Loop

# `try` with `except*` is new in Python 3.11.
TRIES: tuple[type[ast.Try], ...] = tuple(getattr(ast, name) for name in ("Try", "TryStar") if hasattr(ast, name))


class Risk(enum.IntEnum):
    """The certainty that a use finds its name unbound."""

    SOME_PATHS = 1
    CONDITIONAL = 2
    CERTAIN = 3


class UnboundUse(NamedTuple):
    """A use of a name that may not be bound: the scope's qualified name, the name, and the place of the use."""

    scope: str
    name: str
    line: int
    column: int
    risk: Risk


class _State(NamedTuple):
    """The variables that are bound on all paths to a point, and on some."""

    sure: int
    perhaps: int


class _LoopExits(NamedTuple):
    """The states that leave the body of a loop by `break`, and by `continue`."""

    breaks: list[_State | None]
    continues: list[_State | None]


def unbound_uses(tree: ast.Module) -> list[UnboundUse]:
    """Return the uses of names that may not be bound, each with its highest risk."""
    scopes = Scopes(tree)
    found: dict[tuple[int, int, str], UnboundUse] = {}
    for node, scope in scopes.of.items():
        if scope.kind in (Kind.MODULE, Kind.FUNCTION):
            _Flow(scopes, scope, found).run(node)
    return list(found.values())


def names_are_equal(before: Sequence[ast.stmt], after: Sequence[ast.stmt]) -> bool:
    """Return True if statements use names as others do, so that no analysis is needed: methods and constants are all that differs."""
    return _names_in_order(before) == _names_in_order(after)


def _names_in_order(nodes: Sequence[ast.AST]) -> list[object]:
    """Return the kinds of nodes in order, with the names in them, without methods and constants."""
    found: list[object] = []
    pending: list[object] = [nodes]
    while pending:
        item = pending.pop()
        if isinstance(item, ast.Call):
            called = item.func.value if isinstance(item.func, ast.Attribute) else item.func
            pending += [called, *item.args, *(keyword.value for keyword in item.keywords)]
        elif isinstance(item, list):
            found.append(len(item))
            pending += item
        elif isinstance(item, ast.AST) and not isinstance(item, ast.Constant):
            found.append(type(item))
            pending += (value for _, value in ast.iter_fields(item))
        elif isinstance(item, str):
            found.append(item)
    return found


class _Flow:
    """The dataflow over one function or the module, including its class bodies and comprehensions."""

    def __init__(self, scopes: Scopes, frame: Scope, found: dict[tuple[int, int, str], UnboundUse]) -> None:
        self._scopes = scopes
        self._frame = frame
        self._found = found
        self._state: _State | None = _State(0, 0)
        self._conditions = 0
        self._bound = 0
        self._loops: list[_LoopExits] = []

    def run(self, node: ast.AST) -> None:
        """Analyze the frame of a node."""
        self._bind(sum_of(self._scopes.variable(self._frame, name) for name in self._frame.parameters))
        if isinstance(node, ast.Lambda):
            self._expression(node.body, self._frame)
        elif isinstance(node, (ast.Module, *FUNCTIONS)):
            self._block(node.body, self._frame)

    # Statements.

    def _block(self, statements: Sequence[ast.stmt], scope: Scope) -> None:
        for each in statements:
            if self._state is None:
                return
            self._statement(each, scope)

    def _statement(self, node: ast.stmt, scope: Scope) -> None:
        if isinstance(node, ast.If):
            self._expression(node.test, scope)
            self._alternatives([node.body, node.orelse], scope)
        elif isinstance(node, LOOPS):
            self._loop(node, scope)
        elif isinstance(node, TRIES):
            self._try(node, scope)
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            for item in node.items:
                self._expressions((item.context_expr, item.optional_vars), scope)
            self._block(node.body, scope)
        elif isinstance(node, ast.Match):
            self._match(node, scope)
        elif isinstance(node, FUNCTIONS):
            self._expressions(evaluated_at_definition(node), scope)
            self._bind(self._scopes.variable(scope, node.name))
        elif isinstance(node, ast.ClassDef):
            self._expressions((*node.decorator_list, *node.bases, *(each.value for each in node.keywords)), scope)
            self._block(node.body, self._scopes.of[node])
            self._bind(self._scopes.variable(scope, node.name))
        else:
            self._simple(node, scope)

    def _simple(self, node: ast.stmt, scope: Scope) -> None:
        """Execute a statement without a block."""
        if isinstance(node, ast.Assign):
            self._expressions((node.value, *node.targets), scope)
        elif isinstance(node, ast.AnnAssign):
            self._expressions((node.value, node.target if node.value is not None else None), scope)
        elif isinstance(node, ast.AugAssign):
            if isinstance(node.target, ast.Name):
                self._use(node.target, scope, node.target.id)
            self._expressions((node.value, node.target), scope)
        elif isinstance(node, (ast.Return, ast.Raise)):
            self._expressions(ast.iter_child_nodes(node), scope)
            self._state = None
        elif isinstance(node, (ast.Break, ast.Continue)):
            if self._loops:
                exits = self._loops[-1]
                (exits.breaks if isinstance(node, ast.Break) else exits.continues).append(self._state)
            self._state = None
        else:
            self._expressions(ast.iter_child_nodes(node), scope)
            self._bind(sum_of(self._scopes.variable(scope, name) for name in bound_by_text(node)))

    def _alternatives(self, blocks: Iterable[Sequence[ast.stmt]], scope: Scope) -> None:
        """Execute one of several blocks."""
        before, after = self._state, None
        self._conditions += 1
        for block in blocks:
            self._state = before
            self._block(block, scope)
            after = _join(after, self._state)
        self._conditions -= 1
        self._state = after

    def _loop(self, node: Loop, scope: Scope) -> None:
        endless = isinstance(node, ast.While) and isinstance(node.test, ast.Constant) and bool(node.test.value)
        self._expression(node.test if isinstance(node, ast.While) else node.iter, scope)
        before = self._state
        exits, end = self._iteration(node, scope)
        if before is not None and end is not None and before.sure & ~end.sure:
            # The body deletes a name: the second iteration may have fewer names than the first.
            self._state = _join(before, end)
            exits, end = self._iteration(node, scope)
        self._state = None if endless else end
        if end is None and not endless and (node.orelse or not exits.breaks):
            self._state = before
        self._block(node.orelse, scope)
        for state in exits.breaks:
            self._state = _join(self._state, state)

    def _iteration(self, node: Loop, scope: Scope) -> tuple[_LoopExits, _State | None]:
        """Execute the body of a loop; return its exits and the state at its end."""
        exits = _LoopExits([], [])
        self._loops.append(exits)
        if not isinstance(node, ast.While):
            self._expression(node.target, scope)
        self._block(node.body, scope)
        self._loops.pop()
        end = self._state
        for state in exits.continues:
            end = _join(end, state)
        return exits, end

    def _try(self, node: ast.Try, scope: Scope) -> None:
        before, bound_before = self._state, self._bound
        self._bound = 0
        self._block(node.body, scope)
        deleted = before.sure & ~self._state.sure if before is not None and self._state is not None else 0
        raised = _State(before.sure & ~deleted, before.perhaps | self._bound) if before is not None else None
        self._block(node.orelse, scope)
        after = self._state
        self._conditions += 1
        for handler in node.handlers:
            self._state = raised
            self._expressions((handler.type,), scope)
            caught = sum_of(self._scopes.variable(scope, name) for name in bound_by_text(handler))
            self._bind(caught)
            self._block(handler.body, scope)
            self._unbind(caught)
            after = _join(after, self._state)
        self._conditions -= 1
        self._state = after if after is not None else raised
        self._block(node.finalbody, scope)
        self._state = self._state if after is not None else None
        self._bound |= bound_before

    def _match(self, node: ast.Match, scope: Scope) -> None:
        self._expression(node.subject, scope)
        before, after = self._state, None
        self._conditions += 1
        for case in node.cases:
            self._state = before
            for part in ast.walk(case.pattern):
                self._bind(sum_of(self._scopes.variable(scope, name) for name in bound_by_text(part)))
                if isinstance(part, (ast.MatchValue, ast.MatchClass)):
                    self._expression(part.value if isinstance(part, ast.MatchValue) else part.cls, scope)
            self._expressions((case.guard,), scope)
            self._block(case.body, scope)
            after = _join(after, self._state)
        self._conditions -= 1
        last = node.cases[-1]
        irrefutable = isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None and last.guard is None
        self._state = after if irrefutable else _join(after, before)

    # Expressions.

    def _expressions(self, nodes: Iterable[ast.AST | None], scope: Scope) -> None:
        for node in nodes:
            if node is not None:
                self._expression(node, scope)

    def _expression(self, node: ast.AST, scope: Scope) -> None:
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Store):
                self._bind(self._scopes.variable(scope, node.id))
                return
            self._use(node, scope, node.id)
            if isinstance(node.ctx, ast.Del):
                self._unbind(self._scopes.variable(scope, node.id))
        elif isinstance(node, ast.Attribute):
            self._expression(node.value, scope)
            self._attribute(node, scope)
        elif isinstance(node, ast.Lambda):
            self._expressions(evaluated_at_definition(node), scope)
        elif isinstance(node, COMPREHENSIONS):
            self._expression(node.generators[0].iter, scope)
            self._expressions(parts_inside(node), self._scopes.of[node])
        elif isinstance(node, ast.NamedExpr):
            self._expression(node.value, scope)
            self._bind(self._scopes.variable(scope.binder, node.target.id))
        elif isinstance(node, ast.Call):
            self._expressions(ast.iter_child_nodes(node), scope)
            self._call(node, scope)
        elif isinstance(node, (ast.IfExp, ast.BoolOp)):
            first, *rest = (node.test, node.body, node.orelse) if isinstance(node, ast.IfExp) else node.values
            self._expression(first, scope)
            self._conditions += 1
            self._expressions(rest, scope)
            self._conditions -= 1
        elif not is_table(node):
            self._expressions(ast.iter_child_nodes(node), scope)

    def _attribute(self, node: ast.Attribute, scope: Scope) -> None:
        """Use or bind an attribute that the analyzed constructor assigns."""
        name = attribute_of_new_object(node, scope)
        if name in scope.bound:
            if isinstance(node.ctx, ast.Store):
                self._bind(self._scopes.variable(scope, name))
            else:
                self._use(node, scope, name)

    def _use(self, node: ast.expr, scope: Scope, name: str) -> None:
        variable = self._scopes.variable(scope, name)
        if variable & self._frame.own:
            if scope.kind is Kind.CLASS and scope.parent is not None and name in scope.bound and not self._is_bound(variable):
                # A class body reads an unbound name from the enclosing scopes.
                self._use(node, scope.parent, name)
            elif not self._is_bound(variable):
                self._found_unbound(node, variable, Risk.CONDITIONAL if self._conditions else Risk.CERTAIN)
        elif not variable & self._scopes.bound_somewhere and variable:
            self._found_unbound(node, variable, Risk.CONDITIONAL)

    def _call(self, node: ast.Call, scope: Scope) -> None:
        """Use the variables of the frame that the called functions read, and bind those that they bind."""
        if self._state is None:
            return
        called = list(self._scopes.called(node, scope))
        missing = sum_of(each.reads for each in called) & self._frame.own & self._scopes.bound_somewhere & ~self._state.sure
        while missing:
            variable = missing & -missing
            missing ^= variable
            # The function may not execute the use in this call.
            self._found_unbound(node, variable, Risk.CONDITIONAL)
        self._bind(sum_of(each.binds for each in called) & self._frame.own)

    def _is_bound(self, variable: int) -> bool:
        return self._state is None or bool(self._state.sure & variable)

    def _found_unbound(self, node: ast.expr, variable: int, risk: Risk) -> None:
        if self._state is not None and self._state.perhaps & variable:
            risk = Risk.SOME_PATHS
        name = self._scopes.name_of(variable)
        key = (node.lineno, node.col_offset, name)
        known = self._found.get(key)
        if known is None or known.risk < risk:
            self._found[key] = UnboundUse(self._frame.name, name, node.lineno, node.col_offset, risk)

    def _bind(self, variables: int) -> None:
        if self._state is not None:
            self._state = _State(self._state.sure | variables, self._state.perhaps | variables)
            self._bound |= variables

    def _unbind(self, variables: int) -> None:
        if self._state is not None:
            self._state = _State(self._state.sure & ~variables, self._state.perhaps & ~variables)


def _join(one: _State | None, other: _State | None) -> _State | None:
    """Return the state after either of two paths; None is a path that is not taken."""
    if one is None or other is None:
        return other if one is None else one
    return _State(one.sure & other.sure, one.perhaps | other.perhaps)
