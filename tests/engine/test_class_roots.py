"""The inherited methods that are analyzed on an instance of the subclass."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest

from engine.programs import program
from graphlint.engine.domain.bounds import INHERITED_METHODS
from graphlint.engine.roots import class_roots

FIT = """
def fit{name}(self, loader):
    for x in loader:
        self.step(x).backward()
"""
STEP = """
def step(self, x):
    return self.net(x).sum()
"""
INIT = """
def __init__(self):
    self.step = nn.Linear(2, 1)
"""


def inherited(folder: Path, base: str, child: str = "\npass\n") -> list[str]:
    """Return the names of the class roots of a subclass."""
    found = program(folder, f"class Base:\n{indent(base, '    ')}\nclass Child(Base):\n{indent(child, '    ')}\n")
    return [item.code.name for item in class_roots.inherited(found.machine, found.state, found.type("Child"))]


@pytest.mark.parametrize(
    ("base", "child", "found"),
    [
        (FIT, STEP, ["fit"]),
        (FIT + STEP, STEP, ["fit"]),
        (FIT + STEP, "\npass\n", []),
        (FIT, STEP + FIT, []),
        ("\ndef show(self, x):\n    print(self.name(x))\n", "\ndef name(self, x):\n    return x.name\n", []),
        (FIT.replace("fit{name}", "__del__"), STEP, []),
        (FIT.replace("fit{name}", "__call__"), STEP, ["__call__"]),
        ("\n@staticmethod" + FIT, STEP, []),
        (FIT, INIT, ["fit"]),
        (INIT + FIT, "\npass\n", []),
        (INIT + FIT, INIT, ["fit"]),
        (INIT + FIT, INIT.replace("self.step", "self.other"), []),
        (INIT.replace("nn.", "self.make() or nn.") + FIT, "\ndef make(self):\n    return None\n", ["fit"]),
    ],
)
def test_a_method_that_a_subclass_completes_is_a_root_of_it(tmp_path: Path, base: str, child: str, found: list[str]) -> None:
    """It calls a method of the subclass, or uses a field that the constructor of the subclass stores."""
    base, child = (text.replace("{name}", "") for text in (base, child))
    assert inherited(tmp_path, base, child) == found


def test_a_method_that_another_root_calls_is_none(tmp_path: Path) -> None:
    outer = "\ndef run(self, loader):\n    self.fit(loader)\n"
    assert inherited(tmp_path, FIT.replace("{name}", "") + outer, STEP) == ["run"]


def test_a_class_has_at_most_three_such_roots(tmp_path: Path) -> None:
    methods = "".join(FIT.replace("{name}", str(number)) for number in range(INHERITED_METHODS + 1))
    assert inherited(tmp_path, methods, STEP) == ["fit0", "fit1", "fit2"]
    assert INHERITED_METHODS == 3
