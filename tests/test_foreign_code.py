"""Which modules can run code at all: the promise that a check runs none of what it reads is held by a short list."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import graphlint

PACKAGE = Path(graphlint.__file__).parent
# Calls that run code, start a program, import a module by its name, or make objects of bytes.
RUNNING = frozenset(
    "exec eval compile __import__ import_module run_module run_path load_module exec_module spec_from_file_location "
    "Popen run check_call check_output call system popen execv execve execvp execvpe posix_spawn startfile fork".split()
)
BUILT_IN = frozenset(("exec", "eval", "compile", "__import__"))
READING = frozenset("load loads Unpickler".split())
# Modules of which any function of such a name counts.
OWNERS = frozenset("builtins importlib runpy subprocess os pickle marshal shelve dill cloudpickle code codeop pty".split())

ALLOWED = {
    "graphlint": "public names, imported from a table of own modules",
    "graphlint.cli.main": "commands, imported from a table of own modules",
    "graphlint.report": "formats, imported from a table of own modules",
    "graphlint.fixes.edits": "own modules, by names in the package",
    "graphlint.fixes.strategies": "own modules, by names in the package",
    "graphlint.rule.registry": "own rules, and entry points of trusted distributions",
    "graphlint.check.cache.identity": "the two own packages, for the contents of their files",
    "graphlint.source.base_tree": "`diff` starts git, without the hooks of the repository",
    "graphlint.common.system": "`fcntl` and `resource` of the standard library, which Windows lacks",
    "graphlint.common.processes": "answers of own worker processes, through a pipe",
    "graphlint.common.supervised_program": "`confirm` and `explain --` start a program",
    "graphlint.common.supervisor": "`confirm` and `explain --` start a program",
    "graphlint.common.windows_job": "`confirm` and `explain --` start a program",
    "graphlint.confirm.child": "the program of `confirm`, in its own process",
    "graphlint.confirm.program": "the program of `confirm`, in its own process",
    "graphlint.confirm.interpreter": "`confirm` asks the chosen interpreter whether it has PyTorch",
    "graphlint.confirm.torch_operations": "PyTorch, in the process of the program",
    "graphlint.confirm.torch_extensions": "PyTorch, in the process of the program",
    "graphlint.confirm.torch_hooks": "PyTorch, in the process of the program",
    "graphlint.mcp.answers": "the tool `confirm`, which `mcp --allow-run` offers, starts a program",
    "graphlint.testing.built_graphs": "PyTorch, in the user's tests",
}


def calls_that_run_code(text: str) -> set[str]:
    """Return the names of the calls in a text that can run code."""
    found = set()
    imported: dict[str, str] = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module in OWNERS:
            imported |= {item.asname or item.name: item.name for item in node.names}
        elif isinstance(node, ast.Import):
            imported |= {item.asname: item.name for item in node.names if item.asname}
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Call(func=ast.Name(id=name)) if imported.get(name, name) in RUNNING and (name in imported or name in BUILT_IN):
                found.add(imported.get(name, name))
            case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=name)) if imported.get(owner, owner) in OWNERS:
                if name in RUNNING or name in READING:
                    found.add(f"{imported.get(owner, owner)}.{name}")
    return found


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


def test_only_listed_modules_can_run_code() -> None:
    """A new one is listed with its reason, and named in docs/security.md if it runs what is not graphlint's own."""
    # In an installed package, the shim lies below it: it stands in for torch in the process of a program that `confirm` runs.
    own = [path for path in PACKAGE.rglob("*.py") if not path.is_relative_to(PACKAGE / "runtime_shim")]
    running = {module_name(path): calls_that_run_code(path.read_text(encoding="utf-8")) for path in own}
    assert {name: calls for name, calls in running.items() if calls and name not in ALLOWED} == {}
    assert [name for name in ALLOWED if not running.get(name)] == []


@pytest.mark.parametrize(
    "text",
    [
        "exec(x)",
        "import pickle\npickle.loads(x)",
        "import subprocess as s\ns.run(x)",
        "from os import system as f\nf(x)",
        "import importlib\nimportlib.import_module(x)",
    ],
)
def test_a_call_that_runs_code_is_found(text: str) -> None:
    """A search that finds nothing would pass for the wrong reason."""
    assert calls_that_run_code(text)


def test_methods_of_these_names_are_no_calls_that_run_code() -> None:
    assert calls_that_run_code("import re\nre.compile(x)\njson.loads(x)\nself.run(x)\nmodel.eval()\nimport os\nos.stat(x)") == set()
