"""Parameters that an optimizer is given: groups that share some, and iterators that are read before (GL114)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.autograd.events import Site
from graphlint.common.names import last_name
from graphlint.fixes.edits import Edits, replaced
from graphlint.fixes.queries.names import read
from graphlint.fixes.queries.nodes import calls, same
from graphlint.fixes.strategies.optimized_parameters import is_in_scope, parameters_in_scope
from graphlint.rule.code import Code
from graphlint.rule.wording import quoted

LISTS = (ast.List, ast.Tuple, ast.Set, ast.ListComp, ast.SetComp)
LONGEST_GROUP = 29
"""The length of a group's source in a title, which names two."""
LONGEST_CHOICE = 2
"""The number of single parameters that a condition names one by one."""


def given_parameters(construction: ast.Call) -> ast.expr | None:
    """Return the argument of an optimizer that has its parameters."""
    named_argument = next((each.value for each in construction.keywords if each.arg == "params"), None)
    return named_argument or (construction.args[0] if construction.args else None)


def read_again(code: Code, optimizer: ast.Call, created: Site) -> Iterator[tuple[str, Edits]]:
    """Yield ways to give an optimizer the elements of an iterator that other code reads, too: the fix title, and the edits."""
    iterator, given = code.node_at(created, ast.expr), given_parameters(optimizer)
    if isinstance(iterator, ast.GeneratorExp):
        if not _shares_parentheses(code, iterator):
            yield "Make a list in place of the generator expression", replaced(code, iterator, f"[{code.spelled(iterator)[1:-1]}]")
    elif isinstance(iterator, ast.Call):
        text = code.spelled(iterator)
        title = quoted(text, "the iterator")
        yield f"Make a list of {title}", replaced(code, iterator, f"list({text})")
        if given is not None and _is_parameters_call(iterator) and is_in_scope(code, iterator.func, optimizer):
            yield f"Call {title} again for the optimizer", replaced(code, given, text)


def parameters_instead_of_none(code: Code, optimizer: ast.Call) -> Iterator[tuple[str, Edits]]:
    """Yield the only `x.parameters()` in scope as the argument of an optimizer that has none: the fix title, and the edits."""
    given, found = given_parameters(optimizer), parameters_in_scope(code, optimizer)
    if given is not None and len(found) == 1:
        yield f"Pass {quoted(found[0], 'the parameters')}", replaced(code, given, found[0])


def groups_apart(code: Code, optimizer: ast.Call) -> Iterator[tuple[str, Edits]]:
    """Yield ways to leave the parameters of one group out of another: the fix title, and the edits.

    A test for membership may be the wrong way round: of two, it is more often the later one.
    """
    for test in reversed(list(_memberships(code.tree))):
        inside = code.spelled(test.comparators[0])
        change = replaced(code, test, f"{code.spelled(test.left)} not in {inside}")
        yield f"Leave out the parameters in {quoted(inside, 'the other group')}", change
    given = given_parameters(optimizer)
    groups = list(_groups(code, given)) if given is not None else []
    for group in groups:
        for other in groups:
            text = _without(code, group, other)
            if other is not group and not isinstance(group, ast.List | ast.Tuple) and text is not None:
                left_out = quoted(code.spelled(other), "the other group", LONGEST_GROUP)
                yield f"Leave {left_out} out of {quoted(code.spelled(group), 'the group', LONGEST_GROUP)}", replaced(code, group, text)


def _groups(code: Code, given: ast.expr) -> Iterator[ast.expr]:
    """Yield the parameters of each group of a list of dicts, of its name, or of what a function of the file returns."""
    match given:
        case ast.List(elts=items):
            for item in items:
                yield from _group(item)
        case ast.Name():
            values = _values(code, given)
            if len(values) == 1 and not isinstance(values[0], ast.Name):
                yield from _groups(code, values[0])
        case ast.Call():
            functions = [each for each in ast.walk(code.tree) if isinstance(each, ast.FunctionDef) and each.name == last_name(given.func)]
            returned = [each.value for function in functions for each in ast.walk(function) if isinstance(each, ast.Return)]
            if len(functions) == 1 and len(returned) == 1 and isinstance(returned[0], ast.List | ast.Name):
                yield from _groups(code, returned[0])


def _group(item: ast.expr) -> Iterator[ast.expr]:
    match item:
        case ast.Dict(keys=keys, values=values):
            yield from (value for key, value in zip(keys, values, strict=True) if isinstance(key, ast.Constant) and key.value == "params")
        case ast.Call(func=ast.Name(id="dict"), keywords=keywords):
            yield from (each.value for each in keywords if each.arg == "params")


def _values(code: Code, name: ast.Name) -> list[ast.expr]:
    """Return the values that the function of a name, or the module, assigns to it."""
    scope = code.function_of(name) or code.tree
    found = (each for each in ast.walk(scope) if isinstance(each, ast.Assign) and any(same(target, name) for target in each.targets))
    return [each.value for each in found]


def _without(code: Code, group: ast.expr, other: ast.expr) -> str | None:
    """Return the list of a group's parameters without those of another one; None if the other one can be read only once."""
    name = "p" if "p" not in read(group, other) else "parameter"
    singles = other.elts if isinstance(other, ast.List | ast.Tuple) else ()
    if 0 < len(singles) <= LONGEST_CHOICE and not any(isinstance(each, ast.Starred) for each in singles):
        condition = " and ".join(f"{name} is not {code.spelled(each)}" for each in singles)
    elif _is_readable_again(code, other):
        condition = f"{name} not in set({code.standalone(other)})"
    else:
        return None
    return f"[{name} for {name} in {code.standalone(group)} if {condition}]"


def _is_readable_again(code: Code, group: ast.expr) -> bool:
    """Return True if code can read the parameters of a group more than once: a call is made again, and a list is not an iterator."""
    if isinstance(group, ast.Name):
        values = _values(code, group)
        return len(values) == 1 and (isinstance(values[0], LISTS) or _is_list_call(values[0]))
    return isinstance(group, LISTS) or _is_list_call(group) or _is_parameters_call(group)


def _is_list_call(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("list", "tuple", "set")


def _is_parameters_call(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "parameters" and not node.args


def _memberships(tree: ast.AST) -> Iterator[ast.Compare]:
    """Yield the conditions `x in y` of comprehensions over parameters."""
    for node in ast.walk(tree):
        if isinstance(node, ast.comprehension) and any(calls(node.iter, "parameters", "named_parameters")):
            yield from (each for each in node.ifs if isinstance(each, ast.Compare) and [type(op) for op in each.ops] == [ast.In])


def _shares_parentheses(code: Code, generator: ast.GeneratorExp) -> bool:
    """Return True if the parentheses of a generator expression are those of a call."""
    call = code.parent(generator)
    return isinstance(call, ast.Call) and code.end(call) == code.end(generator)
