"""Searches of a file's bytes that decide whether its code is worth a look. Each finds more than the code states, never less."""

from __future__ import annotations

import re

_CALL = re.compile(rb"(\w+)[\s\\]*\(")
SWITCHES = (b"no_grad", b"inference_mode", b"set_grad_enabled")


def switches_grad_mode(data: bytes) -> bool:
    """Return True if a file mentions a grad mode switch."""
    return any(word in data for word in SWITCHES)


def calls_if_switching_grad_mode(data: bytes) -> frozenset[str]:
    """Return the names that a file may call if it mentions a grad mode switch; otherwise none."""
    if not switches_grad_mode(data):
        return frozenset()
    return frozenset(name.decode("utf-8", "replace") for name in _CALL.findall(data))
