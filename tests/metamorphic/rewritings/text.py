"""Comments and docstrings full of words, and names without a meaning."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator, Sequence
from typing import TypeVar

import libcst as cst

from metamorphic.rewritings.rewriting import Files, is_docstring, reflects, single, statement

Definition = TypeVar("Definition", cst.FunctionDef, cst.ClassDef)

SENTENCES = (
    "the model is in eval mode here, with torch.no_grad()",
    "loss.backward() and optimizer.step(), then optimizer.zero_grad()",
    "validation only: torch.set_grad_enabled(False)",
    "retain_graph=True, create_graph=True, loss.detach().item()",
    "import torch; model.eval(); x.data[0]; with torch.inference_mode():",
    "hidden = hidden.detach() for the test set, in a Trainer with a GradScaler",
    "p.grad = None; requires_grad_(False); deepspeed closure lightning accelerate",
)
# Words with which a name shows what its code does, as the rules define it.
MEANINGS = re.compile(
    r"train|test|valid|val(?![a-z])|eval|infer|predict|pred|sampl|generat|demo|score|accuracy|phase|mode|fit|phase|split", re.I
)


def comments(module: cst.Module) -> Files | None:
    """Write a comment before each statement, and one at the top."""
    return single(module.visit(_Comments()).with_changes(header=[_line(SENTENCES[0]), *module.header]))


def _line(sentence: str) -> cst.EmptyLine:
    return cst.EmptyLine(comment=cst.Comment(f"# {sentence}"))


class _Comments(cst.CSTTransformer):
    def __init__(self) -> None:
        self._sentences = itertools.cycle(SENTENCES)

    def on_leave(self, original_node: cst.CSTNode, updated_node: cst.CSTNode) -> cst.CSTNode:  # type: ignore[override]
        left = super().on_leave(original_node, updated_node)
        if isinstance(left, cst.SimpleStatementLine | cst.For | cst.While | cst.With | cst.If | cst.FunctionDef | cst.ClassDef | cst.Try):
            return left.with_changes(leading_lines=[_line(next(self._sentences)), *left.leading_lines])
        assert isinstance(left, cst.CSTNode)
        return left


def docstrings(module: cst.Module) -> Files | None:
    """Give the module, and each class and function, a docstring, or another one."""
    sentences = itertools.cycle(SENTENCES)
    inside = module.visit(_Docstrings(sentences))
    return single(inside.with_changes(body=_described(inside.body, sentences)))


def _described(body: Sequence[cst.CSTNode], sentences: Iterator[str]) -> list[cst.CSTNode]:
    text = statement(f'"""{next(sentences)}\n\n    {next(sentences)}\n    """')
    return [text, *(body[1:] if body and is_docstring(body[0]) else body)]


class _Docstrings(cst.CSTTransformer):
    def __init__(self, sentences: Iterator[str]) -> None:
        self._sentences = sentences

    def leave_FunctionDef(self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef) -> cst.FunctionDef:
        del original_node
        return self._changed(updated_node)

    def leave_ClassDef(self, original_node: cst.ClassDef, updated_node: cst.ClassDef) -> cst.ClassDef:
        del original_node
        return self._changed(updated_node)

    def _changed(self, node: Definition) -> Definition:
        if not isinstance(node.body, cst.IndentedBlock):
            return node
        return node.with_changes(body=node.body.with_changes(body=_described(node.body.body, self._sentences)))


def names(module: cst.Module) -> Files | None:
    """Rename the variables, functions and classes of a program, except where a name is a keyword or shows what its code does."""
    if reflects(module):
        return None
    tree = ast.parse(module.code)
    kept = {item.arg for item in ast.walk(tree) if isinstance(item, ast.keyword) and item.arg} | {"self", "cls", "_", "__name__"}
    kept |= {item.value for item in ast.walk(tree) if isinstance(item, ast.Constant) and isinstance(item.value, str)}
    bound: set[str] = set()
    _bindings(tree, bound, kept, in_class=False)
    chosen = sorted(name for name in bound - kept if not name.startswith("__") and not MEANINGS.search(name))
    if not chosen:
        return None
    return single(module.visit(_Renamed({name: f"n{number}" for number, name in enumerate(chosen)})))


def _bindings(node: ast.AST, bound: set[str], kept: set[str], *, in_class: bool) -> None:
    """Collect the names that a program binds; those of imports and of the bodies of classes are kept."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            kept.update((item.asname or item.name).split(".", 1)[0] for item in child.names)
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            (kept if in_class else bound).add(child.name)
        elif isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store):
            (kept if in_class else bound).add(child.id)
        elif isinstance(child, ast.arg):
            bound.add(child.arg)
        elif isinstance(child, ast.ExceptHandler) and child.name:
            kept.add(child.name)
        inside = isinstance(child, ast.ClassDef) or (in_class and not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef))
        _bindings(child, bound, kept, in_class=inside)


class _Renamed(cst.CSTTransformer):
    def __init__(self, names: dict[str, str]) -> None:
        self._names = names

    def visit_Attribute(self, node: cst.Attribute) -> bool:
        del node
        return False

    def leave_Attribute(self, original_node: cst.Attribute, updated_node: cst.Attribute) -> cst.Attribute:
        del original_node
        return updated_node.with_changes(value=updated_node.value.visit(self))

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.Name:
        del original_node
        new = self._names.get(updated_node.value)
        return updated_node.with_changes(value=new) if new is not None else updated_node
