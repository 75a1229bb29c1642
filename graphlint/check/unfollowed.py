"""Code that an analysis did not follow, as far as it concerns a line, and what lets the analysis follow it."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import Site
from graphlint.check.analyze import ObservedRun
from graphlint.check.file_analysis import Content
from graphlint.check.places import Place, is_at
from graphlint.engine.roots.observation import UnfollowedCall
from graphlint.ir.instructions import Parameter

MOST_PLACES = 3
"""The most places that are named for one cause."""

CALLER_UNKNOWN = frozenset((Doubt.RETURNED, Doubt.NEVER_CALLED))
"""The doubts that a known caller would remove."""

SPELLED = re.compile(r"[^\W\d]\w*(\.\w+)*(?=\()")
"""The dotted name of a callee, at the beginning of a call's text."""

EFFECTS = "docs/configuration.md lists the effects"
SPLIT = "split the function, or state in the setting `effects` what a long function that it calls does"


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Code that was not followed: what it is, where, and what lets the analysis follow it."""

    what: str
    sites: tuple[Site, ...]
    remedy: str


def obstacles(place: Place, runs: Iterable[ObservedRun], causes: Collection[Site], doubts: Collection[Doubt]) -> list[Obstacle]:
    """Return what was not followed on a line and at the places that cause the silence of a rule there, each once.

    Args:
        causes: the places where the doubts of rules arise.
        doubts: the doubts of the rules at the line.
    """
    found: dict[tuple[str, str], dict[tuple[str, Site], None]] = {}
    for item in runs:
        for what, text, site, remedy in (*_calls(place, item, causes), *_limits(item)):
            found.setdefault((what, remedy), {})[text, site] = None
    result = [_obstacle(what, places, remedy) for (what, remedy), places in found.items()]
    if CALLER_UNKNOWN & set(doubts) and place.function is not None:
        remedy = f"check the code that calls `{place.function.name}` in the same run, as in `graphlint .`"
        result.append(Obstacle(f"no call of `{place.name}` is known", (), remedy))
    return result


def _obstacle(what: str, places: Collection[tuple[str, Site]], remedy: str) -> Obstacle:
    """Join the calls that are not followed for one reason."""
    texts = list(dict.fromkeys(f"`{text}`" for text, _ in places if text))[:MOST_PLACES]
    by_line = {(site.path, site.line): site for _, site in places}
    return Obstacle(f"{', '.join(texts)}: {what}" if texts else what, tuple(by_line.values())[:MOST_PLACES], remedy)


def _calls(place: Place, item: ObservedRun, causes: Collection[Site]) -> Iterator[tuple[str, str, Site, str]]:
    for site, call in item.trace.unfollowed.items():
        if is_at(site, place.path, place.line) or (call.passes_graph and any(is_at(cause, site.path, site.line) for cause in causes)):
            text = item.run.text(site)
            what, remedy = _described(call, text, _place_of(site, place))
            yield what, text, site, remedy
    for function, site in item.trace.passed_by.items():
        if is_at(site, place.path, place.line):
            what = f"the call of the function at {function.path}:{function.line}: the limit of nested calls or of steps is reached"
            yield what, "", site, "state in the setting `effects` what this function does"


def _limits(item: ObservedRun) -> Iterator[tuple[str, str, Site, str]]:
    trace = item.trace
    root = f"`{trace.root}`" if trace.root != "<module>" else "the module's code"
    if trace.spent is not None:
        yield f"the rest of {root}: the limit of steps is reached", "", trace.spent, SPLIT
    for site in list(trace.dropped)[:MOST_PLACES]:
        yield f"some paths through {root}: there are too many", "", site, SPLIT


def _place_of(site: Site, place: Place) -> Place:
    if os.path.abspath(site.path) == os.path.abspath(place.path) and site.line == place.line:
        return place
    return Place.at(Content.read(site.path).source(), site.line)


def _described(call: UnfollowedCall, text: str, place: Place) -> tuple[str, str]:
    """Return why a call is not followed, and the remedy."""
    if call.is_library:
        state = f'state its effect in the settings, such as effects = {{ "{call.name}" = "no effect" }}; {EFFECTS}'
        return f"the source of `{call.name}` is not among the checked files", state
    if call.method:
        return f"the class of the object has no known method `{call.method}`", f"state its effect in the setting `effects`; {EFFECTS}"
    spelled = SPELLED.match(text)
    if spelled is None:
        return "the called value is not known", "bind it to a variable with an annotation first, such as `layer: nn.Module = ...`"
    head, _, rest = spelled[0].partition(".")
    if head in ("self", "cls") and rest:
        attribute = rest.partition(".")[0]
        return f"the value of `{head}.{attribute}` is not known", f"annotate it in the class body, such as `{attribute}: nn.Module`"
    parameter = _parameter(head, place)
    annotation = f"annotate it with its class, such as `{head}: {'torch.Tensor' if rest else 'nn.Module'}`"
    if parameter is None:
        return (
            f"the value of `{head}` is not known",
            f"{annotation}, where it is bound, or state the effect of the function that returns it",
        )
    if parameter.annotation is None:
        return f"the parameter `{head}` has no type", f"{annotation}, or check the code that calls the function in the same run"
    kind = parameter.annotation.name
    method = f"{kind}.{rest}" if rest else kind
    remedy = f'state the effect in the settings, by the qualified name, such as effects = {{ "{method}" = "no effect" }}; {EFFECTS}'
    return f"the source of `{kind}`, the type of `{head}`, is not among the checked files", remedy


def _parameter(name: str, place: Place) -> Parameter | None:
    """Return the parameter of this name of the functions around a place."""
    return next((item for code in reversed(place.codes) for item in code.parameters if item.name == name), None)
