"""Small programs whose module code is executed, for tests of the parts of the engine that ask a machine."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

from graphlint.autograd.numbers import ObjectNumber
from graphlint.autograd.run import Run
from graphlint.engine.dispatch.table import dispatch
from graphlint.engine.domain import class_lookup
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import Class, Function
from graphlint.engine.exec import imports, lazy_imports
from graphlint.engine.exec.instructions import HANDLERS
from graphlint.engine.machine.budget import Budget
from graphlint.engine.machine.limits import Limits
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.protocols import Semantics
from graphlint.engine.roots.runs import runs
from graphlint.ir.instructions import FunctionCode
from graphlint.ir.statements import lower_module
from graphlint.project.project import Project
from graphlint.source.parse import parse
from graphlint.source.source import Source

HEAD = "import torch\nfrom torch import nn\nimport other\n"


@dataclass(frozen=True)
class Program:
    """A program whose module code is executed: the machine, the state at its end, and the scope of the module."""

    machine: Machine
    state: State
    scope: int

    def type(self, name: str) -> Class:
        found = self.state.heap[ObjectNumber(self.scope)].fields[name]
        assert isinstance(found, Class)
        return found

    def method(self, owner: str, name: str) -> Function:
        found = class_lookup.attribute(self.state, self.type(owner), name)
        assert isinstance(found, Function)
        return found

    def function(self, name: str) -> Function:
        found = self.state.heap[ObjectNumber(self.scope)].fields[name]
        assert isinstance(found, Function)
        return found


def _lowered(folder: Path, text: str) -> tuple[FunctionCode, Project]:
    path = folder / "program.py"
    path.write_text(HEAD + dedent(text), encoding="utf-8")
    source = Source.from_bytes(str(path), path.read_bytes())
    project = Project((source.path,))
    return lower_module(parse(source), source.path), project


def program(folder: Path, text: str) -> Program:
    """Execute the code of a module, which is stored in a folder."""
    code, project = _lowered(folder, text)
    machine = Machine(project, project.evidence(), Semantics(HANDLERS, dispatch(), lazy_imports.link), Budget(Limits(), code.path))
    state, scope = State(), ObjectNumber(machine.graph.number())
    machine.imports.scopes[project.identify(code.path)] = scope
    machine.start_root(code)
    imports.run(machine, state, code, scope)
    return Program(machine, state, scope)


def roots(folder: Path, text: str) -> dict[str, Run]:
    """Analyze a program, which is stored in a folder, and return the last run of each root, by name."""
    code, project = _lowered(folder, text)
    return {item.run.root: item.run for item in runs(code, project.evidence(), project)}
