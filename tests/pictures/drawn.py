"""The pictures of programs, with the runs that they are drawn from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from graphlint.autograd.run import Run
from graphlint.check.check_config import CheckConfig, FixMode
from graphlint.check.diagnostic import Diagnostic
from graphlint.check.evaluate import check_file
from graphlint.check.pictured import Pictures
from graphlint.pictures.record import Life
from graphlint.project.project import Project
from graphlint.rule.base import Rule
from graphlint.rule.registry import discover
from graphlint.rule.story import Story
from graphlint.source.open import read_source

TOLD = {rule.code: rule for rule in discover().rules if rule.story is not Story.PLACES}
"""The rules whose pictures have a story of their own, by code."""


def pictures_of(path: Path, rules: tuple[type[Rule], ...] | None = None) -> Iterator[tuple[Diagnostic, Life, list[Run]]]:
    """Yield each finding of the rules with stories in a program, its picture, and the runs that find it."""
    chosen = rules if rules is not None else tuple(rule for rule in discover().rules if rule.default or rule.code in TOLD)
    config = CheckConfig(tuple(rule() for rule in chosen), fix_mode=FixMode.NONE)
    found = [item for item in check_file(str(path), config).diagnostics if item.code in TOLD]
    if not found:
        return
    source = read_source(str(path), path.read_bytes())
    pictures = Pictures(config, Project((str(path),)))
    lives = pictures.lives(source, found)
    for diagnostic, life in zip(found, lives, strict=True):
        assert life is not None, f"{path}: {diagnostic.code} has no picture"
        yield diagnostic, life, [run for run, finding in pictures.findings(source) if finding.code == diagnostic.code]


def lines_of(path: Path) -> Iterator[tuple[int, Life, list[Run]]]:
    """Yield each line of a program whose statement has a graph, its picture without a finding, and the runs of the program."""
    config = CheckConfig(tuple(rule() for rule in discover().rules if rule.default), fix_mode=FixMode.NONE)
    pictures = Pictures(config, Project((str(path),)))
    runs = pictures.runs(read_source(str(path), path.read_bytes()))
    for line in range(1, len(path.read_text(encoding="utf-8").splitlines()) + 1):
        life = pictures.of_line(str(path), line)
        if life is not None:
            yield line, life, runs
