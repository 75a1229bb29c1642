"""Classes of `ast` that a Python version may lack, under their names in later versions: code that goes by the names handles both."""

from __future__ import annotations

import ast
from typing import Any


def _node(name: str, base: type[ast.AST], *fields: str) -> Any:
    """Return the class of that name in the running Python's `ast`, or one with its fields."""
    known = getattr(ast, name, None)
    return known or type(name, (base,), {"_fields": fields, "_attributes": ("lineno", "col_offset", "end_lineno", "end_col_offset")})


TryStar = _node("TryStar", ast.stmt, "body", "handlers", "orelse", "finalbody")  # 3.11
TypeAlias = _node("TypeAlias", ast.stmt, "name", "type_params", "value")  # 3.12
TypeVar = _node("TypeVar", ast.AST, "name", "bound", "default_value")  # 3.12, and defaults in 3.13
ParamSpec = _node("ParamSpec", ast.AST, "name", "default_value")
TypeVarTuple = _node("TypeVarTuple", ast.AST, "name", "default_value")
TemplateStr = _node("TemplateStr", ast.expr, "values")  # 3.14
Interpolation = _node("Interpolation", ast.expr, "value", "str", "conversion", "format_spec")  # 3.14
NEWER: tuple[type[ast.AST], ...] = (TryStar, TypeAlias, TypeVar, ParamSpec, TypeVarTuple, TemplateStr, Interpolation)
