"""Where a rule's page can be read on the web, if this distribution says where its documentation is."""

from __future__ import annotations

import functools

DISTRIBUTION = "torch-graphlint"
LABEL = "documentation"


def address_of(name: str) -> str | None:
    """The address of a rule's page; None as long as the project names no address of its documentation.

    Args:
        name: the rule's name.
    """
    base = _documentation()
    return f"{base}/rules/{name}" if base else None


@functools.cache
def _documentation() -> str:
    """What the distribution calls its documentation; empty if nothing."""
    from graphlint.common.distributions import links  # noqa: PLC0415  not every run asks

    return links(DISTRIBUTION).get(LABEL, "").rstrip("/")
