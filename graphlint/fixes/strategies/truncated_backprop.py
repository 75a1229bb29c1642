"""Truncated backpropagation through time: tensors detached where they are used, stored, or enter the next iteration."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from graphlint.autograd.events import Site
from graphlint.common.names import last_name
from graphlint.fixes.edits import argument_removed, called, inserted_after, inserted_before, replaced, unwrapped
from graphlint.fixes.queries.names import bound, carried, no_tensors, operands, parameters
from graphlint.fixes.queries.nodes import ancestor_in, body_of, expressions_at, named, statements_at, statements_within
from graphlint.rule.base import Finding
from graphlint.rule.code import FUNCTIONS, LOOPS, Code, Loop
from graphlint.rule.fix import Applicability, Fix, on_line
from graphlint.rule.hints import Hint


def detach_operands(code: Code, sites: Sequence[Site], created: Sequence[Site], limit: int = 4) -> Iterator[Fix | None]:
    """Propose `.detach()` for the operands of the operations or calls at some sites, names bound at their creation first.

    Args:
        sites: the operations and their call stack, from the inside out.
        created: the sites that create the value to be detached.
        limit: the maximal number of fixes.
    """
    names = {name for statement in statements_at(code, created) for name in bound(statement)}
    parts = [part for node in expressions_at(code, sites) for part in operands(code, node)]
    parts += [node for node in _call_arguments(code, sites) if node in expressions_at(code, created)]
    ranked = sorted(dict.fromkeys(parts), key=lambda part: not (isinstance(part, ast.Name) and part.id in names))
    for part in ranked[:limit]:
        yield Fix.of(f"Detach {named(code, part)}{on_line(code, code.start(part))}", Applicability.UNSAFE, called(code, part, ".detach()"))


def detach_state(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Propose to detach the state that a loop carries where it enters the next iteration.

    Args:
        finding: a finding with the hints of `sites_of_carried_state`.
    """
    pair = finding.hint(Hint.PAIR) is not None
    yield from _unconditional(finding, code)
    yield from _at_loop_start(finding, code)
    yield from _where_stored(finding, code, pair)
    yield from _after_update(code, finding.hinted_sites(Hint.TAKEN), pair)
    yield from _where_used(code, finding.hinted_sites(Hint.TAKEN), pair)
    if not pair:
        yield from _setters(finding, code)


def detach_state_and_free(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Propose to detach the state that a loop carries, with the graph of each iteration freed by its backward.

    Args:
        finding: a finding on the backward, with the hints of `sites_of_carried_state` or `sites_of_retained_state`.
    """
    backward = code.node_at(finding.site, ast.Call)
    without_retain = argument_removed(code, backward, "retain_graph") if backward is not None else None
    for fix in detach_state(finding, code) if without_retain is not None else ():
        yield Fix.of(fix.message, fix.applicability, fix.edits, without_retain) if fix is not None else None


def _call_arguments(code: Code, sites: Sequence[Site]) -> list[ast.expr]:
    """Return the calls that are arguments of the expressions at some sites."""
    return [each for node in expressions_at(code, sites) if isinstance(node, ast.Call) for each in node.args if isinstance(each, ast.Call)]


def _loop(finding: Finding, code: Code) -> Loop | None:
    """Return the loop that carries the state: that of the finding, or the one around the use of the state."""
    around = [code.loops_of(statement) for statement in statements_at(code, finding.hinted_sites(Hint.TAKEN))]
    matching = [each for loops in around for each in loops if _is_at(code, each, finding.hint(Hint.LOOP))]
    innermost = [loops[-1] for loops in around if loops]
    return next(iter([*matching, *innermost]), None)


def _is_at(code: Code, loop: Loop, site: Site | None) -> bool:
    return site is not None and any(code.node_at(site, kind) is loop for kind in LOOPS)


def _at_loop_start(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Propose a statement at the start of the loop that detaches a carried name."""
    loop = _loop(finding, code)
    if loop is None:
        return
    names = carried(loop)
    taken = expressions_at(code, finding.hinted_sites(Hint.TAKEN))
    candidates = [part for node in taken if _inside(code, node, loop) for part in operands(code, node)]
    first = [part.id for part in candidates if isinstance(part, ast.Name) and part.id in names]
    others = no_tensors(code)
    pair = finding.hint(Hint.PAIR) is not None
    pair_names = _pair_names(code, finding, names) if pair else []
    if len(pair_names) > 1:
        source = ", ".join(pair_names)
        line = f"{source} = {', '.join(f'{name}.detach()' for name in pair_names)}"
        yield _insertion(code, loop.body[0], source, line)
    # A tuple or list that is carried may be one of states.
    initial = {name: _initial_value(code, loop, name) for name in names}
    other_names = [name for name in names if name not in others or isinstance(initial[name], ast.Tuple | ast.List)]
    for name in list(dict.fromkeys(first or other_names))[:4]:
        value = initial[name]
        detached = _detached_value(loop, name, value, pair and not pair_names)
        if isinstance(value, ast.Constant) and value.value is None:
            yield _insertion(code, loop.body[0], name, f"if {name} is not None:", f"    {name} = {detached}")
        elif not isinstance(value, ast.Constant):
            yield _insertion(code, loop.body[0], name, f"{name} = {detached}")


def _insertion(code: Code, target: ast.stmt, names: str, *lines: str) -> Fix | None:
    message = f"Detach `{names}`{on_line(code, code.start(target))}"
    return Fix.of(message, Applicability.UNSAFE, inserted_before(code, target, *lines)) if len(message) <= 80 else None


def _pair_names(code: Code, finding: Finding, names: list[str]) -> list[str]:
    """Return the names of a pair of states that is explicit where it is used: `(hidden, cell)`."""
    for node in expressions_at(code, finding.hinted_sites(Hint.TAKEN)):
        for argument in node.args if isinstance(node, ast.Call) else []:
            if isinstance(argument, ast.Tuple):
                return [each.id for each in argument.elts if isinstance(each, ast.Name) and each.id in names]
    return []


def _detached_value(loop: Loop, name: str, value: ast.expr | None, pair: bool) -> str:
    """Return the expression that detaches a name, by the kind of its value: a tensor, a pair, a list, a dict."""
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


def _initial_value(code: Code, loop: Loop, name: str) -> ast.expr | None:
    """Return the last value of a name before a loop, if it comes from a plain assignment or a parameter's default."""
    value: ast.expr | None = None
    function = code.function_of(loop)
    if function is not None:
        value = parameters(function).get(name)
    for statement in statements_within(body_of(code, loop)):
        if statement is loop:
            break
        if isinstance(statement, (ast.Assign, ast.AnnAssign)):
            for target in statement.targets if isinstance(statement, ast.Assign) else [statement.target]:
                if isinstance(target, ast.Name) and target.id == name:
                    value = statement.value
                elif isinstance(target, (ast.Tuple, ast.List)) and name in bound(target):
                    value = _unpacked(target, statement.value, name)
    return value


def _unpacked(target: ast.Tuple | ast.List, value: ast.expr | None, name: str) -> ast.expr | None:
    """Return the value bound to a name by an assignment to several targets."""
    if not isinstance(value, (ast.Tuple, ast.List)) or len(value.elts) != len(target.elts):
        return None
    return next((each for part, each in zip(target.elts, value.elts, strict=True) if isinstance(part, ast.Name) and part.id == name), None)


def _unconditional(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Propose to make a conditional detach in the loop unconditional."""
    loop = _loop(finding, code)
    for statement in loop.body if loop is not None else []:
        if isinstance(statement, ast.If) and len(statement.body) == 1 and isinstance(statement.body[0], ast.Assign):
            value = statement.body[0].value
            if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "detach":
                message = f"Detach {named(code, value.func.value)} in every iteration"
                yield Fix.of(message, Applicability.UNSAFE, unwrapped(code, statement))


def _where_stored(finding: Finding, code: Code, pair: bool) -> Iterator[Fix | None]:
    """Propose `.detach()` where the carried value is stored in an attribute, an item or a collection."""
    for statement in statements_at(code, finding.hinted_sites(Hint.CARRIED)):
        names = bound(statement)
        for each in statements_within(body_of(code, statement)):
            stored = _stored_value(each)
            if each.lineno > statement.lineno and isinstance(stored, ast.Name) and stored.id in names:
                detached = f"tuple(each.detach() for each in {stored.id})" if pair else f"{stored.id}.detach()"
                yield Fix.of(
                    f"Detach {_name_of_stored(finding, code, each, stored)}{on_line(code, code.start(stored))}",
                    Applicability.UNSAFE,
                    replaced(code, stored, detached),
                )


def _name_of_stored(finding: Finding, code: Code, statement: ast.stmt, value: ast.Name) -> str:
    """Return the name of a value that a statement stores: of the attribute or item if the finding is about this, otherwise its own."""
    return next((named(code, each) for each in _targets(statement) if code.spelled(each) == finding.subject), named(code, value))


def _stored_value(statement: ast.stmt) -> ast.expr | None:
    """Return the value that a statement stores in an attribute, an item or a collection."""
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], (ast.Attribute, ast.Subscript)):
        return statement.value
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or len(call.args) != 1:
        return None
    return call.args[0] if call.func.attr in ("append", "appendleft", "add") else None


def _where_used(code: Code, uses: Sequence[Site], pair: bool) -> Iterator[Fix | None]:
    """Propose `.detach()` for the state in the operation that uses it, or a statement before it if a name occurs there several times.

    An operand that may be None, or a pair of tensors, is left out.
    """
    nullable = _names_of_none(code)
    states: list[ast.expr] = []
    for node in expressions_at(code, uses):
        statement = code.statement_of(node)
        targets = {code.spelled(each) for each in _targets(statement)}
        parts = sorted(operands(code, node), key=lambda part: code.spelled(part) not in targets)
        parts = [part for part in parts if not (pair and not isinstance(code.parent(part), ast.Tuple))]
        parts = [part for part in parts if last_name(part) not in nullable or _is_initialized(code, statement, code.spelled(part))]
        parts = [part for part in parts if not any(last_name(part) in carried(loop) for loop in code.loops_of(statement))]
        states += [part for part in parts if code.spelled(part) in targets]
        for part in parts[:4]:
            source = code.spelled(part)
            repeated = sum(code.spelled(each) == source for each in operands(code, statement)) > 1
            if isinstance(part, ast.Name) and repeated:
                yield _insertion(code, statement, source, f"{source} = {source}.detach()")
            message = f"Detach {named(code, part)}{on_line(code, code.start(part))}"
            yield Fix.of(message, Applicability.UNSAFE, called(code, part, ".detach()"))
    if len({code.spelled(part) for part in states}) > 1:
        edits = [called(code, part, ".detach()") for part in dict.fromkeys(states)]
        yield Fix.of(f"Detach the states{on_line(code, code.start(states[0]))}", Applicability.UNSAFE, *edits)


def _after_update(code: Code, uses: Sequence[Site], pair: bool) -> Iterator[Fix | None]:
    """Propose `.detach()` after the statement that uses an attribute and assigns it again, if it may be None before."""
    nullable = _names_of_none(code)
    for node in expressions_at(code, uses):
        statement = code.statement_of(node)
        targets = {code.spelled(each) for each in _targets(statement)}
        for part in operands(code, node):
            source = code.spelled(part)
            if (
                isinstance(part, ast.Attribute)
                and source in targets
                and part.attr in nullable
                and not _is_initialized(code, statement, source)
            ):
                detached = f"tuple(each.detach() for each in {source})" if pair else f"{source}.detach()"
                message = f"Detach {named(code, part)} after line {code.source.position_of(code.end(statement)).row}"
                yield Fix.of(message, Applicability.UNSAFE, inserted_after(code, statement, f"{source} = {detached}"))


def _targets(statement: ast.stmt) -> list[ast.expr]:
    """Return the targets of an assignment, each element of a tuple separately."""
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return [part for each in targets for part in (each.elts if isinstance(each, (ast.Tuple, ast.List)) else [each])]


def _names_of_none(code: Code) -> set[str]:
    """Return the names and attributes that are None somewhere."""
    names: set[str] = set()
    for node in ast.walk(code.tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and node.value.value is None:
            names.update(last_name(target) for target in node.targets)
        elif isinstance(node, FUNCTIONS):
            names.update(name for name, value in parameters(node).items() if isinstance(value, ast.Constant) and value.value is None)
    return names - {""}


def _is_initialized(code: Code, statement: ast.stmt, source: str) -> bool:
    """Return True if `if x is None: x = ...` assigns a value before a statement."""
    for each in code.block_of(statement):
        if each is statement:
            break
        if isinstance(each, ast.If) and code.spelled(each.test) == f"{source} is None":
            return any(isinstance(part, ast.Assign) and code.spelled(part.targets[0]) == source for part in each.body)
    return False


def _setters(finding: Finding, code: Code) -> Iterator[Fix | None]:
    """Propose `.detach()` where a method stores its argument in an attribute."""
    stores: list[tuple[ast.Assign, ast.Name]] = []
    for node in ast.walk(code.tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute) and isinstance(node.value, ast.Name):
            function = code.function_of(node)
            if function is not None and function.name != "__init__" and node.value.id in parameters(function):
                stores.append((node, node.value))
    for statement, value in stores[:3]:
        name = _name_of_stored(finding, code, statement, value)
        yield Fix.of(f"Detach {name}{on_line(code, code.start(value))}", Applicability.UNSAFE, called(code, value, ".detach()"))


def _inside(code: Code, node: ast.expr, loop: Loop) -> bool:
    return ancestor_in(code, code.statement_of(node), loop.body) is not None
