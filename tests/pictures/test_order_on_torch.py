"""The marks of a picture are in the order in which PyTorch does what they say, for the findings that a run confirms."""

from __future__ import annotations

from pathlib import Path

import pytest
from marked_programs import OK, PROGRAMS, sampled

from graphlint.check.check_config import CheckConfig, FixMode
from graphlint.confirm.evaluate import Evaluator
from graphlint.confirm.order import Emitter, Order
from graphlint.confirm.run import run_order
from graphlint.pictures.record import Life
from graphlint.rule.registry import discover
from graphlint.source.discovery import display
from graphlint.source.open import read_source

from .drawn import TOLD, pictures_of

CHOSEN = sampled([path for path in PROGRAMS if path.parent.name.upper() in TOLD and not path.stem.endswith(OK)], 150, 400)


@pytest.mark.torch
@pytest.mark.sampled
@pytest.mark.parametrize("path", CHOSEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_marks_are_in_the_order_of_the_run(path: Path) -> None:
    name = display(str(path))
    drawn = {(diagnostic.code, diagnostic.place.start.row): life for diagnostic, life, _ in pictures_of(Path(name))}
    config = CheckConfig(tuple(rule() for rule in discover().rules if rule.default or rule.code in TOLD), fix_mode=FixMode.NONE)
    trace = run_order(Order("", Emitter.TORCH, str(path), folders=(str(path.parent),), steps=3, seconds=120))
    source = read_source(name, path.read_bytes())
    for result in Evaluator(trace, {name: source}, lambda _: config, draws=True).evaluate([]):
        known = drawn.get((result.diagnostic.code, result.diagnostic.place.start.row))
        if known is not None and result.life is not None:
            ours, theirs = marks(known), marks(result.life)
            # A run may repeat a mark: it follows all terms of a sum, where the picture of the check has one.
            assert [mark for mark in ours if mark in theirs] == [mark for mark in theirs if mark in ours], (ours, theirs)


def marks(life: Life) -> list[tuple[int, str]]:
    """The lines and kinds of the marks, in the order of the picture, each where it is first."""
    return list(dict.fromkeys((life.rows[mark.row].line, mark.kind.value) for mark in life.marks))
