"""Inputs of the kinds `check`, `fix` and `fault`: mutants of programs, alone and in projects."""

from __future__ import annotations

import random

from fuzzing.corpus import Corpus
from fuzzing.input import Input, Step
from fuzzing.mutants import choose, mutant, mutate_text

FILES = 4
"""The number of mutants that are checked together."""

CHECK_VARIANTS = (
    ("alone", 44), ("twice", 12), ("folder", 8), ("cache", 8), ("reuse", 10), ("formats", 8), ("parsers", 4), ("processes", 3),
    ("hash seed", 3),
)  # fmt: skip
FAULT_VARIANTS = (("fix", 4), ("noqa", 2), ("baseline", 2), ("cache", 3))
LARGEST_LIMIT = 2_000
MOST_CHANGES = 16
"""About the number of changes of the file system in one run."""


def check_input(corpus: Corpus, chance: random.Random) -> Input:
    """Return one mutant, or several files for the variants that compare ways of checking them."""
    variant = choose(CHECK_VARIANTS, chance)
    if variant in ("cache", "processes") and corpus.projects and chance.random() < 0.6:
        return Input("check", variant, _project(corpus, chance), seed=_seed(chance))
    if variant == "reuse":
        return Input("check", variant, _versions(corpus, chance), seed=_seed(chance))
    count = FILES if variant in ("folder", "cache", "processes") else 1
    return Input("check", variant, {f"file-{number}.py": mutant(corpus, chance) for number in range(count)}, seed=_seed(chance))


def fix_input(corpus: Corpus, chance: random.Random) -> Input:
    """Return one mutant that most often has findings and parses."""
    if corpus.projects and chance.random() < 0.1:
        return Input("fix", "project", _project(corpus, chance))
    return Input("fix", "file", {"file-0.py": mutant(corpus, chance, gentle=True)}, seed=_seed(chance))


def fault_input(corpus: Corpus, chance: random.Random) -> Input:
    """Return files, and the moment at which the process is killed or the disk is full."""
    variant = choose(FAULT_VARIANTS, chance)
    files = {f"file-{number}.py": corpus.program(chance).encode() for number in range(2)}
    step = Step("kill", chance.randrange(1, MOST_CHANGES)) if chance.random() < 0.7 else Step("full disk", chance.randrange(LARGEST_LIMIT))
    return Input("fault", variant, files, steps=(step,))


def _project(corpus: Corpus, chance: random.Random) -> dict[str, bytes]:
    """Return a project in which one or two files are mutants."""
    files = {name: text.encode() for name, text in chance.choice(corpus.projects)}
    for name in chance.sample(sorted(files), min(len(files), chance.choice((0, 1, 1, 2)))):
        if name.endswith(".py"):
            files[name] = mutate_text(files[name].decode(), corpus, chance, gentle=True).encode("utf-8", "replace")
    return files


def _versions(corpus: Corpus, chance: random.Random) -> dict[str, bytes]:
    """Return successive versions of a program made of several, as an editor sends them."""
    text = "\n\n".join(corpus.program(chance) for _ in range(chance.choice((1, 2, 3))))
    versions = {"version-0.py": text.encode()}
    for number in range(1, 5):
        changed = mutate_text(text, corpus, chance, gentle=True)
        versions[f"version-{number}.py"] = changed.encode("utf-8", "replace")
        if chance.random() < 0.7:
            text = changed
    return versions


def _seed(chance: random.Random) -> str:
    return str(chance.getrandbits(32))
