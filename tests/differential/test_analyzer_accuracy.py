"""The analyzer against generated programs, as they end on the shim: what it says must raise is what raises, and else it is silent."""

from __future__ import annotations

from pathlib import Path

import pytest

from .agreement import run
from .analyzer_accuracy import CODES, Figures, judge
from .generator import generate
from .program_forms import write

COUNTS = {"plain": 2000, "class": 500, "files": 1000}
LEAST = 0.99


@pytest.mark.parametrize("form", COUNTS)
def test_the_analyzer_says_what_happens(form: str, tmp_path: Path) -> None:
    """The shim, PyTorch and the analyzer share one model of autograd; this is where a gap in the analyzer's part shows."""
    written = write([generate(number) for number in range(COUNTS[form])], tmp_path, form)
    figures = judge(written, run(written, tmp_path, True, "together"))
    print(*figures.lines(), sep="\n")
    assert all(figures.right[ending] >= LEAST * figures.all[ending] for ending in (*CODES, "clean")), figures.wrong + figures.missed


def test_a_wrong_word_is_counted_as_wrong() -> None:
    """Figures that count whatever is said as right would be worth nothing."""
    figures = Figures()
    seven, eight, nowhere = ("1.py", 7), ("1.py", 8), ("", 0)
    figures.add("1", "freed", seven, {(seven, "GL101")})
    figures.add("2", "freed", seven, {(eight, "GL101")})
    figures.add("3", "freed", seven, set())
    figures.add("4", "clean", nowhere, {(seven, "GL107")})
    figures.add("5", "clean", nowhere, set())
    figures.add("6", "freed", seven, {(("helpers_1.py", 7), "GL101")})
    assert (figures.right["freed"], figures.all["freed"], figures.right["clean"], figures.all["clean"]) == (1, 4, 1, 2)
    assert ([name for name, _ in figures.missed], [name for name, _ in figures.wrong]) == (["3"], ["2", "4", "6"])
