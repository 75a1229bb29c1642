"""The request for the graphs of a program, and its answer; see `messages`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from graphlint.autograd.events import Certainty, Fault
from graphlint.server.workers.messages import FolderConfig, Program, Request, Span


class Retention(NamedTuple):
    """A graph that is still referenced by `owner` after its loop iteration."""

    owner: str
    place: Span
    loop: Span


class Fact(NamedTuple):
    """A sentence about a tensor or a statement; `{}` stands for its places."""

    text: str
    places: tuple[Span, ...] = ()


class Description(NamedTuple):
    """Description of the value or the statement at a place: a title in Markdown, and facts."""

    place: Span
    title: str
    facts: tuple[Fact, ...] = ()


class Error(NamedTuple):
    """A backward call that raises in PyTorch, the error, and the statement that freed or changed what it needs, if known."""

    place: Span
    fault: Fault
    cause: Span | None


class Graph(NamedTuple):
    """Lifetime of the graph built at one place, for lenses and hints; `description` is an index in the descriptions.

    `shows_grad_mode`: the function around it switches the grad mode, so a reader sees there why no graph is built.
    """

    place: Span
    is_module: bool
    records: Certainty
    description: int
    shows_grad_mode: bool
    used_by: tuple[Span, ...] = ()
    freed_by: tuple[Span, ...] = ()
    retained_by: tuple[Retention, ...] = ()


@dataclass(frozen=True, slots=True)
class GraphInfo:
    """Graphs of a program.

    `names` are the variables that reference a described value, each with its index in `descriptions`; `errors` are the backward calls that
    raise; `noqa_words` are the codes and names in suppression comments.
    """

    graphs: tuple[Graph, ...] = ()
    descriptions: tuple[Description, ...] = ()
    names: tuple[tuple[Span, int], ...] = ()
    errors: tuple[Error, ...] = ()
    retained: tuple[Retention, ...] = ()
    noqa_words: tuple[tuple[Span, str], ...] = ()


@dataclass(frozen=True, slots=True)
class DescribeGraphs(Request[GraphInfo]):
    """Describe the graphs and the suppression comments of a program."""

    program: Program
    config: FolderConfig
