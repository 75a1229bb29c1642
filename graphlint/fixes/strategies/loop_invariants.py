"""Parts of a graph that are built once and used by several backwards: built in every iteration, or without a graph."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from graphlint.common.names import last_name
from graphlint.fixes.edits import Edits, called, moved_before, undecorated, unwrapped
from graphlint.fixes.queries.names import bound, parameters, read, rebound
from graphlint.fixes.queries.nodes import ancestor_in, named, statements_at
from graphlint.fixes.strategies.grad_modes import function_under_no_grad, under_no_grad
from graphlint.fixes.strategies.truncated_backprop import detach_operands
from graphlint.rule.base import Finding
from graphlint.rule.code import FUNCTIONS, LOOPS, Code, Function, Loop
from graphlint.rule.fix import Applicability, Fix, on_line
from graphlint.rule.hints import Hint
from graphlint.rule.wording import quoted

MAX_CALLS = 4
CACHES = ("lru_cache", "cache", "cached_property")


def rebuild_or_detach(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Propose that no iteration uses a graph that another one freed.

    Args:
        finding: a finding with the hints of `sites_of_invariant`.
    """
    yield from _into_closure(finding, code)
    constant = list(_computed_without_graph(finding, code))
    if _is_computed_again(finding, code):
        yield from constant
    moved = list(into_loops(finding, code))
    without = [*_without_graph(finding, code)]
    yield from (*moved, *without) if finding.hint(Hint.TRAINED_PART) or not without else (*without, *moved)
    yield from constant
    yield from _reset_collection(finding, code)
    yield from _without_cache(finding, code)
    yield from _into_method(finding, code)


def into_loops(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Propose to move the statements that build the part to the start of a following loop, the outermost first."""
    built = statements_at(code, finding.hinted_sites(Hint.BUILT))
    backward = code.statement_at(finding.site)
    function = code.function_of(backward) if backward is not None else None
    if function is not None and _is_closure(code, function):
        return
    for edge in statements_at(code, finding.hinted_sites(Hint.EDGE)):
        block = code.block_of(edge)
        for loop in _loops_after(block, edge):
            ancestor = next(each for each in (loop, *code.around(loop)) if isinstance(each, ast.stmt) and each in block)
            before = block[: block.index(ancestor)]
            group = [each for each in before if each in built]
            for statements in dict.fromkeys((tuple(group), (edge,))):
                yield from _move_into(code, statements, before, loop)


def _loops_after(block: list[ast.stmt], statement: ast.stmt) -> Iterator[Loop]:
    """Yield the loops of a block after a statement, and the loops in them."""
    for each in block[block.index(statement) + 1 :]:
        if not isinstance(each, (*FUNCTIONS, ast.ClassDef)):
            yield from (node for node in ast.walk(each) if isinstance(node, LOOPS))


def _move_into(code: Code, statements: Sequence[ast.stmt], before: list[ast.stmt], loop: Loop) -> Iterator[Fix | None]:
    """Propose to move statements to the start of a loop, if their names are available there and not needed before."""
    if not statements or any(not isinstance(each, (ast.Assign, ast.AnnAssign, ast.For, ast.If, ast.With)) for each in statements):
        return
    names, needed = bound(*statements), read(*statements)
    between = [each for each in before[before.index(statements[0]) + 1 :] if each not in statements]
    head: list[ast.AST] = [loop.iter, loop.target] if isinstance(loop, (ast.For, ast.AsyncFor)) else [loop.test]
    inside = rebound(loop)
    conflicts = names & read(*between) or names & read(*head) or (needed - names) & (rebound(*between) | inside) or names & inside
    if not conflicts:
        edits: list[Edits] = [moved_before(code, [each], loop.body[0]) for each in statements]
        computed = f"`{', '.join(sorted(names))}`" if 0 < len(", ".join(names)) < 40 else "it"
        yield Fix.of(f"Compute {computed} in every iteration", Applicability.UNSAFE, *edits)


def _reset_collection(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Propose a collection that every iteration resets."""
    backward = code.statement_at(finding.site)
    for loop in reversed(code.loops_of(backward)) if backward is not None else ():
        block = code.block_of(loop)
        before, after = block[: block.index(loop)], block[block.index(loop) + 1 :]
        for each in before:
            if isinstance(each, ast.Assign) and isinstance(each.value, (ast.List, ast.Dict)) and isinstance(each.targets[0], ast.Name):
                name = each.targets[0].id
                empty = code.spelled(each.value) in ("[]", "{}")
                if empty and name in read(*loop.body) and name not in read(*after) | read(*before) | bound(loop):
                    message = f"Reset {quoted(name, 'the collection')} in every iteration"
                    yield Fix.of(message, Applicability.UNSAFE, moved_before(code, [each], loop.body[0]))


def _without_graph(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Propose to compute the part under `no_grad`, or to detach it, if the loop trains none of its parameters."""
    for edge in statements_at(code, finding.hinted_sites(Hint.EDGE)):
        if (
            not isinstance(edge, ast.Assign)
            or (finding.hint(Hint.TRAINED_PART) and not _is_stacked(edge))
            or _is_backpropagated(finding, code, edge)
        ):
            continue
        value = edge.value
        if not finding.hint(Hint.TRAINED_PART):
            message = f"Compute {named(code, edge.targets[0])} under `no_grad()`"
            yield Fix.of(message, Applicability.UNSAFE, under_no_grad(code, [edge]))
        if isinstance(value, ast.Call) and isinstance(edge.targets[0], ast.Name):
            message = f"Detach {quoted(edge.targets[0].id, 'the tensor')}{on_line(code, code.start(value))}"
            yield Fix.of(message, Applicability.UNSAFE, called(code, value, ".detach()"))
        yield from _elements_without_graph(finding, code, edge)
    if not finding.hint(Hint.TRAINED_PART):
        yield from detach_operands(code, finding.hinted_sites(Hint.TAKEN), finding.hinted_sites(Hint.EDGE))


def _computed_without_graph(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Propose `no_grad` for the calls before the loop that build the part, if each iteration calls the same modules again.

    Such a part holds old values, like the log-probabilities of a rollout.
    """
    outside = _built_before(finding, code) if finding.hint(Hint.TRAINED_WITHOUT) is not None else []
    for count in range(1, min(len(outside), MAX_CALLS) + 1):
        names = ", ".join(code.spelled(each.targets[0]).strip("()") for each in outside[:count])
        message = f"Compute {quoted(names, 'the tensors')} under `no_grad()`"
        yield Fix.of(message, Applicability.UNSAFE, *(under_no_grad(code, group) for group in _groups(code, outside[:count])))


def _built_before(finding: Finding, code: Code) -> list[ast.Assign]:
    """Return the assignments that build the part, in the function of the backward and outside of its innermost loop."""
    backward = code.statement_at(finding.site)
    loop = next(iter(code.loops_of(backward)), None) if backward is not None else None
    built = statements_at(code, finding.hinted_sites(Hint.BUILT))
    found = [each for each in built if isinstance(each, ast.Assign) and backward is not None and each.lineno < backward.lineno]
    function = code.function_of(backward) if backward is not None else None
    found = [each for each in found if code.function_of(each) is function and loop not in code.loops_of(each)]
    return sorted(found, key=lambda each: each.lineno)


def _is_computed_again(finding: Finding, code: Code) -> bool:
    """Return True if the innermost loop of the backward repeats a call that builds the part: computed there, both would be the same."""
    backward = code.statement_at(finding.site)
    loop = next(iter(code.loops_of(backward)), None) if backward is not None else None
    repeated = {ast.dump(each) for each in ast.walk(loop) if isinstance(each, ast.Call)} if loop is not None else set()
    calls = (node for each in _built_before(finding, code) for node in ast.walk(each.value) if isinstance(node, ast.Call))
    return any(ast.dump(node) in repeated for node in calls)


def _groups(code: Code, statements: Sequence[ast.stmt]) -> Iterator[list[ast.stmt]]:
    """Yield statements in groups of those that follow one another, or with only assignments between them."""
    blocks: dict[int, list[ast.stmt]] = {}
    for each in statements:
        blocks.setdefault(id(code.block_of(each)), []).append(each)
    for group in blocks.values():
        block = code.block_of(group[0])
        between = block[block.index(group[0]) : block.index(group[-1]) + 1]
        if all(isinstance(each, ast.Assign | ast.AnnAssign) for each in between):
            yield between
        else:
            yield from ([each] for each in group)


def _is_backpropagated(finding: Finding, code: Code, edge: ast.Assign) -> bool:
    """Return True if the backward of a finding starts at the variable that a statement assigns, or at an item of it: without its graph it
    would raise."""
    call, target = code.node_at(finding.site, ast.Call), edge.targets[0]
    if call is None or not isinstance(target, ast.Name):
        return False
    start = [*call.args[:1], *([call.func.value] if isinstance(call.func, ast.Attribute) else [])]
    return any(isinstance(item, ast.Name) and item.id == target.id for item in map(_indexed, start))


def _indexed(value: ast.expr) -> ast.expr:
    """Return the value of which an expression is an item."""
    while isinstance(value, ast.Subscript):
        value = value.value
    return value


def _elements_without_graph(finding: Finding, code: Code, edge: ast.Assign) -> Iterator[Fix | None]:
    """Propose `no_grad` for the function that computes the elements of a stacked tensor."""
    if not _is_stacked(edge):
        return
    backward = code.statement_at(finding.site)
    backward_function = code.function_of(backward) if backward is not None else None
    for function in dict.fromkeys(code.function_of(each) for each in statements_at(code, finding.hinted_sites(Hint.BUILT))):
        if function is not None and function is not backward_function and function is not code.function_of(edge):
            message = f"Run {quoted(function.name, 'the function')} under `no_grad()`"
            yield Fix.of(message, Applicability.UNSAFE, function_under_no_grad(code, function))


def _is_stacked(statement: ast.Assign) -> bool:
    """Return True if a statement only combines values computed elsewhere: `torch.stack(values)`."""
    value = statement.value
    name = value.func.attr if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) else ""
    return name in ("stack", "cat", "concat", "concatenate", "hstack", "vstack")


def _into_closure(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Propose to move the statement that builds the part into the closure that calls backward, which a step may call repeatedly."""
    call = code.node_at(finding.site, ast.Call)
    target = code.statement_of(call) if call is not None else None
    function = code.function_of(target) if target is not None else None
    if target is None or function is None or not _is_closure(code, function):
        return
    for edge in statements_at(code, finding.hinted_sites(Hint.EDGE)):
        block = code.block_of(edge)
        names = bound(edge)
        if code.function_of(edge) is not function and isinstance(edge, ast.Assign) and ancestor_in(code, function, block):
            outside = [each for each in block if each is not edge and each is not function]
            if names & read(*function.body) == names and not names & (read(*outside) | set(parameters(function))):
                message = f"Compute `{', '.join(sorted(names))}` in `{function.name}`"
                yield Fix.of(
                    message[:80], Applicability.UNSAFE, moved_before(code, [edge], ancestor_in(code, target, function.body) or target)
                )


def _is_closure(code: Code, function: Function) -> bool:
    """Return True if a function is passed to a step."""
    return any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "step" and _names(node, function.name)
        for node in ast.walk(code.tree)
    )


def _names(call: ast.Call, name: str) -> bool:
    return any(isinstance(each, ast.Name) and each.id == name for each in (*call.args, *(keyword.value for keyword in call.keywords)))


def _without_cache(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Propose to remove caching between calls: a caching decorator, or a condition that the value is missing."""
    visited: set[ast.AST] = set()
    for statement in statements_at(code, finding.hinted_sites(Hint.BUILT)):
        for node in code.around(statement):
            if node in visited:
                continue
            visited.add(node)
            if isinstance(node, FUNCTIONS):
                yield from _undecorated(code, node)
                break
            if isinstance(node, ast.If) and _is_cache_check(node):
                yield Fix.of(f"Remove the cache check{on_line(code, code.start(node))}", Applicability.UNSAFE, unwrapped(code, node))
    backward = code.node_at(finding.site, ast.Call)
    for node in code.around(backward) if backward is not None else ():
        if isinstance(node, ast.With) and len(node.items) == 1 and code.spelled(node.items[0].context_expr).endswith("cached()"):
            yield Fix.of("Remove `cached()`: compute in every call", Applicability.UNSAFE, unwrapped(code, node))


def _undecorated(code: Code, function: Function) -> Iterator[Fix | None]:
    for decorator in function.decorator_list:
        name = last_name(decorator.func if isinstance(decorator, ast.Call) else decorator)
        if name in CACHES[:2]:
            message = f"Remove `@{name}` from {quoted(function.name, 'the function')}"
            yield Fix.of(message, Applicability.UNSAFE, undecorated(code, decorator))


def _is_cache_check(node: ast.If) -> bool:
    """Return True if a condition is `x is None` or `key not in cache`."""
    test = node.test
    return isinstance(test, ast.Compare) and isinstance(test.ops[0], (ast.Is, ast.NotIn)) and not node.orelse


def _into_method(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Propose to compute an attribute of the constructor in the one method that reads it."""
    for edge in statements_at(code, finding.hinted_sites(Hint.EDGE)):
        function = code.function_of(edge)
        target = edge.targets[0] if isinstance(edge, ast.Assign) and len(edge.targets) == 1 else None
        if function is None or function.name != "__init__" or not isinstance(target, ast.Attribute) or edge not in function.body:
            continue
        readers = [
            each
            for each in ast.walk(code.tree)
            if isinstance(each, ast.Attribute) and each.attr == target.attr and isinstance(each.ctx, ast.Load) and each is not target
        ]
        methods = {code.function_of(each) for each in readers}
        method = next(iter(methods), None)
        local = (bound(*function.body) | set(parameters(function))) - {"self"}
        if len(methods) == 1 and method is not None and code.parent(method) is code.parent(function) and not read(edge) & local:
            message = f"Compute {quoted(f'self.{target.attr}', 'the attribute')} in {quoted(method.name, 'the method', 30)}"
            yield Fix.of(message, Applicability.UNSAFE, moved_before(code, [edge], method.body[0]))
