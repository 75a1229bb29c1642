"""A long table in a file costs a fix nothing but the parse: its elements are not visited to find the syntax around a finding."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

import pytest

from graphlint.check.check_config import CheckConfig
from graphlint.check.evaluate import check_bytes
from graphlint.engine.machine.machine import Machine
from graphlint.rule.registry import discover

TRAINS = """import torch

net = torch.nn.Linear(2, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
total = 0
for x in range(100):
    loss = net(torch.ones(2) * x).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
    total += loss
print(total)
"""
ELEMENTS = 20_000


ROWS = f"[{', '.join(f'({row}, -0.5, [{row}])' for row in range(ELEMENTS // 4))}]"
TABLES = {
    "constants": f"[{', '.join(map(str, range(ELEMENTS)))}]",
    "rows": ROWS,
    "rows by name": f"{{'rows': {ROWS}, 'weights': {ROWS}}}",
}


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_fix_does_not_visit_a_table(monkeypatch: pytest.MonkeyPatch, table: str) -> None:
    visited = 0
    plain = ast.iter_child_nodes

    def counted(node: ast.AST) -> Iterator[ast.AST]:
        nonlocal visited
        visited += 1
        return plain(node)

    monkeypatch.setattr(ast, "iter_child_nodes", counted)
    text = TRAINS + f"TABLE = {table}\n"
    config = CheckConfig(tuple(rule() for rule in discover().rules if rule.default))
    (found,) = check_bytes("train.py", text.encode(), config).diagnostics
    assert found.code == "GL202"
    assert found.fix is not None
    assert visited < ELEMENTS


def test_rows_of_a_table_are_no_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    allocated = 0
    plain = Machine.allocate

    def counted(self: Machine, *rest: Any) -> Any:
        nonlocal allocated
        allocated += 1
        return plain(self, *rest)

    monkeypatch.setattr(Machine, "allocate", counted)
    config = CheckConfig(tuple(rule() for rule in discover().rules if rule.default))
    (found,) = check_bytes("train.py", f"{TRAINS}ROWS = {ROWS}\n".encode(), config).diagnostics
    assert found.code == "GL202"
    assert allocated < ELEMENTS // 4


def test_text_is_parsed_once_for_analysis_and_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []
    plain = ast.parse

    def noted(text: str, *rest: Any) -> Any:
        parsed.append(text)
        return plain(text, *rest)

    monkeypatch.setattr(ast, "parse", noted)
    config = CheckConfig(tuple(rule() for rule in discover().rules if rule.default))
    text = TRAINS.replace("total", "running")
    (found,) = check_bytes("train.py", text.encode(), config).diagnostics
    assert found.fix is not None
    assert parsed.count(text) == 1
    assert len([item for item in parsed if "\n" in item]) == 2
