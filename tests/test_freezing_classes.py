"""The classes whose methods may freeze parameters, by the summaries of the files."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphlint.project.project import Project

PARTS = """
from torch import nn


class Codebook(nn.Module):
    def __init__(self):
        super().__init__()
        self.codes = nn.Parameter(nn.init.zeros_(nn.Linear(2, 2).weight.detach()), requires_grad=False)


class Frozen(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 2)
        for parameter in self.parameters():
            parameter.requires_grad = False


def count(module):
    return sum(parameter.numel() for parameter in module.parameters() if parameter.requires_grad)
"""
NET = """
import parts
from parts import Frozen
from torch import nn


class Net(BASE):
    def __init__(self):
        super().__init__()
        self.layer = PART
        self.size = parts.count(self)
"""


@pytest.mark.parametrize(
    ("base", "part", "freezes"),
    [
        ("nn.Module", "nn.Linear(2, 2)", False),
        ("nn.Module", "parts.Codebook()", False),
        ("nn.Module", "nn.Linear(2, 2).requires_grad_(False)", True),
        ("nn.Module", "parts.Frozen()", True),
        ("nn.Module", "Frozen()", True),
        ("parts.Frozen", "nn.Linear(2, 2)", True),
        ("Frozen", "nn.Linear(2, 2)", True),
    ],
)
def test_a_class_freezes_what_its_methods_or_its_base_class_freeze(tmp_path: Path, base: str, part: str, freezes: bool) -> None:
    """Reading the flag freezes nothing, nor does the constructor of a class that the class does not derive from."""
    (tmp_path / "parts.py").write_text(PARTS)
    (tmp_path / "net.py").write_text(NET.replace("BASE", base).replace("PART", part))
    files = tuple(str(tmp_path / name) for name in ("parts.py", "net.py"))
    project = Project(files, (str(tmp_path),))
    assert project.evidence().freezes(files[1], "Net") is freezes
