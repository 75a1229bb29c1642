"""The analyzer against generated programs, as they end on the shim: what it says must raise is what raises, and else it is silent."""

from __future__ import annotations

from pathlib import Path

from .agreement import run
from .analyzing import CODES, Figures, judge
from .generator import generate

COUNT = 2000
LEAST = 0.99


def test_the_analyzer_says_what_happens(tmp_path: Path) -> None:
    """The shim, PyTorch and the analyzer share one model of autograd; this is where a gap in the analyzer's part shows."""
    programs = [generate(number) for number in range(COUNT)]
    written = [(str(each.number), tmp_path / f"{each.number}.py") for each in programs]
    for each, (_, path) in zip(programs, written, strict=True):
        path.write_text(each.text, encoding="utf-8")
    figures = judge(programs, run(written, tmp_path, True, "together"))
    print(*figures.lines(), sep="\n")
    assert all(figures.right[ending] >= LEAST * figures.all[ending] for ending in (*CODES, "clean")), figures.wrong + figures.missed


def test_a_wrong_word_is_counted_as_wrong() -> None:
    """Figures that count whatever is said as right would be worth nothing."""
    figures = Figures()
    figures.add("1", "freed", 7, {(7, "GL101")})
    figures.add("2", "freed", 7, {(8, "GL101")})
    figures.add("3", "freed", 7, set())
    figures.add("4", "clean", 0, {(3, "GL107")})
    figures.add("5", "clean", 0, set())
    assert (figures.right["freed"], figures.all["freed"], figures.right["clean"], figures.all["clean"]) == (1, 3, 1, 2)
    assert ([name for name, _ in figures.missed], [name for name, _ in figures.wrong]) == (["3"], ["2", "4"])
