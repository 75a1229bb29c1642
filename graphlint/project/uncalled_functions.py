"""Functions of scripts and methods of modules that no code calls, by the syntax tree of the file.

A script runs code itself: under a test of `__name__`, or by calls of its functions or of `backward` at the top level. Its functions have no
callers but its own code, unless another file imports it. A name in a string counts as a use, and so does a decorator, which may register
the function; a use after the end of the process does not.

A private function, whose name begins with an underscore, is called by the code of the project only.

A method that nothing calls and that shares its helpers with `forward` does not show that a helper evaluates.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Callable, Collection, Container

from graphlint.ir.module_slices import is_main
from graphlint.ir.names import dotted
from graphlint.ir.process_exits import reached
from graphlint.project.file_summary import FileSummary

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
LOOKUPS = frozenset(("globals", "locals", "vars", "eval", "exec", "sys.modules", "fire.Fire", "Fire"))
"""Code that may find a function by a name which the file does not spell."""
LOADERS = frozenset(("import_module", "__import__", "run_module", "run_path", "spec_from_file_location"))
"""Functions that load a module by a name that may be a value."""


def is_private(name: str) -> bool:
    """Return True for a name that only the code of its own project uses."""
    return name.startswith("_") and not name.startswith("__")


def is_script(tree: ast.Module) -> bool:
    """Return True if the code of a module runs functions or classes of the file, also by names that it does not spell, or `backward`."""
    own = {item.name for item in tree.body if isinstance(item, _DEFINITIONS)}
    return any(_runs(item, own) or _looks_up(item) for item in tree.body)


def is_uncalled(tree: ast.Module, name: str, line: int) -> bool:
    """Return True if a file is a script, or a function private, and the file mentions the function only where it defines it, or in code
    that nothing reaches."""
    functions = {item.name: item for item in tree.body if isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef)}
    found = functions.get(name)
    if found is None or found.lineno != line or found.decorator_list or name.startswith("test"):
        return False
    only_own = is_private(name) or any(_runs(item, functions) for item in tree.body)
    return only_own and not any(_may_use(node, name) for node in reached(tree))


def is_uncalled_method(tree: ast.Module, name: str, line: int) -> bool:
    """Return True if a file mentions a method only where it defines it, and the method is private or shares helpers with the `forward` of
    its class."""
    owner = _class_at(tree, name, line)
    methods = {} if owner is None else _methods(owner)
    forward, method = methods.get("forward"), methods.get(name)
    if method is None or method is forward or method.decorator_list:
        return False
    shares = forward is not None and not methods.keys().isdisjoint(_own_calls(forward) & _own_calls(method))
    return (shares or is_private(name)) and not mentions(tree, name)


def mentions(tree: ast.Module, name: str) -> bool:
    """Return True if a file mentions a method other than where it defines it, or may find it by a name that it does not spell."""
    return any(_may_use(node, name) for node in ast.walk(tree))


def class_of_method(tree: ast.Module, name: str, line: int) -> str:
    """Return the name of the class whose method begins in a line, "" if there is none."""
    owner = _class_at(tree, name, line)
    return "" if owner is None else owner.name


def names_module(summary: FileSummary, module: str) -> bool:
    """Return True if an import of a file names a module, from whichever folder."""
    return any(module in (*item.module.split("."), *(name for name, _ in item.names)) for item in summary.imports)


def may_import(summary: FileSummary, path: str, imported: Callable[[], Collection[str]]) -> bool:
    """Return True if a file loads modules whose names are values, or an import names the module of another file, and is not known to be
    one of a third file of this name. `imported` returns the files that it is known to import."""
    if loads_modules(summary):
        return True
    if not names_module(summary, os.path.splitext(os.path.basename(path))[0]):
        return False
    found = imported()
    return path in found or os.path.basename(path) not in map(os.path.basename, found)


def names_loader(data: bytes) -> bool:
    """Return True if a file's bytes contain the name of a function that loads modules."""
    return any(word.encode() in data for word in LOADERS)


def loads_modules(summary: FileSummary) -> bool:
    """Return True if a file loads modules whose names are values."""
    return not LOADERS.isdisjoint(summary.called)


def _class_at(tree: ast.Module, name: str, line: int) -> ast.ClassDef | None:
    classes = (item for item in ast.walk(tree) if isinstance(item, ast.ClassDef))
    return next((item for item in classes if (found := _methods(item).get(name)) is not None and found.lineno == line), None)


def _methods(definition: ast.ClassDef) -> dict[str, ast.FunctionDef]:
    return {item.name: item for item in definition.body if isinstance(item, ast.FunctionDef)}


def _own_calls(method: ast.FunctionDef) -> set[str]:
    """Return the names of the methods that a method calls of its own object."""
    if not method.args.args:
        return set()
    own = method.args.args[0].arg
    calls = (node.func for node in ast.walk(method) if isinstance(node, ast.Call))
    return {item.attr for item in calls if isinstance(item, ast.Attribute) and isinstance(item.value, ast.Name) and item.value.id == own}


def _runs(statement: ast.stmt, functions: Container[str]) -> bool:
    """Return True if a statement of a module tests `__name__`, or calls a function of the file or `backward`."""
    if isinstance(statement, _DEFINITIONS):
        return False
    calls = (node.func for node in ast.walk(statement) if isinstance(node, ast.Call))
    return is_main(statement) or any(_names_one(item, functions) for item in calls)


def _looks_up(statement: ast.stmt) -> bool:
    """Return True if a statement of a module may find a function by a name which the file does not spell."""
    names = (node.id for node in ast.walk(statement) if isinstance(node, ast.Name)) if not isinstance(statement, _DEFINITIONS) else ()
    return not LOOKUPS.isdisjoint(names)


def _names_one(called: ast.expr, functions: Container[str]) -> bool:
    return called.id in functions if isinstance(called, ast.Name) else isinstance(called, ast.Attribute) and called.attr == "backward"


def _may_use(node: ast.AST, name: str) -> bool:
    """Return True if an expression or import mentions a function, or may find it by name."""
    if isinstance(node, ast.Name):
        return node.id == name or node.id in LOOKUPS
    if isinstance(node, ast.Attribute):
        return node.attr == name or dotted(node) in LOOKUPS
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and node.value.replace(":", ".").rpartition(".")[2] == name
    return isinstance(node, ast.alias) and name in (node.name, node.asname)
