"""The statement that may have changed a saved tensor in place, by the text."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from graphlint.common.names import last_name
from graphlint.explain.answer import Cause, Role
from graphlint.explain.messages import ChangedTensor
from graphlint.explain.scene import Scene
from graphlint.explain.slices import Step
from graphlint.explain.syntax import Function, SyntaxTree, dotted, is_data

# What computes the transposed weight of a linear layer, or any other view of a parameter.
OF_PARAMETERS = frozenset(("AsStrided", "T", "Transpose", "Permute", ""))
OF_OPTIMIZER = "step"
"""The name under which changes of parameters are collected: steps of optimizers, and loops that change parameters themselves."""
PARAMETERS = frozenset(("parameters", "named_parameters", "params", "param_groups", "weights"))
NOT_CHANGING = frozenset(("print", "append", "len", "isinstance", "backward", "step", "zero_grad", "update", "extend", "add_scalar", "log"))


CERTAIN = 2
"""The weight of a candidate from which on it changes what it names; the others only receive it."""


class Candidate(NamedTuple):
    """A statement that may have changed a tensor, and the name of what it changes; `weight` is how strongly the text says so."""

    statement: ast.stmt
    tree: SyntaxTree
    name: str
    weight: int


def find(scene: Scene) -> list[Cause]:
    """Return the operation that saved the tensor, if the message shows it, and the statement that changed it."""
    tensor = ChangedTensor.of(scene.error)
    steps = scene.steps()
    built = _built(tensor, steps)
    causes = [] if built is None else [Cause(Role.BUILT, built.tree.site(built.statement), "tensor saved for `backward()` here")]
    candidates = list(_candidates(scene, steps))
    if tensor is not None and tensor.operation in OF_PARAMETERS:
        stepping = [each for each in candidates if each.name == OF_OPTIMIZER]
        candidates = stepping or candidates
    else:
        names = {built.name} if built is not None else set()
        candidates = (
            [each for each in candidates if each.name in names] or [each for each in candidates if each.name != OF_OPTIMIZER] or candidates
        )
    strongest = max((each.weight for each in candidates), default=0)
    named = any(each.weight >= CERTAIN and each.name != OF_OPTIMIZER for each in candidates)
    if not named and tensor is not None and tensor.operation not in OF_PARAMETERS:
        elsewhere = _computed_and_changed(scene, tensor)
        if elsewhere:
            return elsewhere
    candidates = [each for each in candidates if each.weight == strongest]
    own = [each for each in candidates if each.tree is scene.tree]
    best = scene.latest_before([each.statement for each in own]) if own else None
    chosen = next((each for each in own if each.statement is best), candidates[-1] if candidates else None)
    if chosen is None:
        return []
    if not causes and chosen.weight > 1:
        before = [step for step in steps if step.name == chosen.name and isinstance(step.statement, ast.Assign) and not is_data(step.value)]
        causes = [Cause(Role.BUILT, step.tree.site(step.statement), "computed here") for step in before[:1]]
    if not causes and chosen.name == OF_OPTIMIZER:
        causes = [
            Cause(Role.BUILT, step.tree.site(step.statement), "forward pass with the parameters here") for step in _forward(scene, steps)
        ]
    return [*causes, Cause(Role.CHANGED, chosen.tree.site(chosen.statement), "changed in place here")]


def _computed_and_changed(scene: Scene, tensor: ChangedTensor) -> list[Cause]:
    """Return the statements that compute a tensor by the operation of the message and change it in place, in the only function with both.

    The program may reach it in ways that the text does not show, as through a registry.
    """
    found: dict[Function, list[Cause]] = {}
    for tree in scene.all_trees():
        for statement in tree.statements:
            function = tree.function_of(statement)
            if function is None or not isinstance(statement, ast.Assign) or not _computes(tensor, statement.value):
                continue
            names = {dotted(target) for target in statement.targets} - {""}
            later = (each for each in tree.statements if each.lineno > statement.lineno and tree.function_of(each) is function)
            changes = [each for item in later for each in _in_statement(scene, tree, item, names)]
            for change in [each for each in changes if each.weight >= CERTAIN and each.name in names][:1]:
                built = Cause(Role.BUILT, tree.site(statement), "tensor saved for `backward()` here")
                found.setdefault(function, [built, Cause(Role.CHANGED, tree.site(change.statement), "changed in place here")])
    return next(iter(found.values())) if len(found) == 1 else []


def _forward(scene: Scene, steps: list[Step]) -> list[Step]:
    """Return the nearest step that calls an object, such as a model, if any."""
    statements = (statement for tree in scene.trees for statement in tree.statements)
    made = (each for each in statements if isinstance(each, ast.Assign) and isinstance(each.value, ast.Call))
    objects = {dotted(target) for statement in made for target in statement.targets}
    calling = (step for step in steps if any(isinstance(each, ast.Call) and dotted(each.func) in objects for each in ast.walk(step.value)))
    return list(islice(calling, 1))


def _built(tensor: ChangedTensor | None, steps: list[Step]) -> Step | None:
    """Return the step whose operation computed the changed tensor."""
    if tensor is None or tensor.operation in OF_PARAMETERS:
        return None
    return next((step for step in steps if _computes(tensor, step.value)), None)


def _computes(tensor: ChangedTensor, value: ast.expr) -> bool:
    """Return True if an expression contains the operation that computed the changed tensor."""
    wanted = tensor.operation.lower()
    for node in ast.walk(value):
        name = last_name(node.func) if isinstance(node, ast.Call) else type(node.op).__name__ if isinstance(node, ast.BinOp) else ""
        plain = name.lower().replace("_", "")
        if plain and (plain == wanted or (len(plain) > 2 and wanted.startswith(plain)) or (wanted, name) in OPERATORS):
            return True
    return False


OPERATORS = frozenset((("mul", "Mult"), ("div", "Div"), ("mm", "MatMult"), ("pow", "Pow"), ("sub", "Sub"), ("relu", "ReLU")))


def _candidates(scene: Scene, steps: list[Step]) -> Iterator[Candidate]:
    """Yield the statements that may change a tensor from which the value was computed, in the order of the text."""
    names = {step.name for step in steps} | {name for root in scene.roots for name in _names(root)}
    for step in steps:
        names |= _names(step.value)
    for tree in dict.fromkeys(scene.trees):
        for statement in tree.statements:
            yield from _in_statement(scene, tree, statement, names)


def _in_statement(scene: Scene, tree: SyntaxTree, statement: ast.stmt, names: set[str]) -> Iterator[Candidate]:
    if any(_loops_over_parameters(tree, statement, changed) for changed in _changed(statement)):
        yield Candidate(statement, tree, OF_OPTIMIZER, 3)
    if isinstance(statement, ast.AugAssign) and _base(statement.target) in names:
        yield Candidate(statement, tree, _base(statement.target), 3)
    if isinstance(statement, ast.Assign):
        for target in statement.targets:
            if isinstance(target, ast.Subscript) and _base(target) in names:
                yield Candidate(statement, tree, _base(target), 3)
    if hasattr(statement, "body"):
        return
    for call in (node for node in ast.walk(statement) if isinstance(node, ast.Call)):
        yield from _in_call(scene, tree, statement, call, names)


def _changed(statement: ast.stmt) -> Iterator[str]:
    """Yield the name that a statement changes in place."""
    if isinstance(statement, ast.AugAssign):
        yield _base(statement.target)
    call = statement.value if isinstance(statement, ast.Expr) else None
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr.endswith("_"):
        yield _base(call.func.value)


def _loops_over_parameters(tree: SyntaxTree, statement: ast.stmt, changed: str) -> bool:
    """Return True if a name is the variable of a loop over parameters, of a model or of an optimizer's groups."""
    for loop in tree.loops_of(statement):
        if isinstance(loop, ast.For) and changed in _names(loop.target):
            read = {last_name(node) for node in ast.walk(loop.iter)}
            texts = {node.value for node in ast.walk(loop.iter) if isinstance(node, ast.Constant)}
            return bool(PARAMETERS & (read | texts))
    return False


def _in_call(scene: Scene, tree: SyntaxTree, statement: ast.stmt, call: ast.Call, names: set[str]) -> Iterator[Candidate]:
    name = last_name(call.func)
    arguments = [_base(each) for each in call.args]
    if isinstance(call.func, ast.Attribute):
        receiver = _base(call.func.value)
        if name.endswith("_") and not name.startswith("__") and name not in ("requires_grad_", "detach_"):
            if receiver in names:
                yield Candidate(statement, tree, receiver, 3)
        elif name == "step" and "sched" not in receiver.lower():
            yield Candidate(statement, tree, OF_OPTIMIZER, 3)
    if name.endswith("_") and not name.startswith("__"):
        yield from (Candidate(statement, tree, each, 3) for each in arguments if each in names)
    if isinstance(call.func, ast.Call) and last_name(call.func.func) == "getattr" and call.func.args and _base(call.func.args[0]) in names:
        yield Candidate(statement, tree, _base(call.func.args[0]), 2)
    if any(keyword.arg == "inplace" and isinstance(keyword.value, ast.Constant) and keyword.value.value for keyword in call.keywords):
        yield from (Candidate(statement, tree, each, 3) for each in arguments if each in names)
    for keyword in call.keywords:
        if keyword.arg == "out" and _base(keyword.value) in names:
            yield Candidate(statement, tree, _base(keyword.value), 3)
    discarded = isinstance(statement, ast.Expr) and statement.value is call
    # A call in progress has not returned: it is what led to the error.
    if discarded and name not in NOT_CHANGING and statement not in (each for _, each in scene.own_frames):
        yield from (Candidate(statement, tree, each, 1) for each in arguments if each in names)


def _base(node: ast.expr) -> str:
    """Return the name of the tensor that an expression is a part or a view of."""
    while isinstance(node, ast.Subscript) or (isinstance(node, ast.Attribute) and node.attr in ("data", "T", "mT", "real")):
        node = node.value
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("view", "reshape", "narrow", "select", "t")
    ):
        return _base(node.func.value)
    return dotted(node)


def _names(node: ast.AST) -> set[str]:
    return {name for each in ast.walk(node) if isinstance(each, ast.Name | ast.Attribute) and (name := dotted(each))}
