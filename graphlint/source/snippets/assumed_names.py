"""The names that a snippet reads before it binds them: usual modules and classes are imported, all others have unknown values."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from graphlint.source.snippets.read_first import read_first
from graphlint.source.snippets.updated_leaves import updated_leaves

MODULES: Mapping[str, str] = {
    "torch": "import torch",
    "nn": "from torch import nn",
    "F": "from torch.nn import functional as F",
    "optim": "from torch import optim",
    "np": "import numpy as np",
    "th": "import torch as th",
    "functional": "from torch.nn import functional",
    "autograd": "from torch import autograd",
    "init": "from torch.nn import init",
    "torchvision": "import torchvision",
    "math": "import math",
    "copy": "import copy",
    "time": "import time",
    "os": "import os",
    "random": "import random",
    "plt": "import matplotlib.pyplot as plt",
    "pd": "import pandas as pd",
}
"""The imports of modules, assumed if every use of the name reads an attribute."""

CALLED: Mapping[str, str] = {
    "Variable": "from torch.autograd import Variable",
    "DataLoader": "from torch.utils.data import DataLoader",
    "TensorDataset": "from torch.utils.data import TensorDataset",
    "Parameter": "from torch.nn import Parameter",
    "Adam": "from torch.optim import Adam",
    "AdamW": "from torch.optim import AdamW",
    "SGD": "from torch.optim import SGD",
    "RMSprop": "from torch.optim import RMSprop",
    "CrossEntropyLoss": "from torch.nn import CrossEntropyLoss",
    "MSELoss": "from torch.nn import MSELoss",
    "BCELoss": "from torch.nn import BCELoss",
    "BCEWithLogitsLoss": "from torch.nn import BCEWithLogitsLoss",
    "NLLLoss": "from torch.nn import NLLLoss",
    "L1Loss": "from torch.nn import L1Loss",
    "clip_grad_norm_": "from torch.nn.utils import clip_grad_norm_",
    "clip_grad_value_": "from torch.nn.utils import clip_grad_value_",
    "autocast": "from torch.cuda.amp import autocast",
    "GradScaler": "from torch.cuda.amp import GradScaler",
    "checkpoint": "from torch.utils.checkpoint import checkpoint",
    "deepcopy": "from copy import deepcopy",
    "tqdm": "from tqdm import tqdm",
}
"""The imports of classes and functions, assumed if every use of the name is a call or a base class."""

BASES: Mapping[str, str] = {"Module": "from torch.nn import Module", "Dataset": "from torch.utils.data import Dataset"}
MODULE_METHODS = frozenset(
    """add_module apply buffers children cpu cuda eval forward half load_state_dict modules named_children named_modules named_parameters
    parameters register_buffer register_forward_hook requires_grad_ state_dict step train update zero_grad unscale_ scale""".split()
)
KNOWN = frozenset((*dir(builtins), "__file__", "__name__", "__class__"))
VALUES = frozenset(("input", "iter", "id", "filter", "hash", "dir", "vars"))
"""The built-in functions whose names programs give to values. Such a name is free if the snippet does not call it."""


@dataclass(frozen=True, slots=True)
class AssumedNames:
    """`imports` are the statements that are assumed, by the names that they bind; `free` are the other names that nothing binds.

    `tensors` are those of `free` that may be tensors: the snippet neither calls them nor a method of modules and optimizers on them.
    `leaves` are those that the snippet updates from their own gradients.
    """

    imports: Mapping[str, str]
    free: tuple[str, ...]
    tensors: tuple[str, ...]
    leaves: tuple[str, ...]


def assumed_names(body: Sequence[ast.stmt]) -> AssumedNames:
    """Find the names that statements read and nothing binds before, in the order of their first use."""
    found = _Uses()
    nodes = [node for statement in body for node in ast.walk(statement)]
    for node in sorted(nodes, key=lambda node: (getattr(node, "lineno", 0), getattr(node, "col_offset", 0))):
        found.add(node)
    first = read_first(body)
    known = KNOWN - (VALUES - found.calls.keys())
    unbound = [name for name in found.reads if (name not in found.bound or name in first) and name not in known]
    if found.binds_all:
        return AssumedNames({}, (), (), ())
    imports = {name: line for name in unbound if (line := found.usual_import(name)) is not None}
    free = tuple(name for name in unbound if name not in imports)
    leaves = updated_leaves(body)
    tensors = tuple(name for name in free if name not in found.objects)
    return AssumedNames(imports, free, tensors, tuple(name for name in free if name in leaves))


class _Uses:
    """The names in some statements: `reads` counts the reads of each, in order, `bound` are those that something binds.

    `attributes`, `calls` and `bases` count the reads of these kinds. `objects` are names of modules, optimizers and functions. `augmented`
    are the targets of augmented assignments.
    """

    def __init__(self) -> None:
        self.reads: dict[str, int] = {}
        self.bound: set[str] = set()
        self.attributes: dict[str, int] = {}
        self.calls: dict[str, int] = {}
        self.bases: dict[str, int] = {}
        self.objects: set[str] = set()
        self.augmented: set[int] = set()
        self.binds_all = False

    def add(self, node: ast.AST) -> None:
        """Add a node."""
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                _count(self.reads, name)
            case ast.Name() if id(node) in self.augmented:
                pass
            case ast.Name(id=name):
                self.bound.add(name)
            case ast.AugAssign(target=ast.Name(id=name)):
                # The statement reads the name before it binds it.
                self.augmented.add(id(node.target))
                _count(self.reads, name)
            case ast.Attribute(value=ast.Name(id=name), attr=attribute):
                _count(self.attributes, name)
                if attribute in MODULE_METHODS:
                    self.objects.add(name)
            case ast.Call(func=ast.Name(id=name)):
                _count(self.calls, name)
                self.objects.add(name)
            case ast.ImportFrom(names=[ast.alias(name="*")]):
                self.binds_all = True
        self.bound.update(_bound_by(node))
        if isinstance(node, ast.ClassDef):
            for base in node.bases:
                if isinstance(base, ast.Name):
                    _count(self.bases, base.id)

    def usual_import(self, name: str) -> str | None:
        """Return the import of a name that is used as the usual one of a module, a class or a function is."""
        reads = self.reads[name]
        if name in MODULES and self.attributes.get(name) == reads:
            return MODULES[name]
        if name in CALLED and self.calls.get(name, 0) + self.bases.get(name, 0) == reads:
            return CALLED[name]
        return BASES[name] if name in BASES and self.bases.get(name) == reads else None


def _bound_by(node: ast.AST) -> Iterator[str]:
    """Yield the names that a node other than a name binds."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.arg(arg=name) | ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name
        case ast.MatchMapping(rest=str(name)):
            yield name
        case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
            yield from ((alias.asname or alias.name).partition(".")[0] for alias in aliases)


def _count(table: dict[str, int], name: str) -> None:
    table[name] = table.get(name, 0) + 1
