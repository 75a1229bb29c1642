"""Every operation of the shim against PyTorch and against the table that the analyzer reads: values, gradients, what is saved."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from graphlint.autograd.operations import operations

from .compare_samples import KNOWN, differences, is_missing, run


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the samples show under the shim; those that need what it lacks are left out."""
    found = run(True, tmp_path_factory.mktemp("shim") / "samples.pickle")
    return {label: parts for label, parts in found.items() if not any(is_missing(part) for part in parts.values())}


def test_the_shim_covers_most_of_the_samples(shim: dict[str, Any]) -> None:
    """If everything said that it is missing, nothing below would be compared."""
    assert len(shim) >= 650


def test_what_is_saved_is_what_the_table_says(shim: dict[str, Any]) -> None:
    """The analyzer believes the table; a run that is to confirm it must save the same, probed and not read."""
    wrong = []
    for label, parts in shim.items():
        name, variant = label.partition("|")[0].partition("@")[::2]
        row = operations().get(name)
        if row is None or variant or row.eval_saves is not None or name in KNOWN or "saves" not in parts["saved"]:
            continue
        seen = {operand: frozenset(kept) for operand, kept in parts["saved"]["saves"].items()}
        expected = {operand: row.saves.get(operand, row.saves.get(f"{operand}*")) for operand in seen}
        if any("*" in each for kept in expected.values() for each in kept or ()):
            continue
        if seen != expected:
            wrong.append(f"{label}: probed {seen}, in the table {expected}")
    assert not wrong


@pytest.mark.torch
@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="needs real PyTorch (torch==2.13.0), which is not installed")
def test_values_gradients_and_what_is_saved_agree_with_pytorch(shim: dict[str, Any], tmp_path: Path) -> None:
    """A confirmation is worth what the shim's numbers and errors are: in float32 to 1e-4, in float64 to 1e-7, twice derived too."""
    real = run(False, tmp_path / "samples.pickle")
    wrong = [
        words
        for label, parts in shim.items()
        if label.partition("|")[0].partition("@")[0] not in KNOWN
        for words in differences(label, real[label], parts)
    ]
    assert not wrong
