"""The forms of a generated program: the same happens, whatever the form."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from .agreement import run
from .generator import generate
from .program_forms import files, write

COUNT = 300


def tensors(ending: dict[str, Any]) -> dict[str, tuple[Any, ...]]:
    """Values, gradients and versions at the end, by name: a module's are one attribute deeper in the other forms."""
    return {
        name.replace(".inner.", "."): (value.tolist(), None if grad is None else grad.tolist(), *others)
        for name, (value, grad, *others) in ending["tensors"].items()
    }


@pytest.mark.parametrize("form", ["class", "files"])
def test_the_same_happens_in_each_form(form: str, tmp_path: Path) -> None:
    """A form in which another error is raised, or other values come out, would be another program."""
    programs = [generate(number) for number in range(COUNT)]
    endings: list[dict[str, Any]] = []
    for each in ("plain", form):
        folder = tmp_path / each
        folder.mkdir()
        endings.append(run(write(programs, folder, each), folder, True, "together"))
    for program in programs:
        plain, other = (ending[str(program.number)] for ending in endings)
        assert (plain["error"], plain["message"]) == (other["error"], other["message"]), program.number
        # The outermost line is one of the statements, which stand at the end of both.
        lines = [(program.text, plain["lines"]), (files(program, form)[f"{program.number}.py"], other["lines"])]
        assert len({text.count("\n") - numbers[0] for text, numbers in lines if numbers}) <= 1, program.number
        assert tensors(plain) == tensors(other), program.number


def test_each_kind_of_import_and_of_method_is_met() -> None:
    """A form that always came in one shape would leave the ways of importing untried."""
    texts = ["\n".join(files(generate(number), "files").values()) for number in range(40)]
    for words in (
        "import helpers_0\n", " as tools\n", "from helpers_1 import ", "mix as other_mix", "@staticmethod", "@classmethod",
        "def walk(self, ", "steps = Steps()", "steps = helpers_", "class Net",
    ):  # fmt: skip
        assert any(words in text for text in texts), words


def test_the_second_file_raises_as_well(tmp_path: Path) -> None:
    """Comparing file and line shows something only if the line is now and then in the second file."""
    endings = run(write([generate(number) for number in range(COUNT)], tmp_path, "files"), tmp_path, True, "together")
    assert sum(each["place"][0].startswith("helpers_") for each in endings.values()) >= COUNT // 100
