"""Branches that change nothing, and asserts that hold."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from metamorphic.rewritings.rewriting import Files, Statement, code, is_docstring, is_future, single, statement


def branches(module: cst.Module) -> Files | None:
    """Print something, if a variable of the environment is set, at the end of each loop body and before each call of a method."""
    change = _Branches()
    new = module.visit(change)
    if not change.count:
        return None
    body = list(new.body)
    place = max((index for index, item in enumerate(body) if is_future(item) or (index == 0 and is_docstring(item))), default=-1) + 1
    return single(new.with_changes(body=[*body[:place], statement("import os\n"), *body[place:]]))


class _Branches(cst.CSTTransformer):
    def __init__(self) -> None:
        self.count = 0

    def leave_IndentedBlock(self, original_node: cst.IndentedBlock, updated_node: cst.IndentedBlock) -> cst.IndentedBlock:
        del original_node
        found: list[cst.CSTNode] = []
        for item in updated_node.body:
            if method_called(item):
                self.count += 1
                found.append(statement('if os.environ.get("VERBOSE"):\n    print("still running")\n'))
            found.append(item)
        return updated_node.with_changes(body=found)


def asserts(module: cst.Module) -> Files | None:
    """Assert before each statement that calls a method that its receiver is not None."""
    change = _Asserts()
    new = module.visit(change)
    return single(new) if change.count else None


class _Asserts(cst.CSTTransformer):
    def __init__(self) -> None:
        self.count = 0

    def leave_SimpleStatementLine(
        self, original_node: cst.SimpleStatementLine, updated_node: cst.SimpleStatementLine
    ) -> cst.SimpleStatementLine | cst.FlattenSentinel[Statement]:
        del original_node
        receiver = method_called(updated_node)
        if not receiver:
            return updated_node
        self.count += 1
        return cst.FlattenSentinel([statement(f"assert {receiver} is not None\n"), updated_node])


def method_called(item: cst.CSTNode) -> str:
    """Return the receiver of a statement that calls a method of a variable, "" for other statements."""
    only: Sequence[cst.BaseSmallStatement] = item.body if isinstance(item, cst.SimpleStatementLine) else ()
    value = only[0].value if len(only) == 1 and isinstance(only[0], cst.Expr) else None
    if not isinstance(value, cst.Call) or not isinstance(value.func, cst.Attribute) or not isinstance(value.func.value, cst.Name):
        return ""
    return code([value.func.value]) if value.func.attr.value in ("backward", "step", "zero_grad", "append", "eval", "train") else ""
