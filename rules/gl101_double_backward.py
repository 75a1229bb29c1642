"""GL101 double-backward."""

from __future__ import annotations

from collections.abc import Iterator

from graphlint.autograd.events import Fault, Raised
from graphlint.autograd.queries import Freed, classify_freed_graph, frozen_calls
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Related, Rule, Severity, built_site, freed_places
from graphlint.rule.causes import ErrorAt
from graphlint.rule.code import Code
from graphlint.rule.evidence import Evidence, EvidenceKind
from graphlint.rule.fix import Fix, distinct_fixes
from graphlint.rule.hints import Hint
from graphlint.rule.story import Story
from graphlint.rule.wording import carried_name, quoted, raises


class DoubleBackward(Rule):
    """Flags a backward pass through saved tensors that an earlier backward pass has freed.

    ## What it does
    Finds a `backward()` or `torch.autograd.grad()` over a graph that an earlier call has already used without `retain_graph=True` or
    `create_graph=True`. Typical cases: two losses over one forward pass, a list of losses, and the steps of a discriminator and a
    generator over one fake that is not detached.

    ## Why is this bad?
    Operations save tensors that their derivative needs, and backward frees them after use. A second backward that needs them raises a
    RuntimeError: "Trying to backward through the graph a second time (or directly access saved tensors after they have already been
    freed)".

    ## Example
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    inputs, targets = torch.randn(8, 3), torch.randn(8, 1)
    outputs = model(inputs)
    squared = nn.functional.mse_loss(outputs, targets)
    absolute = nn.functional.l1_loss(outputs, targets)
    squared.backward()
    absolute.backward()  # GL101
    ```

    A GAN, whose discriminator's step passes through the generator:

    ```python
    import torch
    from torch import nn

    generator = nn.Linear(4, 3)
    discriminator = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
    step_g = torch.optim.SGD(generator.parameters(), lr=0.1)
    step_d = torch.optim.SGD(discriminator.parameters(), lr=0.1)
    for real in torch.randn(4, 8, 3):
        fake = generator(torch.randn(8, 4)).tanh()
        step_d.zero_grad()
        (discriminator(fake) - discriminator(real)).mean().backward()
        step_d.step()
        step_g.zero_grad()
        (-discriminator(fake)).mean().backward()  # GL101
        step_g.step()
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn

    model = nn.Linear(3, 1)
    inputs, targets = torch.randn(8, 3), torch.randn(8, 1)
    outputs = model(inputs)
    squared = nn.functional.mse_loss(outputs, targets)
    absolute = nn.functional.l1_loss(outputs, targets)
    (squared + absolute).backward()
    ```

    Detach the fake for the discriminator, whose step needs no gradient of the generator:

    ```python
    import torch
    from torch import nn

    generator = nn.Linear(4, 3)
    discriminator = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
    step_g = torch.optim.SGD(generator.parameters(), lr=0.1)
    step_d = torch.optim.SGD(discriminator.parameters(), lr=0.1)
    for real in torch.randn(4, 8, 3):
        fake = generator(torch.randn(8, 4)).tanh()
        step_d.zero_grad()
        (discriminator(fake.detach()) - discriminator(real)).mean().backward()
        step_d.step()
        step_g.zero_grad()
        (-discriminator(fake)).mean().backward()
        step_g.step()
    ```

    ## Fix safety
    Adding the losses and calling `backward()` once, or adding `retain_graph=True` to the earlier call, is safe if both calls are in one
    block and nothing between them reads or changes a gradient. Every other fix is unsafe because it changes what is trained: deleting a
    backward, merging two steps, or detaching an input.

    ## Not reported when
    - The graph contains only operations that save no tensors (`add`, `sub`, `sum`, `mean`, views). Such a graph can be used any
      number of times.
    - Unresolved code receives the value in between: it may detach it.
    - The part was built before a loop (GL102), or a state carries it from one iteration to the next (GL103).

    ## References
    - [torch.Tensor.backward](https://pytorch.org/docs/stable/generated/torch.Tensor.backward.html)
    - [Autograd mechanics](https://pytorch.org/docs/stable/notes/autograd.html)
    """

    code = "GL101"
    name = "double-backward"
    severity = Severity.ERROR
    story = Story.ERROR
    raises = "second time"
    yields_to = ("GL102", "GL103")

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each `backward()` through a freed graph that no loop explains."""
        for event in run.of(Raised):
            if event.fault is Fault.FREED and classify_freed_graph(run, event) is Freed.TWICE:
                places = strategies.places.sites_of_second_backward(run, event)
                yield self.finding(
                    event.site,
                    "`backward()` through a graph already freed by an earlier `backward()`",
                    _related(run, event, places),
                    frozenset({ErrorAt(event.site)}),
                    notes=(raises(event.fault),),
                    help=_help(run, places),
                    hints=places,
                    origin=built_site(run, event),
                )

    def evidence(self, run: Run) -> Iterator[Evidence]:
        """Refute each call of a frozen module in callees: it builds no graph that is freed."""
        yield from self.evidence_at(EvidenceKind.REFUTED_IN_CALLEES, frozen_calls(run))

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose one backward of the sum, a retained graph, or a detached part."""
        yield from distinct_fixes(code, strategies.repeated_backward.single_backward(finding, code))


def _related(run: Run, raised: Raised, places: strategies.places.Places) -> tuple[Related, ...]:
    """Return the value that both backward passes share, and the first one: what it is computed from may be far below."""
    shared, found = places.get(Hint.SHARED), freed_places(run, raised)
    return (Related(found[0].message, shared[0]), *found[1:]) if shared else found


def _help(run: Run, places: strategies.places.Places) -> str:
    """Return what to do: detach what both losses share if each has its own step, otherwise call `backward()` once."""
    earlier, again = places.get(Hint.EARLIER), places.get(Hint.AGAIN)
    is_repeated = earlier and again and earlier[0] != again[0] and run.text(earlier[0]) == run.text(again[0])
    is_one_loss = bool(places.get(Hint.SHARED)) and not (places.get(Hint.FED_AGAIN) and places.get(Hint.FED))
    for weight, use, loss in ((Hint.WEIGHT, Hint.FED, "earlier"), (Hint.WEIGHT_AGAIN, Hint.FED_AGAIN, "later")):
        if places.get(weight):
            factor = quoted(_shared_name(run, places, use), "what both losses share")
            return f"detach {factor} for the {loss} loss, where it weighs a log-probability and needs no gradient"
    if not places.get(Hint.STEPPED):
        once = "call `backward()` once" if is_one_loss or is_repeated else "call `backward()` once on the sum of the losses"
        return f"{once}, or pass `retain_graph=True` to the earlier call"
    if is_one_loss:
        return "call `backward()` once, or compute the loss again after the step"
    if places.get(Hint.STEPPED_ALL):
        return "call `backward()` once on the sum of the losses, or compute what they share again after the step"
    own = not places.get(Hint.STEPPED_SHARED)
    shared = quoted(_shared_name(run, places, Hint.FED if own else Hint.FED_AGAIN), "what both losses share")
    if own:
        return f"detach {shared} for the earlier loss, whose step does not train it"
    if not places.get(Hint.TRAINED_AGAIN):
        return f"compute {shared} again after the step: the later loss trains nothing else"
    return f"detach {shared} for the later loss, or compute it again after the step"


def _shared_name(run: Run, places: strategies.places.Places, use: Hint) -> str:
    """Return the name through which one of the losses uses what both share, from the outermost function that binds it."""
    return carried_name(run, reversed(places.get(Hint.SHARED, [])), places.get(use, ()))
