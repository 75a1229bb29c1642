"""Move the body of a training loop into a function that takes the model, the optimizer and the loss function, and plant a bug in it."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from planting.mutants import Mutant
from planting.program import Iteration, Program, Scope, dotted, within
from planting.syntax import gradients, order, removal, uncalled
from planting.syntax.statements import backwards, functions, steps

NAME = "one_iteration"
KINDS = {
    "eval not called", "backward not called", "zero_grad after backward", "step before backward", "zero_grad removed", "backward repeated",
    "retain_graph added",
}  # fmt: skip
REFUSED = (
    ast.Return, ast.Yield, ast.YieldFrom, ast.Await, ast.Global, ast.Nonlocal, ast.Delete, ast.Import, ast.ImportFrom, ast.FunctionDef,
    ast.AsyncFunctionDef, ast.ClassDef, ast.NamedExpr, ast.Lambda,
)  # fmt: skip
SCOPED_NAMES = {"super", "locals", "globals", "vars", "exec"}
METHODS = {"zero_grad", "step", "backward", "parameters", "train", "eval", "scale", "update", "state_dict"}


@dataclass(frozen=True)
class Extraction:
    """The text with the body of a loop in a function of its own, and the lines of that function."""

    text: str
    first: int
    last: int


def plant(program: Program) -> Iterator[Mutant]:
    """Yield each bug of the other planters in the body of a training loop that has become a function with arguments.

    Planted for a loop with a backward and a step. The function receives each variable that the body reads; of `self` it receives the
    attributes that the body calls or steps. Refused if the body leaves the loop, defines anything, or binds a variable on some paths only
    that is read later.
    """
    if NAME in program.text:
        return
    for scope in functions(program):
        for loop in within(scope):
            if not isinstance(loop, ast.For | ast.While) or not backwards(loop) or not steps(program, loop):
                continue
            if program.loops(backwards(loop)[0].statement)[0] is not loop:
                continue
            made = extraction(program, loop)
            if made is not None:
                yield from _planted(program, loop, made)


def _planted(program: Program, loop: Iteration, made: Extraction) -> Iterator[Mutant]:
    inner = Program.of(program.path, made.text)
    origin = tuple(range(loop.lineno, (loop.end_lineno or loop.lineno) + 1))
    for plant_in in (uncalled.plant, order.plant, removal.plant, gradients.plant):
        for mutant in plant_in(inner):
            if mutant.planter in KINDS and made.first <= mutant.line <= made.last:
                yield Mutant(mutant.path, "in a function", mutant.codes, mutant.lines, origin, mutant.text, loop.lineno, mutant.planter)


def extraction(program: Program, loop: Iteration) -> Extraction | None:
    """Return the text with the body of a loop as a function, None if that may change what it does."""
    if not _movable(program, loop):
        return None
    scope = program.scope(loop)
    body = [copy.deepcopy(statement) for statement in loop.body]
    attributes = _attributes(program, loop)
    if attributes is None:
        return None
    outside = _bound_outside(program, loop)
    reads = {node.id for node in _names(loop.body, ast.Load) if node.id != "self" or _reads_self(loop, set(attributes))}
    writes = {node.id for node in _names(loop.body, ast.Store)}
    updated = {item.target.id for item in within(loop) if isinstance(item, ast.AugAssign) and isinstance(item.target, ast.Name)}
    given = sorted((reads | updated | (writes & outside)) & outside)
    later = {
        node.id
        for node in ast.walk(scope)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and not _inside(program, node, loop)
    }
    returned = sorted(name for name in writes if name in later or (name in given and name not in _targets(loop)))
    certain = {node.id for item in loop.body for node in _names(_top(item), ast.Store)}
    if any(name not in given and name not in certain for name in returned) or set(attributes.values()) & (reads | writes | outside):
        return None
    renamed = [_Renamed(attributes).visit(statement) for statement in body]
    if returned:
        renamed.append(ast.Return(ast.Tuple([ast.Name(name, ast.Load()) for name in returned], ast.Load())))
    parameters = [*given, *attributes.values()]
    lines = [f"def {NAME}({', '.join(parameters)}):"]
    for statement in renamed:
        lines += [f"    {line}" for line in ast.unparse(ast.fix_missing_locations(statement)).split("\n")]
    call = f"{NAME}({', '.join([*given, *attributes])})"
    return _assembled(program, loop, lines, f"{''.join(f'{name}, ' for name in returned)}= {call}" if returned else call)


def _assembled(program: Program, loop: Iteration, function: Sequence[str], call: str) -> Extraction | None:
    lines = program.text.split("\n")
    start, end = loop.body[0].lineno, loop.body[-1].end_lineno or loop.body[-1].lineno
    if start == loop.lineno:
        return None
    margin = " " * loop.body[0].col_offset
    top: ast.stmt = loop
    for node in program.around(loop):
        if isinstance(node, ast.stmt):
            top = node
    first = min([top.lineno, *(item.lineno for item in getattr(top, "decorator_list", []))])
    text = "\n".join([*lines[: first - 1], *function, "", *lines[first - 1 : start - 1], margin + call, *lines[end:]])
    try:
        ast.parse(text)
    except SyntaxError:
        return None
    return Extraction(text, first, first + len(function) - 1)


def _movable(program: Program, loop: Iteration) -> bool:
    nodes = [node for statement in loop.body for node in ast.walk(statement)]
    if any(isinstance(node, REFUSED) or (isinstance(node, ast.Name) and node.id in SCOPED_NAMES) for node in nodes):
        return False
    if any(isinstance(node, ast.Constant) and isinstance(node.value, str) and "\n" in node.value for node in nodes):
        return False
    leaves = (node for node in nodes if isinstance(node, ast.Break | ast.Continue))
    return all(next(iter(program.loops(node)), None) is not loop for node in leaves)


def _names(nodes: ast.AST | Sequence[ast.stmt], context: type[ast.expr_context]) -> list[ast.Name]:
    """Return the names in a context, except the variables of comprehensions."""
    found: list[ast.Name] = []
    for top in nodes if isinstance(nodes, Sequence) else [nodes]:
        own = {
            name.id for node in ast.walk(top) if isinstance(node, ast.comprehension)
            for name in ast.walk(node.target) if isinstance(name, ast.Name)
        }  # fmt: skip
        found += [node for node in ast.walk(top) if isinstance(node, ast.Name) and isinstance(node.ctx, context) and node.id not in own]
    return found


def _top(statement: ast.stmt) -> ast.stmt:
    """Return a statement as one that binds its names on each path, an empty one if it is compound."""
    if isinstance(statement, ast.With):
        return ast.With(statement.items, [_top(item) for item in statement.body])
    return statement if isinstance(statement, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Expr) else ast.Pass()


def _bound_outside(program: Program, loop: Iteration) -> set[str]:
    """Return the variables of the enclosing functions that are bound before the body of a loop; at module level those of the module."""
    found = _targets(loop)
    scopes: list[Scope] = [item for item in program.around(loop) if isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef)]
    scopes = scopes or [program.tree]
    for scope in scopes:
        if isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef):
            arguments = scope.args
            known = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
            found |= {item.arg for item in known if item is not None}
        for node in within(scope):
            if (
                isinstance(node, ast.Name)
                and isinstance(node.ctx, ast.Store)
                and node.lineno < loop.lineno
                and not _comprehension(program, node)
            ):
                found.add(node.id)
            elif isinstance(node, ast.FunctionDef | ast.ClassDef) and not isinstance(scope, ast.Module):
                found.add(node.name)
            elif isinstance(node, ast.Import | ast.ImportFrom) and not isinstance(scope, ast.Module):
                found |= {(item.asname or item.name).split(".", 1)[0] for item in node.names}
    return found


def _comprehension(program: Program, node: ast.AST) -> bool:
    return any(isinstance(item, ast.comprehension) for item in program.around(node))


def _targets(loop: Iteration) -> set[str]:
    return {node.id for node in ast.walk(loop.target) if isinstance(node, ast.Name)} if isinstance(loop, ast.For) else set()


def _inside(program: Program, node: ast.AST, loop: Iteration) -> bool:
    return any(item in loop.body for item in (node, *program.around(node)))


def _attributes(program: Program, loop: Iteration) -> dict[str, str] | None:
    """Return the attributes of self that the body calls or steps, and does not bind, with the names of their parameters."""
    owner = program.owner(loop)
    methods = {item.name for item in ast.walk(owner) if isinstance(item, ast.FunctionDef)} if owner is not None else set()
    found: dict[str, str] = {}
    for statement in loop.body:
        for node in ast.walk(statement):
            chain = ""
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                chain = dotted(node.func) if node.func.attr not in METHODS else dotted(node.func.value)
            if chain.count(".") == 1 and chain.startswith("self.") and chain[5:] not in methods:
                found[chain] = chain[5:]
    stored = {
        dotted(node) for item in loop.body for node in ast.walk(item) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    }
    return None if stored & set(found) else found


def _reads_self(loop: Iteration, attributes: set[str]) -> bool:
    """Return whether a body uses self for anything but these attributes."""
    for statement in loop.body:
        parents = {child: node for node in ast.walk(statement) for child in ast.iter_child_nodes(node)}
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and node.id == "self" and dotted(parents.get(node)) not in attributes:
                return True
    return False


class _Renamed(ast.NodeTransformer):
    """Replaces attributes of self by names."""

    def __init__(self, names: dict[str, str]) -> None:
        self._names = names

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        name = self._names.get(dotted(node))
        if name is not None:
            return ast.Name(name, node.ctx)
        self.generic_visit(node)
        return node
