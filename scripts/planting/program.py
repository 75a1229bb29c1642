"""Program model of the planters: the tree with parents, loops and blocks, and the data flow into each backward."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

Scope: TypeAlias = "ast.FunctionDef | ast.AsyncFunctionDef | ast.Module"
Iteration: TypeAlias = "ast.For | ast.While"

SWITCHES_OFF = re.compile(r"\b(no_grad|inference_mode|set_grad_enabled)\b")


def dotted(node: ast.AST | None) -> str:
    """Return a name or a chain of attributes as text, "" for other expressions."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        inner = dotted(node.value)
        return f"{inner}.{node.attr}" if inner else ""
    return ""


def targets_of(statement: ast.stmt) -> list[str]:
    """Return the names and attributes that a statement binds."""
    found: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        found = list(statement.targets)
    elif isinstance(statement, ast.AnnAssign | ast.AugAssign):
        found = [statement.target]
    flat: list[str] = []
    while found:
        target = found.pop()
        if isinstance(target, ast.Tuple | ast.List):
            found.extend(target.elts)
        elif name := dotted(target):
            flat.append(name)
    return flat


def reads(node: ast.AST) -> set[str]:
    """Return the names and attributes that an expression reads without detaching them."""
    found: set[str] = set()
    stack = [node]
    while stack:
        item = stack.pop()
        if isinstance(item, ast.Call) and isinstance(item.func, ast.Attribute) and item.func.attr in ("detach", "item", "argmax", "size"):
            continue
        name = dotted(item)
        if name:
            found.add(name)
            found.add(name.split(".", 1)[0])
        else:
            stack.extend(ast.iter_child_nodes(item))
    return found


@dataclass(frozen=True, eq=False)
class BackwardCall:
    """A statement that calls backward: the name of the loss, and the call."""

    root: str
    call: ast.Call
    statement: ast.Expr

    @property
    def plain(self) -> bool:
        """Return whether the call has neither a gradient nor a retain_graph argument."""
        own = self.call.args if dotted(self.call.args[0] if self.call.args else None) != self.root else self.call.args[1:]
        return not own and not self.call.keywords


@dataclass
class Program:
    """A file's text and tree."""

    path: str
    text: str
    tree: ast.Module
    parents: dict[ast.AST, ast.AST] = field(default_factory=dict)

    @classmethod
    def of(cls, path: str, text: str) -> Program:
        """Parse a text; raises SyntaxError as Python does."""
        made = cls(path, text, ast.parse(text))
        for node in ast.walk(made.tree):
            for child in ast.iter_child_nodes(node):
                made.parents[child] = node
        return made

    def around(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield the ancestors of a node, innermost first."""
        while node in self.parents:
            node = self.parents[node]
            yield node

    def scope(self, node: ast.AST) -> Scope:
        """Return the function that contains a node, or the module."""
        return next(item for item in self.around(node) if isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef | ast.Module))

    def loops(self, node: ast.AST) -> list[Iteration]:
        """Return the loops around a node in its own function, innermost first."""
        found: list[Iteration] = []
        for item in self.around(node):
            if isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                break
            if isinstance(item, ast.For | ast.While):
                found.append(item)
        return found

    def statement(self, node: ast.AST) -> ast.stmt:
        """Return the statement that contains a node."""
        return node if isinstance(node, ast.stmt) else next(item for item in self.around(node) if isinstance(item, ast.stmt))

    def block(self, statement: ast.stmt) -> list[ast.stmt]:
        """Return the list of statements that contains one."""
        parent = self.parents[statement]
        for name in ("body", "orelse", "finalbody"):
            block = getattr(parent, name, None)
            if isinstance(block, list) and statement in block:
                return block
        return []

    def without_grad(self, node: ast.AST) -> bool:
        """Return whether a block or a decorator around a node, in its own function, changes grad mode."""
        for item in self.around(node):
            if isinstance(item, ast.With) and any(SWITCHES_OFF.search(ast.unparse(entry.context_expr)) for entry in item.items):
                return True
            if isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef):
                return any(SWITCHES_OFF.search(ast.unparse(entry)) for entry in item.decorator_list)
        return False

    def in_try(self, node: ast.AST, seen: frozenset[str] = frozenset()) -> bool:
        """Return True if a node, or a call of its function, is in a try that handles PyTorch's errors or in a block that expects them."""
        if any(
            (isinstance(item, ast.Try) and any(_handles(handler.type) for handler in item.handlers))
            or (isinstance(item, ast.With) and "aises" in ast.unparse(item.items[0]))
            for item in self.around(node)
        ):
            return True
        scope = self.scope(node)
        if isinstance(scope, ast.Module) or scope.name in seen:
            return False
        calls = (item for item in ast.walk(self.tree) if isinstance(item, ast.Call) and dotted(item.func).rsplit(".", 1)[-1] == scope.name)
        return any(self.in_try(call, seen | {scope.name}) for call in calls)

    def is_disabled(self, line: int) -> bool:
        """Return whether a constant of the module turns off the branch that contains a line."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.If) and (truth := self._truth(node.test)) is not None:
                block = node.orelse if truth else node.body
                if any(item.lineno <= line <= (item.end_lineno or item.lineno) for item in block):
                    return True
        return False

    def _truth(self, test: ast.expr) -> bool | None:
        """Return the truth of a condition on constants of the module, None if it is not known."""
        match test:
            case ast.Constant(value=value):
                return bool(value)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                truth = self._truth(operand)
                return None if truth is None else not truth
            case ast.Name(id=name):
                found = self._constant(name)
                return None if found is None else bool(found.value)
            case ast.Compare(left=ast.Name(id=name), ops=[ast.Eq()], comparators=[ast.Constant(value=value)]):
                found = self._constant(name)
                return None if found is None else bool(found.value == value)
        return None

    def _constant(self, name: str) -> ast.Constant | None:
        """Return the constant to which the module binds a name, None if the file binds it in any other way."""
        bound = [node for node in ast.walk(self.tree) if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)]
        received = any(isinstance(node, ast.arg) and node.arg == name for node in ast.walk(self.tree))
        statement = self.parents.get(bound[0]) if len(bound) == 1 and not received else None
        if isinstance(statement, ast.Assign) and statement in self.tree.body and isinstance(statement.value, ast.Constant):
            return statement.value
        return None

    def disables_grad(self, call: ast.Call) -> bool:
        """Return whether the callee disables grad mode itself: a function of the file, or the forward method of the class of an object."""
        name = dotted(call.func)
        classes = {
            dotted(node.value.func)
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and name in map(dotted, node.targets)
        }
        owners = (node for node in ast.walk(self.tree) if isinstance(node, ast.ClassDef) and node.name in classes)
        methods = [item for owner in owners for item in owner.body if getattr(item, "name", "") in ("forward", "__call__")]
        functions = (node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef) and node.name == name.rsplit(".", 1)[-1])
        found = [item for item in methods or functions if isinstance(item, ast.FunctionDef)]
        return bool(found) and all(map(_disables_grad, found))

    def run_by(self, block: Sequence[ast.stmt]) -> str:
        """Return the text of statements, and of the functions of the file that they call."""
        called = {dotted(item.func).rsplit(".", 1)[-1] for statement in block for item in ast.walk(statement) if isinstance(item, ast.Call)}
        functions = (item for item in ast.walk(self.tree) if isinstance(item, ast.FunctionDef) and item.name in called)
        return "\n".join(ast.unparse(item) for item in (*block, *functions))

    def owner(self, node: ast.AST) -> ast.ClassDef | None:
        """Return the class whose method contains a node."""
        return next((item for item in self.around(node) if isinstance(item, ast.ClassDef)), None)

    def is_module(self, name: str) -> bool:
        """Return whether the file uses a name as only a module is used."""
        return bool(name) and re.search(rf"(?<![\w.]){re.escape(name)}\.(parameters|train|eval|named_parameters)\(", self.text) is not None

    def backward_calls(self, inside: ast.AST) -> list[BackwardCall]:
        """Return the backward statements below a node, in order, except in nested functions."""
        found = [backward for node in within(inside) if isinstance(node, ast.Expr) and (backward := backward_call_of(node)) is not None]
        return sorted(found, key=lambda item: item.call.lineno)

    def calls(self, inside: ast.AST, method: str) -> list[ast.Call]:
        """Return the calls of a method below a node, in order."""
        found = [
            node for node in within(inside)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == method
        ]  # fmt: skip
        return sorted(found, key=lambda item: (item.lineno, item.col_offset))

    def assignments(self, inside: ast.AST, name: str) -> list[ast.stmt]:
        """Return the statements below a node that bind a name, in order."""
        found = [node for node in within(inside) if isinstance(node, ast.stmt) and name in targets_of(node)]
        return sorted(found, key=lambda item: item.lineno)

    def rooted(self, inside: ast.AST) -> set[str]:
        """Return the names that certainly have a graph: the losses of backward calls below a node, and the terms of their sums that
        calls return."""
        found = {backward.root for backward in self.backward_calls(inside) if not self.without_grad(backward.call)}
        for root in list(found):
            for statement in self.assignments(inside, root):
                value = getattr(statement, "value", None)
                if isinstance(value, ast.BinOp):
                    found |= {name for name in terms(value) if self._made_by_calls(inside, name)}
        return found

    def _made_by_calls(self, inside: ast.AST, name: str) -> bool:
        made = [getattr(item, "value", None) for item in self.assignments(inside, name)]
        return bool(made) and all(
            isinstance(value, ast.Call) and not re.search(r"\.(item|detach|data|tensor)\b", ast.unparse(value)) for value in made
        )


def _disables_grad(function: ast.FunctionDef) -> bool:
    """Return whether all of a function runs with grad mode disabled: by a decorator, or by the block that is its body."""
    if any(SWITCHES_OFF.search(ast.unparse(entry)) for entry in function.decorator_list):
        return True
    *first, last = function.body
    documented = all(isinstance(item, ast.Expr) and isinstance(item.value, ast.Constant) for item in first)
    return documented and isinstance(last, ast.With) and any(SWITCHES_OFF.search(ast.unparse(entry.context_expr)) for entry in last.items)


def within(inside: ast.AST) -> Iterator[ast.AST]:
    """Yield all nodes below one, except in nested functions and classes."""
    stack = list(ast.iter_child_nodes(inside))
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            stack.extend(ast.iter_child_nodes(node))


def _handles(caught: ast.expr | None) -> bool:
    """Return whether a handler of these errors handles PyTorch's."""
    return caught is None or re.search(r"\b(Base)?Exception\b|\bRuntimeError\b", ast.unparse(caught)) is not None


def runs_once(loop: Iteration) -> bool:
    """Return whether a loop iterates over a single number or element."""
    if not isinstance(loop, ast.For):
        return False
    over = loop.iter
    if isinstance(over, ast.List | ast.Tuple):
        return len(over.elts) < 2
    return re.fullmatch(r"range\((0, ?)?1\)", ast.unparse(over)) is not None


def terms(value: ast.expr) -> set[str]:
    """Return the names that a sum adds, with or without a factor."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add | ast.Sub):
        return terms(value.left) | terms(value.right)
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult | ast.Div):
        return terms(value.left) if isinstance(value.op, ast.Div) else terms(value.left) | terms(value.right)
    return {dotted(value)} - {""}


def backward_call_of(statement: ast.Expr) -> BackwardCall | None:
    """Return the backward of a statement: loss.backward(), scaler.scale(loss).backward(), accelerator.backward(loss)."""
    call = statement.value
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "backward"):
        return None
    receiver = call.func.value
    if isinstance(receiver, ast.Call) and isinstance(receiver.func, ast.Attribute) and receiver.func.attr == "scale" and receiver.args:
        root = dotted(receiver.args[0])
        return BackwardCall(root, call, statement) if root else None
    name = dotted(receiver)
    if name in ("accelerator", "fabric", "self.accelerator", "self.fabric") and call.args:
        root = dotted(call.args[0])
        return BackwardCall(root, call, statement) if root else None
    if not name or re.search(r"engine|torch|autograd|^model$", name):
        return None
    return BackwardCall(name, call, statement)


def flowing(block: Sequence[ast.stmt], names: set[str]) -> set[str]:
    """Return all names that values of these names flow into, statement by statement, without being detached."""
    found = set(names)
    for statement in block:
        for node in (statement, *within(statement)):
            if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign) and node.value is not None and reads(node.value) & found:
                found.update(targets_of(node))
    return found
