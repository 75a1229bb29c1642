"""Edits of expressions and of the arguments of calls."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TypeVar

import libcst as cst

from graphlint.fixes.edits.fragment import WITH_PARENTHESES
from graphlint.fixes.edits.new_nodes import new_expression
from graphlint.fixes.edits.trees import FoundExpression, trees_of
from graphlint.rule.code import Code
from graphlint.source.text_edits import Edits

Expression = TypeVar("Expression", bound=cst.BaseExpression)

ATOMS = (cst.Name, cst.Attribute, cst.Call, cst.Subscript, cst.List, cst.Dict, cst.Set, cst.ListComp)
BRACKETS = (ast.List, ast.Tuple, ast.Set, ast.Dict, ast.keyword)


def expression_replaced(code: Code, node: ast.expr, text: str) -> Edits:
    """Replace an expression."""
    found, new = trees_of(code).expression(node), new_expression(text)
    return _replace(found, new) if found is not None and new is not None else None


def called(code: Code, node: ast.expr, suffix: str) -> Edits:
    """Append a call, such as `.detach()` or `()`, to an expression, with parentheses if it needs them."""
    found = trees_of(code).expression(node)
    if found is None or isinstance(found.node, cst.GeneratorExp):
        return None
    if isinstance(found.node, cst.NamedExpr) and not found.node.lpar:
        return None
    return found.fragment.changed({found.node: _with_suffix(_as_operand(found.node), suffix)})


def attribute_replaced(code: Code, node: ast.Attribute, suffix: str) -> Edits:
    """Replace the attribute of an expression by a call, such as `.detach()`."""
    found, call = trees_of(code).expression(node), _with_suffix(cst.Name("_"), suffix)
    if found is None or not isinstance(found.node, cst.Attribute) or not isinstance(call.func, cst.Attribute):
        return None
    method = found.node.with_changes(attr=call.func.attr, lpar=(), rpar=())
    return _replace(found, call.with_changes(func=method))


def uncalled(code: Code, node: ast.expr) -> Edits:
    """Replace `x.method()` or `x.attribute` by `x`."""
    found = trees_of(code).expression(node)
    owner = _owner(found.node) if found is not None else None
    return _replace(found, owner) if found is not None and owner is not None else None


def item_read(code: Code, index: ast.Subscript) -> Edits:
    """Replace `x.data[0]` or `x[0]` by `x.item()`."""
    found = trees_of(code).expression(index)
    if found is None or not isinstance(found.node, cst.Subscript) or found.node.lpar or not _is_first(found.node):
        return None
    value = found.node.value
    if isinstance(value, cst.Attribute) and value.attr.value == "data":
        if value.lpar:
            return None
        value = value.value
    return _replace(found, cst.Call(cst.Attribute(value, cst.Name("item"))))


def attribute_renamed(code: Code, node: ast.Attribute, name: str) -> Edits:
    """Rename the attribute that an expression reads or calls."""
    found = trees_of(code).expression(node)
    if found is None or not isinstance(found.node, cst.Attribute):
        return None
    return found.fragment.changed({found.node.attr: cst.Name(name)})


def part_kept(code: Code, node: ast.expr, part: ast.expr, suffix: str = "") -> Edits:
    """Replace an expression by a part of it, in parentheses if it needs them, with a call such as `.detach()` if one is given."""
    found, kept = trees_of(code).expression(node), trees_of(code).expression(part)
    if found is None or kept is None:
        return None
    if suffix:
        return _replace(found, _with_suffix(_as_operand(kept.node), suffix))
    parent = code.parent(node)
    in_brackets = isinstance(parent, BRACKETS) or (isinstance(parent, ast.Call) and parent.func is not node)
    is_alone = code.standalone(part) == code.spelled(part)
    if is_alone and isinstance(kept.node, ATOMS):
        return _replace(found, kept.node.with_changes(lpar=(), rpar=()))
    return _replace(found, kept.node if in_brackets or (is_alone and isinstance(parent, ast.stmt)) else _as_operand(kept.node))


def term_added(code: Code, node: ast.expr, term: str) -> Edits:
    """Replace the owner of a called method by its sum with a term, `(x + term)`."""
    found, new = trees_of(code).expression(node), new_expression(term)
    if found is None or new is None or (not found.node.lpar and not isinstance(found.node, ATOMS)):
        return None
    inner = found.node.with_changes(lpar=found.node.lpar[1:], rpar=found.node.rpar[:-1]) if found.node.lpar else found.node
    total = cst.BinaryOperation(inner, cst.Add(), new, lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    return found.fragment.changed({found.node: total})


def argument_added(code: Code, call: ast.Call, text: str) -> Edits:
    """Append arguments to a call."""
    found, new = trees_of(code).expression(call), new_expression(f"_({text})")
    if found is None or not isinstance(found.node, cst.Call) or not isinstance(new, cst.Call):
        return None
    given, added = list(found.node.args), list(new.args)
    if given:
        last = given[-1]
        value = last.value
        if isinstance(value, cst.GeneratorExp) and not value.lpar:
            last = last.with_changes(value=in_parentheses(value))
        space = cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
        given[-1] = last.with_changes(comma=space, whitespace_after_arg=cst.SimpleWhitespace(""))
        added[-1] = added[-1].with_changes(comma=last.comma, whitespace_after_arg=last.whitespace_after_arg)
    return found.fragment.changed({found.node: found.node.with_changes(args=[*given, *added])})


def argument_removed(code: Code, call: ast.Call, name: str) -> Edits:
    """Remove a keyword argument of a call, with its comma; comments stay."""
    found = trees_of(code).expression(call)
    node = found.node if found is not None else None
    if found is None or not isinstance(node, cst.Call):
        return None
    args = list(node.args)
    at = next((index for index, each in enumerate(args) if each.keyword is not None and each.keyword.value == name), None)
    if at is None:
        return None
    removed = args.pop(at)
    after = removed.comma.whitespace_after if isinstance(removed.comma, cst.Comma) else removed.whitespace_after_arg
    changes: dict[str, object] = {}
    if at and at == len(args):
        # The comma before the last argument goes with it, that after it stays.
        before = args[-1]
        space = before.comma.whitespace_after if isinstance(before.comma, cst.Comma) else None
        if isinstance(space, cst.ParenthesizedWhitespace) and _has_comment(space):
            args[-1] = before.with_changes(comma=before.comma.with_changes(whitespace_after=_merged(space, after)))  # type: ignore[union-attr]
        else:
            args[-1] = before.with_changes(comma=removed.comma, whitespace_after_arg=removed.whitespace_after_arg)
    elif at:
        before = args[at - 1]
        if isinstance(before.comma, cst.Comma):
            args[at - 1] = before.with_changes(
                comma=before.comma.with_changes(whitespace_after=_merged(before.comma.whitespace_after, after))
            )
    elif _has_comment(after):
        changes["whitespace_before_args"] = _merged(node.whitespace_before_args, after)
    elif (
        not args and isinstance(node.whitespace_before_args, cst.ParenthesizedWhitespace) and not _has_comment(node.whitespace_before_args)
    ):
        changes["whitespace_before_args"] = cst.SimpleWhitespace("")
    return found.fragment.changed({node: node.with_changes(args=args, **changes)})


def keyword_renamed(code: Code, call: ast.Call, old: str, new: str) -> Edits:
    """Rename a keyword argument of a call."""
    found = trees_of(code).expression(call)
    if found is None or not isinstance(found.node, cst.Call):
        return None
    keyword = next((each.keyword for each in found.node.args if each.keyword is not None and each.keyword.value == old), None)
    return found.fragment.changed({keyword: cst.Name(new)}) if keyword is not None else None


def key_renamed(code: Code, old: str, new: str) -> Edits:
    """Rename a key of a dict: the only string of the file with the old name, or a keyword of a call of dict."""
    found: list[Edits] = []
    for node in ast.walk(code.tree):
        if isinstance(node, ast.Constant) and node.value == old:
            found.append(_string_replaced(code, node, new))
        elif isinstance(node, ast.Call) and any(each.arg == old for each in node.keywords):
            found.append(keyword_renamed(code, node, old, new))
    return found[0] if len(found) == 1 else None


def _string_replaced(code: Code, node: ast.Constant, new: str) -> Edits:
    """Replace the text of a string, with its quotes and prefix."""
    found = trees_of(code).expression(node)
    if found is None or not isinstance(found.node, cst.SimpleString):
        return None
    string = found.node
    return found.fragment.changed({string: string.with_changes(value=f"{string.prefix}{string.quote}{new}{string.quote}")})


def _replace(found: FoundExpression, new: cst.BaseExpression) -> Edits:
    """Replace an expression within its parentheses by another one."""
    around = len(found.node.lpar) - isinstance(found.node, WITH_PARENTHESES)
    if around > 0:
        new = _without_parentheses(new) if new.lpar and not isinstance(new, WITH_PARENTHESES) else new
        new = new.with_changes(lpar=[*found.node.lpar[:around], *new.lpar], rpar=[*new.rpar, *found.node.rpar[-around:]])
    return found.fragment.changed({found.node: new})


def _with_suffix(node: cst.BaseExpression, suffix: str) -> cst.Call:
    """Return an expression that calls a method of a node, or the node."""
    return cst.ensure_type(cst.parse_expression(f"_{suffix}").visit(_Placeholder(node)), cst.Call)


class _Placeholder(cst.CSTTransformer):
    """Puts a node in the place of the name `_`."""

    def __init__(self, node: cst.BaseExpression) -> None:
        super().__init__()
        self._node = node

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.BaseExpression:  # noqa: N802
        return self._node if original_node.value == "_" else updated_node


def _is_first(node: cst.Subscript) -> bool:
    """Return True for `x[0]`."""
    index = node.slice[0].slice if len(node.slice) == 1 else None
    return isinstance(index, cst.Index) and isinstance(index.value, cst.Integer) and index.value.value == "0"


def _owner(node: cst.BaseExpression) -> cst.BaseExpression | None:
    attribute = node.func if isinstance(node, cst.Call) else node
    return attribute.value if isinstance(attribute, cst.Attribute) else None


def in_parentheses(node: Expression) -> Expression:
    """Return an expression in parentheses."""
    return node.with_changes(lpar=[cst.LeftParen(), *node.lpar], rpar=[*node.rpar, cst.RightParen()])


def _as_operand(node: cst.BaseExpression) -> cst.BaseExpression:
    """Return an expression in parentheses if an operator or a method after it would take a part of it."""
    return node if node.lpar or isinstance(node, ATOMS) else in_parentheses(node)


def _without_parentheses(node: Expression) -> Expression:
    return node.with_changes(lpar=node.lpar[1:], rpar=node.rpar[:-1])


def _has_comment(space: cst.BaseParenthesizableWhitespace) -> bool:
    """Return True if white space has a comment in it."""
    if not isinstance(space, cst.ParenthesizedWhitespace):
        return False
    return space.first_line.comment is not None or any(line.comment is not None for line in space.empty_lines)


def _merged(before: cst.BaseParenthesizableWhitespace, after: cst.BaseParenthesizableWhitespace) -> cst.BaseParenthesizableWhitespace:
    """Return the white space around something removed: the comments of both, and the line and column of what follows."""
    if not isinstance(after, cst.ParenthesizedWhitespace) or not isinstance(before, cst.ParenthesizedWhitespace):
        return after if _has_comment(after) or (isinstance(after, cst.ParenthesizedWhitespace) and not _has_comment(before)) else before
    comments: Sequence[cst.EmptyLine] = ()
    if after.first_line.comment is not None:
        comments = (cst.EmptyLine(before.indent, before.last_line, after.first_line.comment),)
    return before.with_changes(
        empty_lines=[*before.empty_lines, *comments, *after.empty_lines], indent=after.indent, last_line=after.last_line
    )
