"""The lifetime of the graphs that a finding is about, from the events of its run."""

from __future__ import annotations

from collections.abc import Callable

from graphlint.autograd.events import Site
from graphlint.autograd.run import Run
from graphlint.pictures.draft import Draft
from graphlint.pictures.layout import Layout
from graphlint.pictures.record import Life
from graphlint.pictures.stories import errors, gradients, growth, lines, places, retained, unused
from graphlint.rule.base import Finding, Severity
from graphlint.rule.story import Story
from graphlint.source.source import Source

DRAWN: dict[Story, Callable[[Run, Finding, Draft], None]] = {
    Story.ERROR: errors.draw,
    Story.RETAINED: retained.draw,
    Story.GROWTH: growth.draw,
    Story.UNUSED: unused.draw,
    Story.GRADIENTS: gradients.draw,
    Story.PLACES: places.draw,
}


def life_of(run: Run, finding: Finding, story: Story, source: Callable[[str], Source | None]) -> Life:
    """Return the record of a finding's picture.

    Args:
        run: the run in which a rule has found it.
        source: returns a file by its path, None if it is unavailable.
    """
    draft = Draft()
    DRAWN[story](run, finding, draft)
    if not draft.marks and story is not Story.PLACES:
        places.draw(run, finding, draft)
    return Layout(run, finding, draft, source).life()


def life_of_line(run: Run, statement: Site, source: Callable[[str], Source | None]) -> Life | None:
    """Return the record of the graph that a statement builds or frees, without a finding; None if it does neither in the run."""
    subject = Finding(code="", name="", severity=Severity.INFO, message=f"the graph of line {statement.line}", site=statement)
    draft = Draft()
    lines.draw(run, subject, draft)
    return Layout(run, subject, draft, source).life() if draft.marks else None
