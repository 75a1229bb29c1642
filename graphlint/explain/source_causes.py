"""Causes that the text suggests, where the analysis cannot follow the values.

The values are followed backward from the raising statement through assignments, arguments and results; each question picks from these
steps the statements that may have done it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence

from graphlint.autograd.events import Fault
from graphlint.common.errors import SyntaxProblem
from graphlint.common.names import last_name
from graphlint.explain import backward_passes, changes, lost_graphs, origins, scopes
from graphlint.explain.answer import Cause, Role
from graphlint.explain.locate import LocatedFrame
from graphlint.explain.messages import Message, Question
from graphlint.explain.records import RaisedError, TracebackText
from graphlint.explain.scene import Scene, cause_at
from graphlint.explain.slices import Step
from graphlint.explain.subjects import subjects
from graphlint.explain.syntax import dotted, is_data, is_reduced
from graphlint.explain.user_code import user_frames
from graphlint.source.source import Source

WITHOUT_GRAD = frozenset((Fault.NO_GRAPH, Fault.INPUT_WITHOUT_GRAD))
"""The errors about tensors that do not require grad, for example because a statement has frozen them."""

CHANGED_LEAVES = frozenset((Fault.LEAF_CHANGED, Fault.LEAF_VIEW_CHANGED))


def find(
    parsed: TracebackText,
    error: RaisedError,
    message: Message,
    frames: Sequence[LocatedFrame],
    imported: Callable[[], Iterable[Source]] = tuple,
) -> list[Cause]:
    """Return the places that the text of the files suggests; none if nothing does.

    Args:
        imported: returns the files of the project that the files of the traceback import, directly or through others.
    """
    try:
        scene = Scene.of(frames, error, message, imported)
        if scene is None:
            return []
        forward = _forward(parsed, frames)
        found = FINDERS[message.question](scene)
        if forward:
            # What anomaly mode prints is certain.
            found = [*forward, *(cause for cause in found if cause.role is not Role.BUILT)]
        return list({(cause.role, cause.site): cause for cause in found}.values())
    except SyntaxProblem:
        return []


def refine(causes: list[Cause], error: RaisedError, message: Message, frames: Sequence[LocatedFrame]) -> list[Cause]:
    """Return the causes that the analysis has found, traced to where they began.

    A value without a graph because parameters are frozen is traced to that statement, numbers to where they were read.
    """
    scene = Scene.of(frames, error, message)
    if scene is None:
        return causes
    if message.question is Question.FREED:
        return [origins.of_built(scene, cause) if cause.role is Role.BUILT else cause for cause in causes]
    if [cause.role for cause in causes] == [Role.DETACHED] and message.question is Question.DETACHED:
        return [origins.of_detached(scene, causes[0])]
    if [cause.role for cause in causes] != [Role.LEAF] or message.question not in (Question.DETACHED, Question.LEAF):
        return causes
    frozen = lost_graphs.freezing(scene) if message.fault in WITHOUT_GRAD else None
    if frozen is not None:
        return [frozen]
    if message.question is Question.LEAF:
        return causes
    lost = [cause for cause in lost_graphs.find(scene) if cause.role in (Role.DETACHED, Role.NO_GRAD)]
    return [origins.of_detached(scene, cause) if cause.role is Role.DETACHED else cause for cause in lost] or causes


def with_scopes(
    causes: list[Cause],
    error: RaisedError,
    message: Message,
    frames: Sequence[LocatedFrame],
    imported: Callable[[], Iterable[Source]],
) -> list[Cause]:
    """Return causes with the scopes in which values were computed without a graph; `imported` as for `find`."""
    if all(cause.role is not Role.NO_GRAD for cause in causes):
        return causes
    scene = Scene.of(frames, error, message, imported)
    return causes if scene is None else scopes.with_scopes(scene, causes)


def _forward(parsed: TracebackText, frames: Sequence[LocatedFrame]) -> list[Cause]:
    """Return the operation that anomaly mode names."""
    if parsed.forward is None:
        return []
    for frame in reversed(user_frames(parsed.forward.frames)):
        source = next((each.source for each in frames if each.frame.path == frame.path), None)
        if source is not None:
            place = Scene.statement_site(source, frame.line)
            return [Cause(Role.BUILT, place, f"operation recorded here, as anomaly mode shows (`{parsed.forward.operation}`)")]
    return []


def _built(scene: Scene) -> list[Cause]:
    """Return the statement that computed the value that the error is about."""
    steps = [step for step in scene.steps() if _computes(step) and not _is_excluded(scene, step)]
    step = next((each for each in steps if not _passes_on(scene, each)), steps[0] if steps else None)
    return [cause_at(Role.BUILT, step, "computed here")] if step is not None else []


def _passes_on(scene: Scene, step: Step) -> bool:
    """Return True if a step computes nothing with a graph itself: data, an object of a class, the result of a function of the program."""
    return is_data(step.value) or scene.slicer.constructs(step) or scene.slicer.leads_inside(step)


def _is_excluded(scene: Scene, step: Step) -> bool:
    """Return True if the error rules a step out: a tensor of several elements is not the result of a reduction to one."""
    return scene.message.fault is Fault.NOT_SCALAR and is_reduced(step.value)


def _computes(step: Step) -> bool:
    """Return True if a step computes a tensor: it calls something or combines values."""
    if isinstance(step.value, ast.Call) and last_name(step.value.func)[:1].isupper() and not step.value.args:
        return False
    return isinstance(step.value, ast.Call | ast.BinOp | ast.UnaryOp | ast.Subscript) or _has_call(step.value)


def _has_call(node: ast.AST) -> bool:
    return not isinstance(node, ast.Lambda) and any(isinstance(each, ast.Call) for each in ast.walk(node))


def _leaf(scene: Scene) -> list[Cause]:
    # A leaf that cannot be changed in place requires grad.
    frozen = lost_graphs.freezing(scene) if scene.message.fault not in CHANGED_LEAVES else None
    if frozen is not None:
        return [frozen]
    kinds = ast.Assign | ast.AnnAssign | ast.Return
    steps = [step for step in scene.steps() if isinstance(step.statement, kinds) and step.statement is not scene.statement]
    # A name, an attribute or a call of a function of the program passes on what another statement has created.
    steps = [step for step in steps if not isinstance(step.value, ast.Name | ast.Attribute) and not scene.slicer.leads_inside(step)]
    return [cause_at(Role.LEAF, steps[0], "created here")] if steps else []


def _no_grad(scene: Scene) -> list[Cause]:
    return lost_graphs.find(scene, Role.NO_GRAD)


def _same_call(scene: Scene) -> list[Cause]:
    """Return the latest earlier call of the methods that the message is about, on the same objects."""
    own = scene.raising_call(scene.message.calls)
    receiver = dotted(own.func.value) if own is not None and isinstance(own.func, ast.Attribute) else scene.receiver_name()
    found = [
        (statement, call)
        for statement, call in scene.calls_named(scene.message.calls)
        if call is not own and isinstance(call.func, ast.Attribute) and (not receiver or dotted(call.func.value) == receiver)
    ]
    best = scene.latest_before([statement for statement, _ in found])
    if best is None and own is not None and scene.tree.loops_of(scene.statement):
        return [Cause(Role.OTHER, scene.tree.site(scene.statement), "first called here, in an earlier iteration")]
    return [Cause(Role.OTHER, scene.tree.site(best), "first called here")] if best is not None else []


def _function(scene: Scene) -> list[Cause]:
    """Return the return statement of the backward of the custom Function that the message names."""
    for tree in scene.trees:
        for owner in (node for node in tree.statements if isinstance(node, ast.ClassDef)):
            if f"{owner.name}Backward" in scene.error.message or owner.name in scene.error.message:
                backward = next((each for each in owner.body if isinstance(each, ast.FunctionDef) and each.name == "backward"), None)
                returns = [node for node in ast.walk(backward) if isinstance(node, ast.Return)] if backward is not None else []
                if returns:
                    return [Cause(Role.OTHER, tree.site(returns[-1]), "gradients returned here")]
    return []


def _once_differentiable(scene: Scene) -> list[Cause]:
    for tree in scene.trees:
        for statement in tree.statements:
            if isinstance(statement, ast.FunctionDef) and any("once_differentiable" in dotted(each) for each in statement.decorator_list):
                return [Cause(Role.OTHER, tree.site(statement), "differentiable only once")]
    return []


def _checkpoint(scene: Scene) -> list[Cause]:
    """Return the calls of checkpoint: those in the computation of the raising statement, or all of the files."""
    in_steps = [(step.tree, node) for step in scene.steps() for node in ast.walk(step.value)]
    everywhere = [(tree, node) for tree in scene.trees for node in ast.walk(tree.module)]
    for nodes in (in_steps, everywhere):
        calls = [(tree, node) for tree, node in nodes if isinstance(node, ast.Call) and "checkpoint" in last_name(node.func)]
        if calls:
            tree, call = min(calls, key=lambda each: each[1].lineno)
            return [Cause(Role.OTHER, tree.site(call), "checkpoint used here")]
    return []


def _compiled(scene: Scene) -> list[Cause]:
    keywords = {keyword.arg: keyword for node in ast.walk(scene.statement) if isinstance(node, ast.Call) for keyword in node.keywords}
    for name in ("retain_graph", "create_graph"):
        if name in keywords:
            return [Cause(Role.OTHER, scene.tree.site(keywords[name].value), f"`{name}` given here")]
    return []


def _backward(scene: Scene) -> list[Cause]:
    found = scene.latest_before([statement for statement, _ in scene.calls_named(("backward",))])
    return [Cause(Role.OTHER, scene.tree.site(found), "latest backward pass")] if found is not None else []


def _grad_none(scene: Scene) -> list[Cause]:
    """Return the statement that made the tensor whose gradient is None a result of an operation."""
    for subject in subjects(scene.statement, scene.message.subject, scene.line):
        name = dotted(subject)
        steps = [step for step in scene.slicer.steps(subject) if step.name == name and _computes(step)]
        for step in steps:
            if any(dotted(node) == name for node in ast.walk(step.value)):
                return [cause_at(Role.BUILT, step, f"`{name}` bound to the result of an operation here")]
        if steps:
            return [cause_at(Role.BUILT, steps[0], f"`{name}` is the result of an operation, not a leaf")]
    return []


def _nothing(scene: Scene) -> list[Cause]:  # noqa: ARG001  the signature of all questions
    return []


FINDERS: Mapping[Question, Callable[[Scene], list[Cause]]] = {
    Question.FREED: backward_passes.find,
    Question.CHANGED: changes.find,
    Question.DETACHED: lost_graphs.find,
    Question.BUILT: _built,
    Question.LEAF: _leaf,
    Question.NO_GRAD: _no_grad,
    Question.SAME_CALL: _same_call,
    Question.FUNCTION: _function,
    Question.ONCE_DIFFERENTIABLE: _once_differentiable,
    Question.CHECKPOINT: _checkpoint,
    Question.COMPILED: _compiled,
    Question.BACKWARD: _backward,
    Question.GRAD_NONE: _grad_none,
    Question.FORWARD: _nothing,
    Question.MEMORY: _nothing,
    Question.NOTHING: _nothing,
}
