"""The definitions of a program in a module of their own."""

from __future__ import annotations

import ast

import libcst as cst

from metamorphic.rewritings.module_code import _needed_at_definition
from metamorphic.rewritings.rewriting import (
    PROGRAM,
    Files,
    code,
    is_definition,
    is_docstring,
    is_future,
    is_import,
    reflects,
    several,
    statement,
    usage,
)

MODULE = "definitions"


def in_another_file(module: cst.Module) -> Files | None:
    """Move the functions and classes that need no variable of the module to another file, and import them from there.

    A script with a function that it never calls is left out: without the calls of its own functions it is a file that others may import.
    """
    if reflects(module) or "import *" in module.code:
        return None
    imports = [item for item in module.body if is_import(item)]
    rest = [item for item in module.body if not is_import(item) and not is_definition(item)]
    variables = set(usage(rest).writes)
    moved = [item for item in module.body if is_definition(item)]
    if any(not is_docstring(item) for item in rest):
        used = set(usage(rest).reads)
        while called := [item for item in moved if _name(item) in used and _uses(item) - used]:
            used |= {name for item in called for name in _uses(item)}
        if any(_name(item) not in used for item in moved):
            return None
    while kept := [item for item in moved if _uses(item) & variables]:
        variables |= {_name(item) for item in kept}
        moved = [item for item in moved if item not in kept]
    if not moved:
        return None
    names = [_name(item) for item in moved]
    if len(names) != len(set(names)) or set(names) & set(usage([*rest]).writes):
        return None
    body = list(module.body)
    place = max((index for index, item in enumerate(body) if is_import(item) or (index == 0 and is_docstring(item))), default=-1) + 1
    if any(item in moved for item in body[:place]):
        place = body.index(moved[0])
    brought = statement(f"from {MODULE} import {', '.join(names)}\n")
    staying = [*body[:place], brought, *body[place:]]
    return several(
        {
            PROGRAM: module.with_changes(body=[item for item in staying if item not in moved]),
            f"{MODULE}.py": module.with_changes(
                body=[*(item for item in imports if is_future(item)), *(item for item in imports if not is_future(item)), *moved], header=()
            ),
        }
    )


def _name(item: cst.CSTNode) -> str:
    return item.name.value if isinstance(item, cst.FunctionDef | cst.ClassDef) else ""


def _uses(item: cst.CSTNode) -> set[str]:
    tree = ast.parse(code([item]))
    declared = {name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names}
    return set(usage([item]).reads) | _needed_at_definition(item) | declared
