"""The loss in a dict, a tuple or a dataclass before its backward."""

from __future__ import annotations

import libcst as cst

from metamorphic.rewritings.rewriting import Files, Statement, is_docstring, is_future, single, statement


def in_dict(module: cst.Module) -> Files | None:
    """Put each loss into a dict, and call backward on the item."""
    return _changed(module, '{{"total": {0}, "count": 1}}', '["total"]')


def in_tuple(module: cst.Module) -> Files | None:
    """Put each loss into a tuple, and call backward on the item."""
    return _changed(module, "({0}, 1)", "[0]")


def in_dataclass(module: cst.Module) -> Files | None:
    """Put each loss into a dataclass, and call backward on the field."""
    found = _changed(module, "Losses({0}, 1)", ".total")
    if found is None or "Losses" in module.code:
        return None
    (changed,) = found.values()
    body = list(changed.body)
    place = max((index for index, item in enumerate(body) if is_future(item) or (index == 0 and is_docstring(item))), default=-1) + 1
    definition = [
        statement("import dataclasses\n"), statement("@dataclasses.dataclass\nclass Losses:\n    total: object\n    count: int\n"),
    ]  # fmt: skip
    return single(changed.with_changes(body=[*body[:place], *definition, *body[place:]]))


def _changed(module: cst.Module, held: str, read: str) -> Files | None:
    change = _Held(held, read)
    new = module.visit(change)
    return single(new) if change.count else None


class _Held(cst.CSTTransformer):
    def __init__(self, held: str, read: str) -> None:
        self._held = held
        self._read = read
        self.count = 0

    def leave_SimpleStatementLine(
        self, original_node: cst.SimpleStatementLine, updated_node: cst.SimpleStatementLine
    ) -> cst.SimpleStatementLine | cst.FlattenSentinel[Statement]:
        del original_node
        only = updated_node.body[0]
        if len(updated_node.body) != 1 or not isinstance(only, cst.Expr) or not isinstance(only.value, cst.Call):
            return updated_node
        function = only.value.func
        if not (isinstance(function, cst.Attribute) and function.attr.value == "backward" and isinstance(function.value, cst.Name)):
            return updated_node
        self.count += 1
        holder = statement(f"held = {self._held.format(function.value.value)}\n", updated_node)
        loss = cst.parse_expression(f"held{self._read}")
        call = only.value.with_changes(func=function.with_changes(value=loss))
        return cst.FlattenSentinel([holder, updated_node.with_changes(body=[only.with_changes(value=call)])])
