"""The rules whose findings are not reported in unit tests by default.

A graph that a unit test builds or retains costs nothing, and its gradients are made by hand. An error that PyTorch raises, a mode switch
without effect and a removed name are mistakes there, too.
"""

from __future__ import annotations

import enum

_FAMILIES = ("GL2", "GL3", "GL4", "GL5")
_MISTAKES = frozenset(("GL302", "GL303"))


class Applicable(enum.Enum):
    """The rules that apply in unit tests, as the values of the setting `unit-tests`."""

    ERRORS = "errors"
    ALL = "all"


def is_reported_in_unit_tests(code: str) -> bool:
    """Return True if findings of a rule are reported in unit tests."""
    return code in _MISTAKES or not code.startswith(_FAMILIES)
