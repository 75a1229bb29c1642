"""Truncated backpropagation through time: tensors cut off from their graphs where they are fed, stored, or enter the next iteration."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from graphlint.autograd.events import Site
from graphlint.fixes.blocks import unwrapped
from graphlint.fixes.edits import argument_removed, called, inserted_after, inserted_before, replaced
from graphlint.fixes.lookups import ancestor_in, body_of, expressions_at, last_name, named, statements_at, statements_within
from graphlint.fixes.names import bound, carried, no_tensors, operands, parameters
from graphlint.rule.base import Finding
from graphlint.rule.code import FUNCTIONS, LOOPS, Code, Loop
from graphlint.rule.fix import Applicability, Fix, on_line


def fed(code: Code, sites: Sequence[Site], made: Sequence[Site], limit: int = 4) -> Iterator[Fix | None]:
    """`.detach()` on what is given to the operations or calls at some places, those first that are bound where it is made.

    Args:
        code: the file.
        sites: the places, from the inside out.
        made: where what is to be detached is made.
        limit: at most so many.
    """
    names = {name for statement in statements_at(code, made) for name in bound(statement)}
    parts = [part for node in expressions_at(code, sites) for part in operands(code, node)]
    parts += [node for node in _given(code, sites) if node in expressions_at(code, made)]
    ranked = sorted(dict.fromkeys(parts), key=lambda part: not (isinstance(part, ast.Name) and part.id in names))
    for part in ranked[:limit]:
        yield Fix.of(f"Detach {named(code, part)}{on_line(code, code.start(part))}", Applicability.UNSAFE, called(code, part, ".detach()"))


def carried_state(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Ways to detach the state that a loop carries, where it enters the next iteration.

    Args:
        finding: a finding with the hints of `carried_over`.
        code: the file.
    """
    pair = finding.hint("pair") is not None
    yield from _unguarded(finding, code)
    yield from _at_the_head(finding, code)
    yield from _stored(code, finding.hinted_sites("carried"), pair)
    yield from _rebound(code, finding.hinted_sites("taken"), pair)
    yield from _taken(code, finding.hinted_sites("taken"), pair)
    if not pair:
        yield from _setters(code)


def carried_state_freed(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Ways to detach the state that a loop carries, with the graph of each iteration freed by its backward.

    Args:
        finding: a finding on the backward, with the hints of `carried_over` or `carried_again`.
        code: the file.
    """
    walk = code.node_at(finding.site, ast.Call)
    freed = argument_removed(code, walk, "retain_graph") if walk is not None else None
    for fix in carried_state(finding, code) if freed is not None else ():
        yield Fix.of(fix.message, fix.applicability, fix.edits, freed) if fix is not None else None


def _given(code: Code, sites: Sequence[Site]) -> list[ast.expr]:
    """The calls that stand as arguments in the expressions at some places."""
    return [each for node in expressions_at(code, sites) if isinstance(node, ast.Call) for each in node.args if isinstance(each, ast.Call)]


def _loop(finding: Finding, code: Code) -> Loop | None:
    """The loop that carries: that of the finding, or the one around the place where the state is taken."""
    for statement in statements_at(code, finding.hinted_sites("taken")):
        around = code.loops_of(statement)
        wanted = [each for each in around if _stands_at(code, each, finding.hint("loop"))]
        if wanted or around:
            return (wanted or around[-1:])[0]
    return None


def _stands_at(code: Code, loop: Loop, site: Site | None) -> bool:
    return site is not None and any(code.node_at(site, kind) is loop for kind in LOOPS)


def _at_the_head(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """A statement at the head of the loop that detaches a name which the loop carries."""
    loop = _loop(finding, code)
    if loop is None:
        return
    names = carried(loop)
    near = [
        part for node in expressions_at(code, finding.hinted_sites("taken")) if _inside(code, node, loop) for part in operands(code, node)
    ]
    first = [part.id for part in near if isinstance(part, ast.Name) and part.id in names]
    others = no_tensors(code)
    pair = finding.hint("pair") is not None
    together = _together(code, finding, names) if pair else []
    if len(together) > 1:
        spelled = ", ".join(together)
        line = f"{spelled} = {', '.join(f'{name}.detach()' for name in together)}"
        yield _inserted(code, loop.body[0], spelled, line)
    for name in list(dict.fromkeys(first or [name for name in names if name not in others]))[:4]:
        value = _initial(code, loop, name)
        way = _detached_value(loop, name, value, pair and not together)
        if isinstance(value, ast.Constant) and value.value is None:
            yield _inserted(code, loop.body[0], name, f"if {name} is not None:", f"{code.indent_unit}{name} = {way}")
        elif not isinstance(value, ast.Constant):
            yield _inserted(code, loop.body[0], name, f"{name} = {way}")


def _inserted(code: Code, target: ast.stmt, what: str, *lines: str) -> Fix | None:
    message = f"Detach `{what}`{on_line(code, code.start(target))}"
    return Fix.of(message, Applicability.UNSAFE, inserted_before(code, target, *lines)) if len(message) <= 80 else None


def _together(code: Code, finding: Finding, names: list[str]) -> list[str]:
    """The names of a pair of states that is written out where it is taken: `(hidden, cell)`."""
    for node in expressions_at(code, finding.hinted_sites("taken")):
        for argument in node.args if isinstance(node, ast.Call) else []:
            if isinstance(argument, ast.Tuple):
                return [each.id for each in argument.elts if isinstance(each, ast.Name) and each.id in names]
    return []


def _detached_value(loop: Loop, name: str, value: ast.expr | None, pair: bool) -> str:
    """How the value of a name is detached, by what it is: a tensor, a pair, a list, a dict."""
    kinds = {type(value)} | {
        type(each.value) for each in statements_within(loop.body) if isinstance(each, ast.Assign) and name in bound(each)
    }
    if kinds & {ast.Dict, ast.DictComp}:
        return f"{{key: each.detach() for key, each in {name}.items()}}"
    if kinds & {ast.List, ast.ListComp}:
        return f"[each.detach() for each in {name}]"
    unpacked = any(
        isinstance(each, ast.Assign)
        and isinstance(each.value, ast.Name)
        and each.value.id == name
        and isinstance(each.targets[0], ast.Tuple)
        for each in statements_within(loop.body)
    )
    if pair or unpacked or isinstance(value, ast.Tuple):
        return f"tuple(each.detach() for each in {name})"
    return f"{name}.detach()"


def _initial(code: Code, loop: Loop, name: str) -> ast.expr | None:
    """What a name is bound to last before a loop, where that is a plain assignment or a parameter's default."""
    found: ast.expr | None = None
    function = code.function_of(loop)
    if function is not None:
        found = parameters(function).get(name)
    for statement in statements_within(body_of(code, loop)):
        if statement is loop:
            break
        if isinstance(statement, (ast.Assign, ast.AnnAssign)):
            for target in statement.targets if isinstance(statement, ast.Assign) else [statement.target]:
                if isinstance(target, ast.Name) and target.id == name:
                    found = statement.value
                elif isinstance(target, (ast.Tuple, ast.List)) and name in bound(target):
                    found = _unpacked(target, statement.value, name)
    return found


def _unpacked(target: ast.Tuple | ast.List, value: ast.expr | None, name: str) -> ast.expr | None:
    """What a name is bound to by an assignment to several."""
    if not isinstance(value, (ast.Tuple, ast.List)) or len(value.elts) != len(target.elts):
        return None
    return next((each for one, each in zip(target.elts, value.elts, strict=True) if isinstance(one, ast.Name) and one.id == name), None)


def _unguarded(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """A detach in the loop that happens now and then, in every iteration."""
    loop = _loop(finding, code)
    for statement in loop.body if loop is not None else []:
        if isinstance(statement, ast.If) and len(statement.body) == 1 and isinstance(statement.body[0], ast.Assign):
            value = statement.body[0].value
            if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "detach":
                message = f"Detach {named(code, value.func.value)} in every iteration"
                yield Fix.of(message, Applicability.UNSAFE, unwrapped(code, statement))


def _stored(code: Code, made: Sequence[Site], pair: bool) -> Iterator[Fix | None]:
    """`.detach()` where what is carried is put into an attribute, an entry or a collection."""
    for statement in statements_at(code, made):
        names = bound(statement)
        for each in statements_within(body_of(code, statement)):
            kept = _kept(each)
            if each.lineno > statement.lineno and isinstance(kept, ast.Name) and kept.id in names:
                way = f"tuple(each.detach() for each in {kept.id})" if pair else f"{kept.id}.detach()"
                yield Fix.of(
                    f"Detach {named(code, kept)}{on_line(code, code.start(kept))}", Applicability.UNSAFE, replaced(code, kept, way)
                )


def _kept(statement: ast.stmt) -> ast.expr | None:
    """What a statement puts into an attribute, an entry or a collection."""
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], (ast.Attribute, ast.Subscript)):
        return statement.value
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or len(call.args) != 1:
        return None
    return call.args[0] if call.func.attr in ("append", "appendleft", "add") else None


def _taken(code: Code, taken: Sequence[Site], pair: bool) -> Iterator[Fix | None]:
    """`.detach()` on the state in the operation that takes it; a statement before it where a name stands there several times. What may be
    None, or a pair of tensors, is left out."""
    empty = _names_of_none(code)
    own: list[ast.expr] = []
    for node in expressions_at(code, taken):
        statement = code.statement_of(node)
        targets = {code.spelled(each) for each in _targets(statement)}
        parts = sorted(operands(code, node), key=lambda part: code.spelled(part) not in targets)
        parts = [part for part in parts if not (pair and not isinstance(code.parent(part), ast.Tuple))]
        parts = [part for part in parts if last_name(part) not in empty or _filled(code, statement, code.spelled(part))]
        parts = [part for part in parts if not any(last_name(part) in carried(loop) for loop in code.loops_of(statement))]
        own += [part for part in parts if code.spelled(part) in targets]
        for part in parts[:4]:
            spelled = code.spelled(part)
            again = sum(code.spelled(each) == spelled for each in operands(code, statement)) > 1
            if isinstance(part, ast.Name) and again:
                yield _inserted(code, statement, spelled, f"{spelled} = {spelled}.detach()")
            message = f"Detach {named(code, part)}{on_line(code, code.start(part))}"
            yield Fix.of(message, Applicability.UNSAFE, called(code, part, ".detach()"))
    if len({code.spelled(part) for part in own}) > 1:
        edits = [called(code, part, ".detach()") for part in dict.fromkeys(own)]
        yield Fix.of(f"Detach the states{on_line(code, code.start(own[0]))}", Applicability.UNSAFE, *edits)


def _rebound(code: Code, taken: Sequence[Site], pair: bool) -> Iterator[Fix | None]:
    """`.detach()` behind the statement that takes an attribute and binds it anew, where it may be None before."""
    empty = _names_of_none(code)
    for node in expressions_at(code, taken):
        statement = code.statement_of(node)
        targets = {code.spelled(each) for each in _targets(statement)}
        for part in operands(code, node):
            spelled = code.spelled(part)
            if isinstance(part, ast.Attribute) and spelled in targets and part.attr in empty and not _filled(code, statement, spelled):
                way = f"tuple(each.detach() for each in {spelled})" if pair else f"{spelled}.detach()"
                message = f"Detach {named(code, part)} after line {code.source.position_of(code.end(statement)).row}"
                yield Fix.of(message, Applicability.UNSAFE, inserted_after(code, statement, f"{spelled} = {way}"))


def _targets(statement: ast.stmt) -> list[ast.expr]:
    """What an assignment binds, each part of a tuple by itself."""
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return [part for each in targets for part in (each.elts if isinstance(each, (ast.Tuple, ast.List)) else [each])]


def _names_of_none(code: Code) -> set[str]:
    """The names and attributes that are somewhere bound to None."""
    found: set[str] = set()
    for node in ast.walk(code.tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and node.value.value is None:
            found.update(last_name(target) for target in node.targets)
        elif isinstance(node, FUNCTIONS):
            found.update(name for name, value in parameters(node).items() if isinstance(value, ast.Constant) and value.value is None)
    return found - {""}


def _filled(code: Code, statement: ast.stmt, spelled: str) -> bool:
    """Whether what may be None is given a value before a statement: `if x is None: x = ...`."""
    for each in code.block_of(statement):
        if each is statement:
            break
        if isinstance(each, ast.If) and code.spelled(each.test) == f"{spelled} is None":
            return any(isinstance(one, ast.Assign) and code.spelled(one.targets[0]) == spelled for one in each.body)
    return False


def _setters(code: Code) -> Iterator[Fix | None]:
    """`.detach()` where a method stores its argument in an attribute."""
    found: list[ast.Name] = []
    for node in ast.walk(code.tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute) and isinstance(node.value, ast.Name):
            function = code.function_of(node)
            if function is not None and function.name != "__init__" and node.value.id in parameters(function):
                found.append(node.value)
    for value in found[:3]:
        yield Fix.of(
            f"Detach {named(code, value)}{on_line(code, code.start(value))}", Applicability.UNSAFE, called(code, value, ".detach()")
        )


def _inside(code: Code, node: ast.expr, loop: Loop) -> bool:
    return ancestor_in(code, code.statement_of(node), loop.body) is not None
