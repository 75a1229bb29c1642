"""Detaches without effect: in a chain without a graph, or beside other sufficient changes."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from graphlint.fixes import edits
from graphlint.rule.code import Code
from graphlint.source.text_edits import Edit, written_spans

# Their results have no graph, with or without a detach before. PyTorch refuses `numpy()` of a tensor that requires grad.
METHODS = frozenset("detach dim item ndimension numel size".split())
ATTRIBUTES = frozenset("data device dtype grad is_leaf ndim requires_grad shape".split())
CONVERSIONS = frozenset(("numpy", "tolist"))
DETACH = ".detach()"


def repeats_detach(before: Iterable[ast.stmt], after: Iterable[ast.stmt]) -> bool:
    """Return True if changed statements have more detaches without effect than the original ones."""
    return sum(map(repeated_detaches, after)) > sum(map(repeated_detaches, before))


def repeated_detaches(piece: ast.AST) -> int:
    """Count the detaches in chains of methods, attributes and indices that have no graph without them either."""
    count = 0
    for node in ast.walk(piece):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args:
            if node.func.attr == "detach":
                count += isinstance(node.func.value, ast.Constant) or without_graph(node.func.value)
            elif node.func.attr in METHODS - {"size"}:
                count += _ends_in_detach(node.func.value)
        elif isinstance(node, ast.Attribute) and node.attr in ATTRIBUTES | {"size"}:
            count += _ends_in_detach(node.value)
    return count


def without_graph(node: ast.expr) -> bool:
    """Return True if a chain of methods, attributes and indices is detached by itself: `x.detach().cpu()[0]`."""
    while True:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in METHODS | CONVERSIONS:
                return True
            node = node.func.value
        elif isinstance(node, ast.Attribute):
            if node.attr in ATTRIBUTES:
                return True
            node = node.value
        elif isinstance(node, ast.Subscript):
            node = node.value
        else:
            return False


def goes_without_graph(code: Code, node: ast.expr) -> bool:
    """Return True if an expression is only used for a value without a graph: it starts a detached chain, or its shape is read."""
    chain: ast.expr = node
    for each in code.around(node):
        if not isinstance(each, (ast.Call, ast.Attribute, ast.Subscript)) or _receiver(each) is not chain:
            break
        chain = each
    return chain is not node and without_graph(chain) and not without_graph(node)


def detaches_among_others(changes: Sequence[Edit]) -> set[Edit]:
    """Return the edits of a fix that add a detach, if the fix makes another change, too."""
    detaches = {edit for edit in changes if edit.start == edit.end and edit.text in (DETACH, ")" + DETACH)}
    others = sum(edit.text != "(" for edit in changes)
    return detaches if others > 1 else set()


def detach_calls(pieces: Iterable[ast.AST]) -> list[ast.Call]:
    """Return the calls of `detach()` in pieces of code."""
    nodes = (node for piece in pieces for node in ast.walk(piece))
    return [node for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "detach"]


def adds_detach(before: Iterable[ast.stmt], after: Iterable[ast.stmt]) -> bool:
    """Return True if changed statements detach more often: not if a detach is moved with its statement, or `.data` replaced by one."""
    one, two = ([*detach_calls(each), *_data_read(each)] for each in (list(before), list(after)))
    return len(two) > len(one)


def written_detaches(changed: Code, pieces: Iterable[ast.AST], changes: Sequence[Edit]) -> Iterator[ast.Call]:
    """Yield the calls of `detach()` that edits have written."""
    written = list(written_spans(changes))
    for call in detach_calls(pieces):
        end = changed.end(call.func)
        if any(start < end <= stop for start, stop in written):
            yield call


def without_one_detach(changed: Code, changes: Sequence[Edit], wanted: set[Edit]) -> Iterator[tuple[Edit, ...]]:
    """Yield edits that each remove one of some detaches from a text that was changed."""
    ends: set[int] = set()
    shift = 0
    for edit in changes:
        if edit in wanted:
            ends.add(edit.start + shift + len(edit.text))
        shift += len(edit.text) - (edit.end - edit.start)
    for node in ast.walk(changed.tree) if ends else ():
        if isinstance(node, ast.Call) and changed.end(node) in ends and changed.spelled(node).endswith(DETACH):
            yield edits.uncalled(changed, node) or ()


def _data_read(pieces: Iterable[ast.AST]) -> list[ast.Attribute]:
    return [node for piece in pieces for node in ast.walk(piece) if isinstance(node, ast.Attribute) and node.attr == "data"]


def _ends_in_detach(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "detach"


def _receiver(node: ast.Call | ast.Attribute | ast.Subscript) -> ast.expr:
    return node.func if isinstance(node, ast.Call) else node.value
