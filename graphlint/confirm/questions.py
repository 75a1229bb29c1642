"""Questions of the process that runs a program: it sends its trace so far, and is answered if every finding is decided.

The question and the answer are files beside the trace, so that the program's own streams are not involved.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

QUESTION, ANSWER = ".question", ".answer"
END, GO_ON = "end", "go on"
PAUSE = 0.01
PATIENCE = 30.0
"""Seconds after which the program goes on without an answer."""


@dataclass
class Asker:
    """The side of the program. It asks at the first end of a loop, at the second, the fourth, and so on: loops may end very often."""

    trace: str
    content: Callable[[], str]
    process: int = field(default_factory=os.getpid)
    ends: int = 0

    def is_decided(self) -> bool:
        """Return True if a loop has ended, it is time to ask, and every finding is decided."""
        self.ends += 1
        if self.ends & (self.ends - 1) or os.getpid() != self.process:
            return False
        question, answer = Path(self.trace + QUESTION), Path(self.trace + ANSWER)
        draft = Path(self.trace + ".draft")
        draft.write_text(self.content(), encoding="utf-8")
        draft.replace(question)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if not question.exists() and answer.exists():
                decided = answer.read_text(encoding="utf-8") == END
                answer.unlink()
                return decided
            time.sleep(PAUSE)
        return False


def answer_question(trace: Path, decide: Callable[[Path], bool]) -> None:
    """Answer the question of a running program, if there is one."""
    question = Path(f"{trace}{QUESTION}")
    if question.exists():
        draft = Path(f"{trace}.reply")
        draft.write_text(END if decide(question) else GO_ON, encoding="utf-8")
        draft.replace(f"{trace}{ANSWER}")
        question.unlink()
