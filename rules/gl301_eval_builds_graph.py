"""GL301 eval-builds-graph."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from graphlint.autograd.coverage import coverage_above, joined
from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import (
    Cause,
    Certainty,
    Context,
    Discarded,
    DiscardedResult,
    Forward,
    ModeSwitch,
    Site,
    SkippedCall,
    Step,
)
from graphlint.autograd.presumptions import Presumption
from graphlint.autograd.queries import (
    backpropagated_unresolved_calls,
    calls_needing_grad_mode,
    calls_requiring_grad,
    frozen_calls,
    has_inputs_from_modules,
    is_evaluation,
    is_smoke_test,
    measured_graph_used,
    outermost,
)
from graphlint.autograd.run import Run
from graphlint.fixes import strategies
from graphlint.rule.base import Finding, Placement, Related, Rule, Severity
from graphlint.rule.causes import Cause as FindingCause
from graphlint.rule.causes import EvaluatedCall, ForwardPass
from graphlint.rule.code import Code
from graphlint.rule.evidence import Evidence, EvidenceKind
from graphlint.rule.fix import Fix
from graphlint.rule.hints import Hint
from graphlint.rule.shared_causes import missing_calls
from graphlint.rule.story import Story
from graphlint.rule.wording import callee, module_name


class EvalBuildsGraph(Rule):
    """Flags a forward pass in evaluation, with grad mode on, that no backward pass uses.

    ## What it does
    Finds the call of a module with parameters after `model.eval()`, or in a function, loop or branch that tests, validates, predicts or
    samples, if no backward uses the result. Without `.eval()`, the name alone counts only in a loop. The finding is on the first such
    call.

    ## Why is this bad?
    `eval()` switches dropout and batch norm, not grad mode. Every forward pass records a graph and keeps its activations in memory
    until the result is released.

    ## Example
    ```python
    import torch
    from torch import nn


    def count_correct(model: nn.Module, batches: torch.Tensor) -> int:
        model.eval()
        correct = 0
        for batch in batches:
            outputs = model(batch)  # GL301
            correct += int((outputs > 0).sum())
        return correct


    model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
    print(count_correct(model, torch.randn(3, 8, 3)))
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn


    @torch.no_grad()
    def count_correct(model: nn.Module, batches: torch.Tensor) -> int:
        model.eval()
        correct = 0
        for batch in batches:
            outputs = model(batch)
            correct += int((outputs > 0).sum())
        return correct


    model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
    print(count_correct(model, torch.randn(3, 8, 3)))
    ```

    ## Fix safety
    The fix adds `torch.no_grad()` to the function or to the smallest statement, or `set_grad_enabled` with the phase's condition if the
    call also trains. A loop that contains only this statement is put under it as a whole, and one block covers the evaluations of several
    models. The values are the same. It is unsafe for a function that returns tensors, whose other callers may need gradients, and if
    unresolved code receives the result, which may backpropagate through it. `torch.inference_mode()` is faster, but its tensors cannot be
    used in training (GL109).

    ## Not reported when
    - Grad mode is off: by a caller, a decorator, `set_grad_enabled(phase == "train")`, or a framework such as Lightning or
      transformers. So it may be where no caller is known.
    - The evaluation backpropagates (saliency, adversarial attacks), its inputs require grad, or unresolved code receives the result
      and may backpropagate.
    - The call only tests that the module runs: it runs once, on made-up tensors, or only the size of the result is read.

    ## References
    - [Autograd mechanics: locally disabling gradient computation](https://pytorch.org/docs/stable/notes/autograd.html)
    - [torch.no_grad](https://pytorch.org/docs/stable/generated/torch.no_grad.html)
    """

    code = "GL301"
    name = "eval-builds-graph"
    severity = Severity.WARNING
    holds_in_all_runs = True
    story = Story.UNUSED
    claims_never = True
    yields_to = ("GL112", "GL302", "GL303", "GL902")

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each module call in evaluation whose graph is never used, in any iteration."""
        if not run.complete and run.silences is None:
            return
        training_calls = _calls_in_training(run)
        shared_calls = _calls_shared_with_training(run)
        by_site: dict[Site, list[Forward]] = {}
        for event in run.of(Forward):
            call_site = None if event.enclosing_calls else _call_to_report(event, training_calls, shared_calls)
            if call_site is not None:
                by_site.setdefault(call_site, []).append(event)
        trained = _trained_in_eval_mode(run)
        needs_grad_mode = calls_requiring_grad(run)
        stepping = frozenset(event.context for event in run.of(Step))
        flagged: set[int] = set()
        causes: dict[Site, set[FindingCause]] = {}
        owners: dict[int, Site] = {}
        for site, calls in by_site.items():
            recording = [event for event in calls if event.grad_mode is not Certainty.NO]
            events = _events_to_report(run, recording)
            doubt = (
                Doubt.NOT_EVALUATION.when(not any(_is_evaluation(run, event, stepping) for event in events or calls))
                or Doubt.CUT_OFF.when(not run.complete)
                or Doubt.GRAD_MODE_OFF.when(not recording)
                or Doubt.TRAINED_IN_EVAL_MODE.when(any(event.number in trained for event in recording))
                or Doubt.GRADIENT_INSIDE.when(any(event.number in needs_grad_mode for event in recording))
                or Doubt.RUNS_ONCE.when(is_smoke_test(run, recording))
                or next((found for event in events if (found := _doubt(run, event)) is not None), None)
            )
            if self.is_silent(run, site, doubt, (node for event in events for node in event.outputs)):
                continue
            numbers = {event.number for event in events}
            graph = run.below(node for event in events for node in event.inputs)
            earlier = {run.nodes[node].forward for node in graph} & (flagged - numbers)
            flagged |= numbers
            reported = {owners[number] for number in earlier if number in owners} or {site}
            for call_site in reported:
                causes.setdefault(call_site, {EvaluatedCall(call_site)}).update(_causes(recording))
                owners.update(dict.fromkeys(numbers, call_site))
        for site, explained in causes.items():
            others = [each for each in causes if each != site]
            yield self._report(run, site, by_site[site], explained, training_calls | shared_calls, others)

    def _report(
        self,
        run: Run,
        site: Site,
        calls: Sequence[Forward],
        causes: Iterable[FindingCause],
        trained: frozenset[Site],
        others: Sequence[Site],
    ) -> Finding:
        """Return the finding at a call that leads to some module calls.

        Args:
            trained: the calls that training makes in the same run.
            others: the calls of the other findings in the run.
        """
        evaluated = next((event for event in calls if event.training is Certainty.NO), calls[0])
        place = _placement(run, evaluated, site)
        return self.finding(
            site,
            place.message,
            place.related,
            frozenset(causes),
            notes=(f"grad mode is on: {module_name(evaluated.module)} keeps its activations and spends time recording them",),
            help="wrap it in `torch.no_grad()`",
            coverage=joined(coverage_above(run, event, event.outputs) for event in calls if event.grad_mode is not Certainty.NO),
            ways=None if site in trained else _ways_to(run, calls, site, trained),
            hints={Hint.EVALUATED: others},
        )

    def evidence(self, run: Run) -> Iterator[Evidence]:
        """Refute each call whose graph is needed, as `no_grad()` would break it, and in callees each of a frozen module, which builds none.

        Calls in a function or forward that training uses are shared: `no_grad()` belongs around a call in the evaluation.
        A function that is run alone calls the modules that it receives without knowing them.
        """
        training = _calls_in_training(run) | _calls_shared_with_training(run)
        needed = (site for site in calls_needing_grad_mode(run, Cause.CALLER) if site not in training)
        unresolved = frozenset(backpropagated_unresolved_calls(run))
        inside = (site for event in run.of(SkippedCall) if event.site in unresolved for site in event.inside)
        yield from self.evidence_at(EvidenceKind.REFUTED, needed)
        yield from self.evidence_at(EvidenceKind.SHARED, (*training, *unresolved, *inside))
        yield from self.evidence_at(EvidenceKind.REFUTED_IN_CALLEES, frozen_calls(run))

    def fixes(self, finding: Finding, code: Code) -> Iterator[Fix | None]:
        """Propose `no_grad()` for the evaluation's function, loop or statement; or a condition on the phase, where the name says it."""
        call = code.node_at(finding.site, ast.Call)
        if call is not None:
            yield from strategies.evaluation.evaluation_without_grad(code, call, finding.hinted_sites(Hint.EVALUATED))
            yield strategies.evaluation.by_phase(code, call)


def _causes(calls: Sequence[Forward]) -> Iterator[FindingCause]:
    """Yield what explains the graphs of some calls, in all iterations, and what would keep them from being built."""
    yield from (ForwardPass(outermost(event)) for event in calls)
    yield from missing_calls("eval", {event.object for event in calls}, {event.context for event in calls})


def _trained_in_eval_mode(run: Run) -> frozenset[int]:
    """Return the numbers of the calls of modules through which a backward, or that of the caller, goes in eval mode.

    Such code evaluates nothing: it trains what feeds the module. A module that is trained in training mode too has `eval()` called for its
    evaluation. Training it in eval mode is a mistake, unless the same function also calls it for its training.
    """
    calls = list(run.of(Forward))
    trained = [event for event in calls if run.backward_reaches(event.outputs).possible]
    in_eval_mode = [event for event in trained if event.training is Certainty.NO]
    modules = {event.object for event in in_eval_mode} - {event.object for event in trained if event.training is Certainty.YES}
    returned = (event for event in calls if event.training is Certainty.NO and run.may_be_used_by(Cause.CALLER, event.outputs))
    modules.update(event.object for event in returned)
    beside = {(event.object, event.context) for event in in_eval_mode}
    return frozenset(event.number for event in calls if event.object in modules or (event.object, event.context) in beside)


def _events_to_report(run: Run, recording: Sequence[Forward]) -> Sequence[Forward]:
    """Return those calls that record a graph which show most: in eval mode, and with their results followed to the end."""
    evaluated = [event for event in recording if event.training is Certainty.NO]
    return [event for event in evaluated or recording if run.is_followed(event.outputs)] or evaluated or recording


def _placement(run: Run, evaluated: Forward, site: Site) -> Placement:
    """Return the finding's text for a module call, at the call itself or at a call that leads to it."""
    nested = evaluated.site != site
    subject = f"of {callee(run, site, module_name(evaluated.module))}" if not nested else f"in {callee(run, site, 'the call', '()')}"
    called = (Related(f"{module_name(evaluated.module)} called here", evaluated.site),) if nested else ()
    message = f"Evaluation {subject} builds an autograd graph that is never used"
    return Placement(site, message, (*_start_of_evaluation(run, evaluated), *called))


def _ways_to(run: Run, calls: Iterable[Forward], site: Site, trained: frozenset[Site]) -> tuple[tuple[Placement, ...], ...]:
    """Return the calls in evaluation that lead to a call, innermost first, for each way that the program takes to it, up to the first one
    that training makes, too.

    Where only names say evaluation, they must be those of the functions around the outer call.
    """
    ways: dict[tuple[Site, ...], tuple[Placement, ...]] = {}
    outermost_depth = 0 if run.root == "<module>" else 1  # The call of a root is not in the program.
    for event in calls:
        way = event.context.calls
        inner = len(way) if event.site == site else way.index(site)
        last = next((depth for depth in range(inner, outermost_depth, -1) if way[depth - 1] in trained), outermost_depth)
        evaluating = [
            way[depth - 1]
            for depth in range(inner, last, -1)
            if event.training is Certainty.NO or is_evaluation(run, Context(functions=event.context.functions[: depth - 1]))
        ]
        if evaluating and tuple(evaluating) not in ways:
            ways[tuple(evaluating)] = tuple(_placement(run, event, outer) for outer in evaluating)
    return tuple(ways.values())


def _start_of_evaluation(run: Run, event: Forward) -> tuple[Related, ...]:
    """Return the statement that has switched a module to eval mode, if it is in eval mode."""
    before = takewhile(lambda item: item is not event, run.events)
    switches = [item for item in before if isinstance(item, ModeSwitch) and event.object in item.modules]
    if event.training is not Certainty.NO or not switches or switches[-1].training is not Certainty.NO:
        return ()
    return (Related(f"{module_name(event.module)} switched to eval mode here", switches[-1].site),)


def _calls_in_training(run: Run) -> frozenset[Site]:
    """Return the calls inside a forward, direct or not, whose graph a backward uses: `no_grad()` must not cover them,
    even if another caller only evaluates.

    The parts of a Sequential are called where it is called.
    """
    outermost_calls = {event.number: event for event in run.of(Forward) if not event.enclosing_calls}
    sites: set[Site] = set()
    for event in run.of(Forward):
        outer_call = outermost_calls.get(outermost(event)) if event.enclosing_calls else None
        if outer_call is not None and outer_call.site != event.site and run.backward_reaches(event.outputs).possible:
            sites.update((event.site, *event.context.calls[len(outer_call.context.calls) + 1 :]))
    return frozenset(sites)


def _calls_shared_with_training(run: Run) -> frozenset[Site]:
    """Return the module calls in functions, and the calls leading to them, whose graph a backward uses in training mode."""
    sites: set[Site] = set()
    for event in run.of(Forward):
        if not event.enclosing_calls and event.training is not Certainty.NO and run.backward_reaches(event.outputs).possible:
            sites.update((event.site, *event.context.calls))
    return frozenset(sites)


def _call_to_report(event: Forward, training_calls: frozenset[Site], shared_calls: frozenset[Site]) -> Site | None:
    """Return the innermost call leading to a module call of evaluation that training does not share.

    A call in a forward that training uses has none if training shares all of them. Any other call is its own then: a condition on the
    phase separates the two.
    """
    way = (event.site, *reversed(event.context.calls))
    own = next((site for site in way if site not in training_calls), None)
    if own is None or event.training is not Certainty.NO:
        return own
    return next((site for site in way if site not in training_calls and site not in shared_calls), own)


def _doubt(run: Run, event: Forward) -> Doubt | None:
    """Return the doubt that a module call built a graph that is not used."""
    if event.context.iterations:
        discarded = set[int]()
    else:
        discarded = {node for item in run.of(DiscardedResult) if item.kind is Discarded.RESULT for node in item.nodes}
    return (
        run.grad_mode_off(event).doubt
        or Doubt.ENABLED_ON_PURPOSE.when(event.enabled_on_purpose)
        or Doubt.INPUT_REQUIRES_GRAD.when(event.input_needs_grad is Certainty.YES and not has_inputs_from_modules(run, event))
        or Doubt.NO_GRAPH.when(not event.outputs)
        or measured_graph_used(run, event.outputs).doubt
        or Doubt.BACKPROPAGATED.when(run.must_require_grad(event.outputs))
        or Doubt.RUNS_ONCE.when(not discarded.isdisjoint(event.outputs))
    )


def _is_evaluation(run: Run, event: Forward, stepping: frozenset[Context]) -> bool:
    """Return True if `eval()` was called, or if the enclosing names say evaluation and the call is repeated.

    `stepping` are the contexts in which an optimizer steps: a call in the same iteration of the same function is part of training.
    """
    if event.training is Certainty.NO:
        return True
    if event.context in stepping:
        return False
    if event.training is Certainty.YES and event.context.iterations == () and not event.context.functions:
        return False
    paths = {site.path for site in (event.site, *event.context.calls[:1])}
    in_tests = any(map(run.is_test, paths))
    named = bool(event.context.iterations) and is_evaluation(run, event.context)
    return named and not (in_tests and run.presumes(Presumption.TESTS))
