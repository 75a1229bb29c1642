"""The causes of each message of `graphlint explain`, with a program that raises it and one that does not, for the pages in docs/errors.

Cause N of a message is the rule at that place of its `codes`. Its programs are tests/explain/causes/MESSAGE-N.py and MESSAGE-N_ok.py; where
these do not exist, the first example of the rule's page raises the message. `error_causes_on_torch.py` runs all of them.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from graphlint.explain.messages import Message, messages
from graphlint.rule.base import Rule
from graphlint.rule.docs import EXAMPLE, USE_INSTEAD, page_of
from graphlint.rule.registry import discover

FOLDER = Path(__file__).parent / "explain" / "causes"
PRINTED = FOLDER / "printed.json"
RAISES = "  # raises"


@dataclass(frozen=True, slots=True)
class Cause:
    """One cause of a message: the rule that finds it, a sentence, a program that raises the message and the corrected program."""

    key: str
    message: Message
    rule: type[Rule] | None
    sentence: str
    program: str
    mended: str

    @property
    def raising_line(self) -> int | None:
        """The line that raises, None if the program does not mark it."""
        return next((number for number, line in enumerate(self.program.splitlines(), 1) if line.endswith(RAISES)), None)


def all_causes() -> list[Cause]:
    """Return the causes of all messages, in the order of the table."""
    return [cause for message in messages() for cause in causes_of(message)]


def causes_of(message: Message) -> Iterator[Cause]:
    """Yield the causes of a message, the most frequent first. A message without a rule has its programs in files."""
    registry = discover()
    rules = [registry.find(code) for code in message.codes] or [None]
    for number, rule in enumerate(rules, 1):
        key = f"{message.name}-{number}"
        path = FOLDER / f"{key}.py"
        if path.exists():
            sentence, program = _split(path.read_text(encoding="utf-8"))
            mended = path.with_name(f"{key}_ok.py").read_text(encoding="utf-8")
        else:
            assert rule is not None, f"{path} is missing"
            page = page_of(rule)
            sentence, program, mended = page.summary, page.program(EXAMPLE), page.program(USE_INSTEAD)
        yield Cause(key, message, rule, sentence, program, mended)


def printed() -> dict[str, str]:
    """Return what PyTorch prints for each program, by the keys of the causes."""
    texts: dict[str, str] = json.loads(PRINTED.read_text(encoding="utf-8"))
    return texts


def _split(text: str) -> tuple[str, str]:
    """Split a file into its docstring and the program after it."""
    tree = ast.parse(text)
    first = tree.body[0]
    return ast.get_docstring(tree) or "", "\n".join(text.splitlines()[first.end_lineno :]).strip() + "\n"
