"""Strategies for modules and parameters that a module keeps in a list, tuple or dict."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from graphlint.fixes.edits import Edits, replaced
from graphlint.rule.code import Code


def registering_container(code: Code, value: ast.expr, *, parameters: bool) -> Iterator[tuple[str, Edits | None]]:
    """Propose the container of torch.nn that holds the same elements: by position, or by string keys."""
    prefix = _torch_nn(code)
    if prefix is None:
        return
    kind = "Parameter" if parameters else "Module"
    if isinstance(value, ast.Dict | ast.DictComp) or (isinstance(value, ast.Call) and code.spelled(value.func) == "dict"):
        keys = value.keys if isinstance(value, ast.Dict) else []
        if all(isinstance(key, ast.Constant) and isinstance(key.value, str) for key in keys):
            yield f"{kind}Dict", replaced(code, value, f"{prefix}.{kind}Dict({_argument(code, value)})")
    else:
        yield f"{kind}List", replaced(code, value, f"{prefix}.{kind}List({_argument(code, value)})")


def _argument(code: Code, value: ast.expr) -> str:
    """Return the elements of a container as an argument; nothing for an empty one."""
    if isinstance(value, ast.List | ast.Tuple) and not value.elts:
        return ""
    return "" if isinstance(value, ast.Dict) and not value.keys else code.spelled(value)


def _torch_nn(code: Code) -> str | None:
    """Return the name under which the file imports torch.nn, None if it does not."""
    for node in ast.walk(code.tree):
        if isinstance(node, ast.ImportFrom) and node.module == "torch":
            found = next((item.asname or item.name for item in node.names if item.name == "nn"), None)
            if found is not None:
                return found
        elif isinstance(node, ast.Import):
            found = next((item.asname for item in node.names if item.name == "torch.nn" and item.asname), None)
            if found is not None:
                return found
    return f"{code.torch}.nn" if code.torch else None
