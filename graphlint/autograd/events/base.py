"""The base of all events."""

from __future__ import annotations

from dataclasses import dataclass

from graphlint.autograd.nodes import Context
from graphlint.autograd.sites import Site


@dataclass(frozen=True, slots=True)
class Event:
    """The base of all events: the site and its context."""

    site: Site
    context: Context
