"""The forward pass that built a graph which was used twice, and the backward pass that used it first, by the text."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.common.names import last_name
from graphlint.explain.answer import Cause, Role
from graphlint.explain.messages import Subject
from graphlint.explain.scene import Scene, cause_at
from graphlint.explain.slices import Step
from graphlint.explain.subjects import BACKWARDS, subjects
from graphlint.explain.syntax import is_data, names_read

BEFORE_LOOP, CARRIED = "GL102", "GL103"
CACHES = frozenset(("cache", "lru_cache", "cached_property"))


def find(scene: Scene) -> list[Cause]:
    """Return the forward pass and the backward pass; nothing if the text shows no way back to a forward pass."""
    steps = scene.steps()
    for statement in _earlier(scene):
        shared = _shared(scene, statement, steps)
        if shared is not None:
            freed = Cause(Role.FREED, scene.tree.site(statement), "freed by this `backward()`")
            return [cause_at(Role.BUILT, shared, "graph built here"), freed]
    built = _kept(scene, steps)
    if built is None:
        return []
    last = scene.latest_before([each for each in _passes(scene) if each is not scene.statement]) if not _is_pass(scene.statement) else None
    freed_by = last if last is not None else scene.statement
    carried = _is_carried(built, _repeating_loops(scene))
    code = CARRIED if carried else BEFORE_LOOP if _repeating_loops(scene) else ""
    return [
        Cause(Role.BUILT, built.tree.site(built.statement), "graph built here", code),
        Cause(Role.FREED, scene.tree.site(freed_by), "freed by this `backward()`, the time before"),
    ]


def _passes(scene: Scene) -> list[ast.stmt]:
    """Return the statements of the raising file that run a backward pass, in order."""
    return [statement for statement, call in scene.calls_named((*BACKWARDS, "grad")) if not _retains(call)]


def _is_pass(statement: ast.stmt) -> bool:
    return any(isinstance(node, ast.Call) and last_name(node.func) in (*BACKWARDS, "grad") for node in ast.walk(statement))


def _retains(call: ast.Call) -> bool:
    """Return True if a backward pass certainly retains its graph."""
    flags = {keyword.arg: keyword.value for keyword in call.keywords}
    given = flags.get("retain_graph", flags.get("create_graph"))
    return isinstance(given, ast.Constant) and bool(given.value)


def _earlier(scene: Scene) -> Iterator[ast.stmt]:
    """Yield the backward passes of the function in progress before the raising one, the latest first, then those of the other functions."""
    function = scene.tree.function_of(scene.statement)
    found = [each for each in _passes(scene) if each is not scene.statement and scene.tree.function_of(each) is function]
    yield from reversed([each for each in found if each.lineno < scene.statement.lineno])


def _shared(scene: Scene, statement: ast.stmt, steps: list[Step]) -> Step | None:
    """Return the nearest step that also leads to another backward pass, and computes something."""
    other = [step for root in subjects(statement, Subject.ROOT, statement.lineno) for step in scene.slicer.steps(root)]
    own_names = {name for root in subjects(statement, Subject.ROOT, statement.lineno) for name in names_read(root)}
    reached = {id(step.statement) for step in other}
    for step in steps:
        if id(step.statement) in reached and _is_forward(step) and not _is_model(step) and not scene.slicer.leads_inside(step):
            return step
    return next((step for step in steps if step.name in own_names and _is_forward(step)), None)


def _is_model(step: Step) -> bool:
    """Return True for the creation of an object that is called later, such as a model: nothing of a graph is built there."""
    if isinstance(step.value, ast.Call) and last_name(step.value.func)[:1].isupper():
        return True
    calls = (node for node in ast.walk(step.tree.module) if isinstance(node, ast.Call))
    return any(isinstance(call.func, ast.Name) and call.func.id == step.name for call in calls)


def _kept(scene: Scene, steps: list[Step]) -> Step | None:
    """Return the nearest step that does not run again before the raising statement runs again.

    Such a step is outside of the loop around the raising statement, in a function whose result is cached, under a condition that holds
    once, or carries its own result from one iteration to the next.
    """
    forwards = [step for step in steps if _is_forward(step) and not _is_model(step) and not scene.slicer.leads_inside(step)]
    loops = _repeating_loops(scene)
    for step in forwards:
        if _is_carried(step, loops):
            return step
    cached = next((step for step in forwards if _is_cached(step)), None)
    if cached is not None:
        return cached
    before = [step for step in forwards if not _runs_again(scene, step, loops)]
    # What another loop computes is one of several values: they share what is outside of it.
    return next((step for step in before if not _is_one_of_several(step)), before[0] if before else None)


def _is_one_of_several(step: Step) -> bool:
    """Return True if a step computes several values: in a loop of its own, or in a comprehension."""
    comprehensions = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
    return bool(step.tree.loops_of(step.statement)) or isinstance(step.value, comprehensions)


def _runs_again(scene: Scene, step: Step, loops: list[ast.AST]) -> bool:
    """Return True if a step runs again before the raising statement does."""
    return any(loop in step.tree.loops_of(step.statement) for loop in loops) or _runs_in_calls_from(scene, step, loops)


def _repeating_loops(scene: Scene) -> list[ast.AST]:
    """Return the loops around the statements in progress, innermost first."""
    return [loop for tree, statement in scene.own_frames for loop in tree.loops_of(statement)]


def _runs_in_calls_from(scene: Scene, step: Step, loops: list[ast.AST]) -> bool:
    """Return True if a step is in a function that the loop calls in each iteration."""
    function = step.tree.function_of(step.statement)
    if function is None:
        return False
    if function in scene.hooks:
        return True
    if not loops:
        return function is scene.tree.function_of(scene.statement)
    return any(isinstance(node, ast.Call) and last_name(node.func) == function.name for loop in loops[:1] for node in ast.walk(loop))


def _is_carried(step: Step, loops: list[ast.AST]) -> bool:
    """Return True if a step in the loop computes a name from its own value of the iteration before."""
    if loops and not any(loop in step.tree.loops_of(step.statement) for loop in loops):
        return False
    if not loops and not step.name.startswith("self."):
        return False
    return step.name in names_read(step.value)


def _is_cached(step: Step) -> bool:
    """Return True if a step runs only once: in a cached function, or where a container does not hold the value yet."""
    function = step.tree.function_of(step.statement)
    if function is not None and any(last_name(_called(each)) in CACHES for each in function.decorator_list):
        return True
    for node in step.tree.around(step.statement):
        if isinstance(node, ast.If):
            test = ast.unparse(node.test)
            if " not in " in test or " is None" in test or "hasattr(" in test:
                return True
    return False


def _called(node: ast.expr) -> ast.expr:
    return node.func if isinstance(node, ast.Call) else node


def _is_forward(step: Step) -> bool:
    """Return True if a step computes something from tensors: data and numbers have no graph."""
    if isinstance(step.statement, ast.For | ast.AsyncFor) or is_data(step.value):
        return False
    return any(isinstance(node, ast.Call | ast.BinOp) for node in ast.walk(step.value))
