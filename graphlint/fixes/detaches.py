"""Detaches that do nothing: in a chain that has no graph anyway, or beside other changes that are enough."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from graphlint.fixes.edits import uncalled
from graphlint.rule.code import Code
from graphlint.source.text_edits import Edit

# Their results have no graph, with or without a detach before. PyTorch refuses `numpy()` of a tensor that requires grad.
METHODS = frozenset("detach dim item ndimension numel size".split())
ATTRIBUTES = frozenset("data device dtype grad is_leaf ndim requires_grad shape".split())
CONVERSIONS = frozenset(("numpy", "tolist"))
DETACH = ".detach()"
NAME_BEFORE = re.compile(r"(?<![\w.\])\"'])[^\W\d]\w*\Z")
CHAIN_BEHIND = re.compile(r"[\s\\)]*[.\[]")


def may_repeat_detach(text: str, edits: Sequence[Edit]) -> bool:
    """Whether edits may put a detach into a chain, as far as the characters beside it tell; a cheap test before `repeated_detaches`.

    Args:
        text: the text without the edits.
        edits: the edits.
    """
    for edit in edits:
        if "detach" in edit.text:
            alone = edit.text == DETACH and NAME_BEFORE.search(text, max(0, edit.start - 100), edit.start)
            if not alone or CHAIN_BEHIND.match(text, edit.end):
                return True
    return False


def repeated_detaches(tree: ast.Module) -> int:
    """The number of detaches in chains of methods, attributes and indices that have no graph without them either.

    Args:
        tree: the module.
    """
    count = 0
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.args:
            if node.func.attr == "detach":
                count += isinstance(node.func.value, ast.Constant) or without_graph(node.func.value)
            elif node.func.attr in METHODS - {"size"}:
                count += _ends_in_detach(node.func.value)
        elif isinstance(node, ast.Attribute) and node.attr in ATTRIBUTES | {"size"}:
            count += _ends_in_detach(node.value)
    return count


def without_graph(node: ast.expr) -> bool:
    """Whether a chain of methods, attributes and indices is cut off from its graph in itself: `x.detach().cpu()[0]`.

    Args:
        node: the expression.
    """
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
    """Whether all that an expression is used for is a value without a graph: it begins a chain that is detached, or reads its shape.

    Args:
        code: the file.
        node: the expression.
    """
    chain: ast.expr = node
    for each in code.around(node):
        if not isinstance(each, (ast.Call, ast.Attribute, ast.Subscript)) or _receiver(each) is not chain:
            break
        chain = each
    return chain is not node and without_graph(chain) and not without_graph(node)


def detaches_among_others(edits: Sequence[Edit]) -> set[Edit]:
    """The edits of a fix that put in a detach, where the fix makes another change besides.

    Args:
        edits: the edits of the fix.
    """
    detaches = {edit for edit in edits if edit.start == edit.end and edit.text in (DETACH, ")" + DETACH)}
    changes = sum(edit.text != "(" for edit in edits)
    return detaches if changes > 1 else set()


def without_one_detach(changed: Code, edits: Sequence[Edit], wanted: set[Edit]) -> Iterator[tuple[Edit, ...]]:
    """What takes each of some detaches out of a changed text.

    Args:
        changed: the text with the edits made.
        edits: all edits.
        wanted: those of the detaches.
    """
    ends: set[int] = set()
    shift = 0
    for edit in edits:
        if edit in wanted:
            ends.add(edit.start + shift + len(edit.text))
        shift += len(edit.text) - (edit.end - edit.start)
    for node in ast.walk(changed.tree) if ends else ():
        if isinstance(node, ast.Call) and changed.end(node) in ends and changed.spelled(node).endswith(DETACH):
            yield uncalled(changed, node) or ()


def _ends_in_detach(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "detach"


def _receiver(node: ast.Call | ast.Attribute | ast.Subscript) -> ast.expr:
    return node.func if isinstance(node, ast.Call) else node.value
