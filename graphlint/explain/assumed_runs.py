"""Analyze the files of a traceback, given that one of their lines has raised."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from graphlint.autograd.events import Event, Fault, NoGraph, Origin, Raised
from graphlint.autograd.queries import crossing, diverging_loop
from graphlint.autograd.raised_at import Evidence, RaisedAt
from graphlint.autograd.run import Run
from graphlint.autograd.sites import Site
from graphlint.check.analyze import Observation, analyze
from graphlint.common.errors import GraphlintError, SyntaxProblem
from graphlint.engine.roots.observation import Observer
from graphlint.explain.answer import Cause, Role
from graphlint.explain.locate import LocatedFrame
from graphlint.libraries.assumptions import Assumptions
from graphlint.project.project import Project
from graphlint.rule.base import Finding, Rule
from graphlint.rule.causes import ErrorAt
from graphlint.source.source import Source

ROLES = {
    NoGraph.GRAD_MODE_OFF: (Role.NO_GRAD, "computed with grad mode off"),
    NoGraph.VIEW: (Role.NO_GRAD, "view created with grad mode off"),
    NoGraph.DATA: (Role.LEAF, "computed from tensors that do not require grad"),
}
"""The role of the place at which a value lost its graph, or never had one; by default it is the detach point."""


@dataclass(frozen=True, slots=True)
class AssumedError:
    """The error of a run that explains a traceback, and the finding of a rule about it, if any."""

    run: Run
    raised: Raised
    finding: Finding | None
    assumption: RaisedAt


def find_error(
    frames: Sequence[LocatedFrame], fault: Fault, rules: Sequence[Rule], assumptions: Assumptions, project: Project, evidence: Evidence
) -> AssumedError | None:
    """Return the error that the analysis finds at the last frame; None if it finds none there.

    Of several runs that reach the line, one through the calls of the traceback is preferred.
    """
    assumption = assumed(frames, fault, evidence)
    best: AssumedError | None = None
    for source in dict.fromkeys(frame.source for frame in reversed(frames)):
        for found in _errors(source, assumption, rules, assumptions, project):
            if best is None or _likeness(found) > _likeness(best):
                best = found
    return best


def assumed(frames: Sequence[LocatedFrame], fault: Fault, evidence: Evidence) -> RaisedAt:
    """Return the assumption that the last of some frames raised a fault."""
    lines = tuple((os.path.abspath(frame.source.path), frame.line) for frame in frames)
    return RaisedAt(lines, frozenset((fault,)), evidence)


def _errors(
    source: Source, assumption: RaisedAt, rules: Sequence[Rule], assumptions: Assumptions, project: Project
) -> Iterator[AssumedError]:
    observation = Observation(Observer({}))
    try:
        analyze(source, rules, assumptions, project, observation, assumption)
    except (GraphlintError, SyntaxProblem):
        return
    for item in observation.runs:
        for event in item.run.of(Raised):
            if any(assumption.covers(event.site, fault) for fault in assumption.faults & {event.fault}):
                finding = next((found for found in item.findings if ErrorAt(event.site) in found.causes), None)
                finding = finding or next((found for found in item.findings if found.site == event.site), None)
                yield AssumedError(item.run, event, finding, assumption)


def is_earlier(found: AssumedError, other: AssumedError) -> bool:
    """Return True if an error is raised in an earlier iteration than another one: it would have ended the program."""
    numbers, others = ([iteration.number for iteration in each.raised.context.iterations] for each in (found, other))
    return len(numbers) == len(others) and numbers < others


def _likeness(found: AssumedError) -> tuple[int, bool]:
    """Return how many calls of the traceback a run has made, and if a rule has a finding."""
    calls = {(os.path.abspath(site.path), line) for site in found.raised.context.calls for line in range(site.line, site.end_line + 1)}
    return sum(line in calls for line in found.assumption.lines[:-1]), found.finding is not None


def causes_of(found: AssumedError) -> list[Cause]:
    """Return the places that led to an error."""
    raised, run = found.raised, found.run
    match raised.fault:
        case Fault.FREED:
            built = _built(run, raised.chain[-1:], "graph built here")
            kept = [cause for cause in _kept(run, raised) if cause.site.line not in {each.site.line for each in built}]
            return [*built, *_event(Role.FREED, raised.cause, "freed by this `backward()`"), *kept]
        case Fault.CHANGED:
            saved = [number for number in raised.chain[-1:] if run.nodes[number].origin is not Origin.LEAF]
            return [*_built(run, saved, "tensor saved for `backward()` here"), *_event(Role.CHANGED, raised.cause, "changed in place here")]
        case Fault.NO_GRAPH:
            if raised.mode is not None and raised.mode.line:
                switch = Cause(Role.NO_GRAD, raised.mode, "grad mode switched off here, and not on again")
                return [switch, *_event(Role.OTHER, raised.cause, "computed with grad mode off")]
            default = (Role.DETACHED, "graph cut off here")
            role, text = ROLES.get(raised.reason, default) if raised.reason is not None else default
            return _event(role, raised.cause, text)
        case Fault.INFERENCE:
            return _event(Role.NO_GRAD, raised.cause, "created in inference mode here")
        case Fault.NO_GRAD_VIEW_CHANGED:
            return _site(Role.NO_GRAD, raised.created, "view created with grad mode off here")
        case Fault.MULTIPLE_VIEW_CHANGED:
            return _site(Role.BUILT, raised.created, "views created here")
        case Fault.LEAF_CHANGED | Fault.LEAF_VIEW_CHANGED:
            return _built(run, run.below((raised.root,)), "leaf created here", Role.LEAF, Origin.LEAF)
        case Fault.INPUT_WITHOUT_GRAD:
            return _event(Role.LEAF, raised.cause, "input created without requires_grad here")
        case Fault.UNUSED_INPUT:
            return _built(run, [raised.root], "outputs computed here")
        case Fault.NOT_SCALAR:
            return _built(run, [raised.root], "computed here, with more than one element")
        case Fault.TRACKED_CONVERSION | Fault.NONLEAF_COPY | Fault.NONLEAF_FLAG:
            return _built(run, [raised.input], "graph built here")
        case Fault.GRADIENT_COUNT:
            return _site(Role.OTHER, raised.created, "gradients returned here")
        case Fault.UNSCALED_TWICE | Fault.UNSCALED_AFTER_STEP | Fault.STEPPED_TWICE:
            return _event(Role.OTHER, raised.cause, "first called here")
        case Fault.NEVER_SCALED:
            return _event(Role.OTHER, raised.cause, "backward pass of an unscaled loss")
        case Fault.UPDATED_WITHOUT_STEP:
            return _event(Role.OTHER, raised.cause, "gradients computed here, and not used by a step of the scaler")
        case Fault.DONATED_BUFFERS:
            return _event(Role.OTHER, raised.cause, "compiled here as a backward pass that donates its saved tensors")
        case Fault.NO_PARAMETERS:
            return [*_event(Role.OTHER, raised.cause, "iterator read to its end here"), *_site(Role.LEAF, raised.created, "parameters")][:1]
    return []


def _kept(run: Run, raised: Raised) -> list[Cause]:
    """Return the value of an earlier iteration that the graph of the failed backward pass uses."""
    turns = diverging_loop(raised.cause.context, raised.context) if raised.cause is not None else None
    pair = crossing(run, raised.chain, turns[1].run) if turns is not None else None
    return [] if pair is None else _built(run, pair[1:], "a later iteration uses this value again", Role.OTHER)


def _built(
    run: Run, numbers: Sequence[int] | frozenset[int], text: str, role: Role = Role.BUILT, origin: Origin | None = None
) -> list[Cause]:
    nodes = (run.nodes[number] for number in numbers if number in run.nodes)
    return [Cause(role, node.site, text) for node in nodes if node.site.line and (origin is None or node.origin is origin)]


def _event(role: Role, event: Event | None, text: str) -> list[Cause]:
    return [] if event is None else _site(role, event.site, text)


def _site(role: Role, site: Site | None, text: str) -> list[Cause]:
    return [Cause(role, site, text)] if site is not None and site.line else []
