"""Variables of the environment that are meant for graphlint alone: no program that it starts gets them."""

from __future__ import annotations

import os

CACHE_KEY = "GRAPHLINT_CACHE_KEY"
"""The secret from which the key is made that signs the cache."""


def environment_of_programs() -> dict[str, str]:
    """Return the environment for a program that is not graphlint's own."""
    return {name: value for name, value in os.environ.items() if name != CACHE_KEY}
