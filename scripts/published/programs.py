"""The programs of the cases, and the completion of fragments: code from a forum often uses names that it does not define."""

from __future__ import annotations

import ast
import builtins
import fnmatch
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from published.workbook import cells

# `dataset/codes.xlsx#Positive Sample!C16` is a cell of a workbook.
IN_WORKBOOK = "#"
OF_SHEET = "!"
KNOWN = {
    "F": "import torch.nn.functional as F",
    "Adam": "from torch.optim import Adam",
    "DataLoader": "from torch.utils.data import DataLoader",
    "Dataset": "from torch.utils.data import Dataset",
    "Module": "from torch.nn import Module",
    "Parameter": "from torch.nn import Parameter",
    "TensorDataset": "from torch.utils.data import TensorDataset",
    "Variable": "from torch.autograd import Variable",
    "autocast": "from torch.cuda.amp import autocast",
    "copy": "import copy",
    "init": "from torch.nn import init",
    "math": "import math",
    "models": "from torchvision import models",
    "nn": "from torch import nn",
    "np": "import numpy as np",
    "optim": "from torch import optim",
    "pd": "import pandas as pd",
    "plt": "import matplotlib.pyplot as plt",
    "th": "import torch as th",
    "time": "import time",
    "torch": "import torch",
    "tqdm": "from tqdm import tqdm",
}
# Calls of this function have unresolved results, as if the rest of the program were not available.
SUPPLY = "from rest_of_the_program import supply"


@dataclass(frozen=True)
class Program:
    """The text of a case; `path` is its file in the checkout, or None if it is a cell of a workbook."""

    collection: str
    case: str
    text: str
    path: Path | None = None


@dataclass(frozen=True)
class Completion:
    """A text that defines all names it uses, one line longer than the fragment; `undefined` are the names it adds."""

    text: str | None
    undefined: tuple[str, ...] = ()

    @property
    def parses(self) -> bool:
        """Return whether the fragment parses, apart from its indentation as a whole."""
        return self.text is not None


def programs(collection: str, checkout: Path, case: str) -> Iterator[Program]:
    """Yield the programs that a case of the table names: a file, a cell, or all that match a pattern.

    Args:
        collection: owner and name of the collection.
        checkout: the folder with its files.
        case: a path in the checkout, or a path with a sheet and a cell.
    """
    path, _, cell = case.partition(IN_WORKBOOK)
    for found in sorted(checkout.glob(path)):
        name = found.relative_to(checkout).as_posix()
        if not cell:
            yield Program(collection, name, found.read_text(encoding="utf-8", errors="replace"), found)
            continue
        for sheet, reference, text in cells(found):
            if fnmatch.fnmatchcase(f"{sheet}{OF_SHEET}{reference}", cell):
                yield Program(collection, f"{name}{IN_WORKBOOK}{sheet}{OF_SHEET}{reference}", text)


def complete(text: str) -> Completion:
    """Return the text without its common indentation, below one line that defines the names it does not define.

    Usual names of modules are imported. Every other name gets the result of an unresolved call. The line is the first, so a line number of
    the completed text is larger by one.
    """
    text = textwrap.dedent(text.replace("\r\n", "\n"))
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return Completion(None)
    names = undefined_names(tree)
    if not names:
        return Completion(text)
    imports = [KNOWN[name] for name in names if name in KNOWN]
    values = [f"{name} = supply({name!r})" for name in names if name not in KNOWN]
    return Completion("; ".join([*imports, *([SUPPLY, *values] if values else [])]) + "\n" + text, names)


def undefined_names(tree: ast.Module) -> tuple[str, ...]:
    """Return the names that the program loads and binds nowhere, sorted; none if it imports `*`."""
    bound = set(dir(builtins)) | {"__file__", "__name__"}
    loaded: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                loaded.add(name)
            case ast.Name(id=name):
                bound.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                bound.add(name)
            case ast.arg(arg=name) | ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                bound.add(name)
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                if any(alias.name == "*" for alias in aliases):
                    return ()
                bound |= {(alias.asname or alias.name).partition(".")[0] for alias in aliases}
    return tuple(sorted(loaded - bound))
