"""The kind of story that the picture of a finding shows: each rule names its own."""

from __future__ import annotations

import enum


class Story(enum.Enum):
    """The kind of events that a finding is about, in the order in which its picture shows them."""

    PLACES = "places"
    """The places of the finding, and the graphs that are built there."""
    ERROR = "error"
    """A backward that raises, what built its graph, and what freed or modified a saved tensor."""
    RETAINED = "retained"
    """A backward that retains its graph, and the later uses of the graph."""
    GROWTH = "growth"
    """A statement that keeps the graph of each iteration alive."""
    UNUSED = "unused"
    """A module call whose graph no backward uses."""
    GRADIENTS = "gradients"
    """Gradients: filled, used by a step, reset."""
