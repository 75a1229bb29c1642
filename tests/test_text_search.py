"""Searches of a file's bytes find each name that the code uses, and few that only prose does."""

from __future__ import annotations

import pytest

from graphlint.project.text_search import may_name


@pytest.mark.parametrize(
    "text",
    [
        "main()",
        "main (config)",
        "run(target=main)",
        "from train import main",
        "from train import main as start",
        "found = main if config else None",
        "starts = [main for _ in range(2)]",
        "main \\\n    (config)",
        "def main(config):",
        "@main\ndef train(): ...",
        "getattr(module, 'main')()",
        "self.main\t# the loop",
    ],
)
def test_a_name_of_the_code_is_found(text: str) -> None:
    """What misses a name loses a caller, and with it a finding or its refutation."""
    assert may_name(text.encode(), "main")


@pytest.mark.parametrize("text", ["domain = 1", 'if __name__ == "__main__":', "# the main process waits", "maintain(model)"])
def test_other_words_and_prose_are_not(text: str) -> None:
    """Such a file would be parsed for nothing."""
    assert not may_name(text.encode(), "main")


def test_a_name_in_other_letters_is_found() -> None:
    """Boundaries of words are those of ASCII letters."""
    assert may_name("größe = größer()".encode(), "größe")
