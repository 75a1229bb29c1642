"""Descriptions of tensors, gradients and statements in PyTorch's words, for hovers.

Values are named as the program spells them: no name of an operation's node or of a saved tensor appears that the user has not written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from graphlint.autograd.events import Certainty, Fault, Site
from graphlint.server.graph_lifetimes import BackwardEffects, Failure, GraphLifetime
from graphlint.server.leaf_effects import Effects, LeafEffects

LONGEST_TEXT = 40
MOST_NAMES = 4
GRAD_MODES = {
    "no_grad": "operations in it build no graph, and their results do not require grad",
    "inference_mode": "operations in it build no graph, and autograd cannot use the tensors created in it later",
    "enable_grad": "operations in it build graphs, also within `torch.no_grad()`",
    "set_grad_enabled": "its argument decides if operations in it build graphs",
}


@dataclass(frozen=True, slots=True)
class Fact:
    """A sentence about a tensor or a statement; `{}` stands for its places."""

    text: str
    sites: tuple[Site, ...] = ()


@dataclass(frozen=True, slots=True)
class Description:
    """Description of the value or the statement at a place: a title in Markdown, and facts."""

    site: Site
    title: str
    facts: tuple[Fact, ...]


class Describer:
    """Writes the descriptions of one file.

    Args:
        text: returns the source text of a site.
        names: the name or attribute to which an expression is assigned.
        effects: what the file does to leaves and gradients.
    """

    def __init__(self, text: Callable[[Site], str], names: Mapping[Site, str], effects: Effects) -> None:
        self._text, self._names, self._effects = text, names, effects

    def all(self) -> Iterator[Description]:
        """Yield the descriptions of leaves, gradients, detached values, and statements that change modes or gradients."""
        effects = self._effects
        for site, leaf in effects.leaves.items():
            yield self._leaf(site, leaf)
        for site, read in effects.reads.items():
            leaves = [effects.leaves[place] for place in read.leaves]
            yield Description(site, f"**Gradient** `{_shortened(self._text(site))}`", tuple(_gradient_facts(leaves)))
        for site, by in effects.nonleaf_reads.items():
            made = (Fact("its tensor is the result of the operation on {}, not a leaf", (by,)),) if by is not None else ()
            yield Description(site, "**None**: only leaves keep a gradient", (*made, Fact("call `retain_grad()` on the tensor to keep it")))
        for site, cut in effects.detached.items():
            built = (Fact("detached from the graph built on {}", tuple(cut.graphs)),) if cut.graphs else ()
            yield Description(site, "**No graph**: no gradient flows back through this value", built)
        for site, training in effects.modes.items():
            yield _mode_switch(site, training)
        for site, reset in effects.resets.items():
            filled = dict.fromkeys(place for leaf in reset.leaves for place in effects.leaves[leaf].filled)
            facts = [Fact(f"of {self._named(reset.leaves)}, created on {{}}", tuple(reset.leaves))] if reset.leaves else []
            facts += [Fact("filled by `backward()` on {}", tuple(filled))] if filled else []
            yield Description(site, "**Resets gradients**", tuple(facts))
        for site, step in effects.steps.items():
            title = "**Optimizer step**" if self._text(site).endswith(")") else "**Update in place**"
            facts = [Fact(f"changes {self._named(step.leaves)}, created on {{}}", tuple(step.leaves))] if step.leaves else []
            facts += [Fact("uses the gradients of `backward()` on {}", tuple(step.backwards))] if step.backwards else []
            facts += [] if step.backwards or not step.leaves else [Fact("no `backward()` has filled their gradients here")]
            yield Description(site, title, tuple(facts))

    def graph(self, graph: GraphLifetime, own_function: bool = False) -> Description:
        """Describe the whole graph of a tensor.

        Args:
            own_function: the tensor is the result of a function of the program.
        """
        text = f"`{_shortened(self._text(graph.site))}`"
        if graph.records is Certainty.NO:
            return Description(graph.site, f"**No graph** for {text}", (Fact("grad mode is off: no gradient can be computed through it"),))
        title = f"**Graph** of the result of {text}" if own_function else f"**Graph** of {text}"
        return Description(graph.site, title, tuple(dict.fromkeys(self._lifetime(graph))))

    def backward(self, effects: BackwardEffects) -> Description:
        """Describe a call that runs backward."""
        facts = [Fact("backpropagates through the graph built on {}", effects.reaches)] if effects.reaches else []
        if effects.frees:
            facts.append(Fact("frees the tensors saved on {}: a second `backward()` through them raises", effects.frees))
        filled = tuple(site for site, leaf in self._effects.leaves.items() if effects.site in leaf.filled)
        if filled:
            facts.append(Fact("adds to the gradients of the leaves created on {}", filled))
        facts += [fact for failure in effects.failures for fact in _error(failure)]
        return Description(effects.site, f"**`{effects.call}()`**", tuple(facts))

    def _lifetime(self, graph: GraphLifetime) -> Iterator[Fact]:
        if graph.records is Certainty.MAYBE:
            yield Fact("built only if grad mode is on")
        if graph.built:
            yield Fact("built on {}", graph.built)
        if graph.leaves:
            yield Fact(f"gradients flow back to {self._named(graph.leaves)}, created on {{}}", graph.leaves)
        if graph.saved:
            yield Fact("keeps the tensors saved on {} alive until it is freed", graph.saved)
        else:
            yield Fact("keeps no other tensors alive")
        if graph.used_by == graph.freed_by and not graph.maybe_used_by:
            yield from (Fact("used and freed by `backward()` on {}", graph.used_by),) if graph.used_by else ()
        else:
            yield from (Fact("used by `backward()` on {}", graph.used_by),) if graph.used_by else ()
            yield from (Fact("possibly used by `backward()` on {}", graph.maybe_used_by),) if graph.maybe_used_by else ()
            yield from (Fact("freed by `backward()` on {}", graph.freed_by),) if graph.freed_by else ()
        for failure in graph.failures:
            yield from _error(failure, known=graph.freed_by)
        if not (graph.used_by or graph.maybe_used_by or graph.failures):
            yield Fact("not used by any known `backward()`")
        for retention in graph.retained_by[:MOST_NAMES]:
            yield Fact(f"kept alive by {retention.owner} after the iteration ({{}})", (retention.site,))
        if graph.detached_at:
            yield Fact("detached copy created on {}", graph.detached_at)

    def parameters(self, site: Site, inside: Sequence[Site]) -> Description:
        """Describe a module that is made of others, by the places where their parameters are created."""
        title = f"**Parameters** of `{_shortened(self._text(site))}`"
        return Description(site, title, tuple(_gradient_facts([self._effects.leaves[place] for place in inside])))

    def _leaf(self, site: Site, leaf: LeafEffects) -> Description:
        if leaf.parameters:
            return self.parameters(site, [site])
        return Description(site, f"**Leaf** `{_shortened(self._text(site))}`, requires grad", tuple(_gradient_facts([leaf])))

    def _named(self, sites: Iterable[Site]) -> str:
        texts = list(dict.fromkeys(f"`{self._names.get(site) or _shortened(self._text(site))}`" for site in sites))
        return _listed(texts) or "leaves"


def grad_mode_description(site: Site, mode: str) -> Description:
    """Describe a statement that changes the grad mode.

    Args:
        mode: the name in `torch`.
    """
    is_off = mode in ("no_grad", "inference_mode")
    return Description(site, f"**`torch.{mode}`**" + (": grad mode is off" if is_off else ""), (Fact(GRAD_MODES[mode]),))


def unreached_description(site: Site, raising: Site) -> Description:
    """Describe code that does not run, because an earlier statement raises."""
    return Description(site, "**Not reached**", (Fact("the `backward()` on {} raises", (raising,)),))


def _gradient_facts(leaves: Sequence[LeafEffects]) -> Iterator[Fact]:
    """Yield where the gradients of leaves are filled, reset and used."""
    filled = _distinct(leaf.filled for leaf in leaves)
    reset = _distinct(leaf.reset for leaf in leaves)
    stepped = _distinct(leaf.stepped for leaf in leaves)
    yield Fact("gradient filled by `backward()` on {}", filled) if filled else Fact("no known `backward()` fills its gradient")
    if reset:
        yield Fact("gradient reset on {}", reset)
    if stepped:
        yield Fact("changed by the step on {}", stepped)


def _distinct(groups: Iterable[Iterable[Site]]) -> tuple[Site, ...]:
    return tuple(dict.fromkeys(site for sites in groups for site in sites))


def _error(failure: Failure, known: Sequence[Site] = ()) -> Iterator[Fact]:
    """Yield why a backward raises, and the statement that is the cause, unless it is known to have freed the graph."""
    if failure.fault is Fault.FREED:
        reason, cause = "the graph was already freed", "freed by `backward()` on {}"
    elif failure.fault is Fault.CHANGED:
        reason, cause = "a tensor that it needs was changed in place", "changed on {}"
    else:
        reason, cause = failure.fault.value, "because of {}"
    yield Fact(f"`backward()` on {{}} raises: {reason}", (failure.site,))
    if failure.cause is not None and not (failure.fault is Fault.FREED and failure.cause in known):
        yield Fact(cause, (failure.cause,))


def _mode_switch(site: Site, training: bool) -> Description:
    if training:
        return Description(site, "**Training mode**", (Fact("dropout is active, and batch normalization updates its statistics"),))
    return Description(
        site,
        "**Eval mode**",
        (
            Fact("dropout is off, and batch normalization uses its running statistics"),
            Fact("graphs are built all the same: use `torch.no_grad()` to build none"),
        ),
    )


def _listed(texts: Sequence[str]) -> str:
    return ", ".join(texts[:MOST_NAMES]) + (f" and {len(texts) - MOST_NAMES} more" if len(texts) > MOST_NAMES else "")


def _shortened(text: str) -> str:
    """Return a source text in one line, cut if it is long, without what ends a code span."""
    line = " ".join(text.split()).replace("`", "'")
    return line if len(line) <= LONGEST_TEXT else line[: LONGEST_TEXT - 3] + "..."
