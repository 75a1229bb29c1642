"""The record of an input, and its form on disk."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

RECORD = "input.json"
STDIN = "<stdin>"
"""The name of the file that the command reads from its standard input."""


@dataclass(frozen=True)
class Step:
    """A step of an input: its name, numbers and a text, whose meaning depends on the name. Any sequence of steps is valid."""

    name: str
    start: int = 0
    length: int = 0
    text: str = ""


@dataclass(frozen=True)
class Input:
    """An input of one kind, and the variant of it: the property that is tested, or the data that are changed.

    `words` are the arguments of the command; `seed` determines the choices that are made while the input runs.
    """

    kind: str
    variant: str
    files: Mapping[str, bytes] = field(default_factory=dict)
    words: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    seed: str = ""

    def save(self, folder: Path) -> None:
        """Store the input in a new folder: its files, and a record of all else."""
        folder.mkdir(parents=True, exist_ok=True)
        names = list(self.files)
        for number, data in enumerate(self.files.values()):
            (folder / f"{number}.txt").write_bytes(data)
        record = {
            "kind": self.kind,
            "variant": self.variant,
            "files": names,
            "words": self.words,
            "steps": [[step.name, step.start, step.length, step.text] for step in self.steps],
            "seed": self.seed,
        }
        (folder / RECORD).write_text(json.dumps(record, indent=1), encoding="utf-8")

    @classmethod
    def load(cls, folder: Path) -> Input:
        """Read an input that was stored."""
        record = json.loads((folder / RECORD).read_text(encoding="utf-8"))
        files = {name: (folder / f"{number}.txt").read_bytes() for number, name in enumerate(record["files"])}
        steps = tuple(Step(*step) for step in record["steps"])
        return cls(record["kind"], record["variant"], files, tuple(record["words"]), steps, record["seed"])
