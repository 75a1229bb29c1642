"""`for` loops as `while` loops."""

from __future__ import annotations

import ast

import libcst as cst

from metamorphic.rewritings.rewriting import Files, Statement, code, single, statement


def counted(module: cst.Module) -> Files | None:
    """Write each `for i in range(a, b)` as a while loop that counts."""
    return _changed(module, _Counted())


def iterated(module: cst.Module) -> Files | None:
    """Write each `for` as a while loop that calls next until the iterator is exhausted."""
    return _changed(module, _Iterated())


def _changed(module: cst.Module, change: _Loops) -> Files | None:
    new = module.visit(change)
    return single(new) if change.count else None


class _Loops(cst.CSTTransformer):
    def __init__(self) -> None:
        self.count = 0

    def leave_For(self, original_node: cst.For, updated_node: cst.For) -> cst.BaseStatement | cst.FlattenSentinel[Statement]:
        del original_node
        if updated_node.orelse is not None or updated_node.asynchronous is not None or not isinstance(updated_node.body, cst.IndentedBlock):
            return updated_node
        made = self.made(updated_node, updated_node.body)
        if made is None:
            return updated_node
        self.count += 1
        return cst.FlattenSentinel(made)

    def made(self, loop: cst.For, body: cst.IndentedBlock) -> list[Statement] | None:
        raise NotImplementedError


class _Counted(_Loops):
    def made(self, loop: cst.For, body: cst.IndentedBlock) -> list[Statement] | None:
        call = ast.parse(code([loop.iter]).strip(), mode="eval").body
        is_range = isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "range" and not call.keywords
        if not is_range or not isinstance(call, ast.Call) or len(call.args) > 2 or not isinstance(loop.target, cst.Name):
            return None
        if any(isinstance(node, ast.Continue) for node in ast.walk(ast.parse(code([loop])))):
            return None
        first, last = ["0", *map(ast.unparse, call.args)][-2:]
        counter = f"count_{self.count}"
        start = statement(f"{counter} = {first}\n", loop)
        target = statement(f"{loop.target.value} = {counter}\n", loop)
        step = statement(f"{counter} += 1\n", loop)
        new = statement(f"while {counter} < {last}:\n    pass\n", loop)
        return [start, new.with_changes(body=body.with_changes(body=[target, *body.body, step]))]


class _Iterated(_Loops):
    def made(self, loop: cst.For, body: cst.IndentedBlock) -> list[Statement] | None:
        iterator = f"iterator_{self.count}"
        start = statement(f"{iterator} = iter({code([loop.iter])})\n", loop)
        taken = statement(f"try:\n    {code([loop.target])} = next({iterator})\nexcept StopIteration:\n    break\n", loop)
        new = statement("while True:\n    pass\n", loop)
        return [start, new.with_changes(body=body.with_changes(body=[taken, *body.body]))]
