"""Code that fixes cannot change: what is too long, or nested too deeply, to be parsed by libcst in the user's process."""

from __future__ import annotations

from dataclasses import dataclass

from graphlint.rule.code import Code

NOTE = "no fix is offered: the statement is too long, or nested too deeply, to be rewritten; split it"


@dataclass
class Refused:
    """The number of edits of a text that were refused."""

    count: int = 0


def refused_in(code: Code) -> Refused:
    """Return the record of a text. It is apart from the trees, so that reading it does not import libcst."""
    return code.once(_none)


def _none(_: Code) -> Refused:
    return Refused()
