"""GL602 no-sync-around-backward-only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphlint.autograd.doubts import Doubt
from graphlint.autograd.events import Backward, NoSyncBlock, ParallelForward, Site, Step, UnreducedBackward
from graphlint.autograd.run import Run
from graphlint.rule.base import Finding, Related, Rule, Severity


class NoSyncAroundBackwardOnly(Rule):
    """Flags gradients that are synchronized in the wrong backward pass: a misplaced `no_sync()`, a switch that is left off.

    ## What it does
    Finds `with model.no_sync():` of a `DistributedDataParallel` module around a backward pass whose forward call is before the block. Also
    finds a block around the only forward call whose `backward()` is after the block, if an optimizer steps with these gradients, and a
    block around the last micro-batch before each step instead of around the others, and `set_requires_gradient_sync(False)` of a module
    that `fully_shard` has sharded, if it is in effect in the last backward pass before each step.

    ## Why is this bad?
    The forward call decides: outside of `no_sync()`, it prepares the reduction of the gradients, and the backward pass then synchronizes
    them, wherever it runs. A block around the backward pass has no effect, and each micro-batch costs a reduction over all processes. A
    block around the forward call alone, or around the last micro-batch, leaves gradients without synchronization, so that the processes
    train different models.

    For a sharded module, the backward pass decides. Without synchronization it keeps its gradients aside: `.grad` stays None, the step
    changes nothing, and `zero_grad()` resets nothing. The next synchronized backward pass adds them to its own.

    ## Example
    ```python
    import torch
    from torch import nn
    from torch.nn.parallel import DistributedDataParallel

    store = torch.distributed.HashStore()
    torch.distributed.init_process_group("gloo", store=store, rank=0, world_size=1)
    model = DistributedDataParallel(nn.Linear(3, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for first, second in torch.randn(3, 2, 8, 3):
        loss = model(first).mean()
        with model.no_sync():  # GL602
            loss.backward()
        model(second).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
    ```

    ## Use instead
    ```python
    import torch
    from torch import nn
    from torch.nn.parallel import DistributedDataParallel

    store = torch.distributed.HashStore()
    torch.distributed.init_process_group("gloo", store=store, rank=0, world_size=1)
    model = DistributedDataParallel(nn.Linear(3, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for first, second in torch.randn(3, 2, 8, 3):
        with model.no_sync():
            loss = model(first).mean()
            loss.backward()
        model(second).mean().backward()
        optimizer.step()
        optimizer.zero_grad()
    ```

    ## Fix safety
    There is no fix: the forward call, the loss and the backward pass belong into the block, and they may be in different functions.

    ## Not reported when
    - The block contains a forward call and its backward pass, and a synchronized backward pass follows before some step.
    - The model is not certainly a `DistributedDataParallel` module: the `no_sync()` of other wrappers depends on the backward pass.
    - Some forward call of the module is synchronized, for a block around a forward call alone; or none is, for a block around both.

    ## References
    - [torch.distributed.fsdp.fully_shard](https://pytorch.org/docs/stable/distributed.fsdp.fully_shard.html)
    - [DistributedDataParallel.no_sync](https://pytorch.org/docs/stable/generated/torch.nn.parallel.DistributedDataParallel.html)
    """

    code = "GL602"
    name = "no-sync-around-backward-only"
    severity = Severity.WARNING
    no_fix = "The forward call, the loss and the backward pass belong into the block, and they may be in different functions."

    def check(self, run: Run) -> Iterator[Finding]:
        """Report each block that does not do what it is for, in all of its executions."""
        blocks: dict[Site, list[NoSyncBlock]] = {}
        for event in run.of(NoSyncBlock):
            blocks.setdefault(event.site, []).append(event)
        for site, events in blocks.items():
            reduced = [event for event in events if event.backwards and not event.calls and event.prepared]
            called = [event for event in events if event.calls and not event.backwards]
            used = next((found for event in called if (found := _unsynchronized_step(run, event)) is not None), None)
            last = _last_before_steps(run, events)
            if len(reduced) == len(events):
                calls = [call for call in run.of(ParallelForward) if call.number == reduced[0].prepared]
                backward = run.backwards[reduced[0].backwards[0]]
                yield self.finding(
                    site,
                    "`no_sync()` around `backward()` alone does not prevent the synchronization",
                    (
                        *(Related("this call prepares the synchronization", call.site) for call in calls),
                        Related("gradients are synchronized here", backward.site),
                    ),
                    notes=("the forward call before the block decides that the gradients are synchronized",),
                    help="move the forward call into the block",
                )
            elif len(called) == len(events) and used is not None:
                yield self.finding(
                    site,
                    "`no_sync()` around the forward call alone leaves gradients without synchronization",
                    (Related("the step uses gradients of this process alone", used.site),),
                    notes=("`backward()` after the block does not synchronize the gradients either",),
                    help="call the model outside of the block before the last `backward()`",
                )
            elif last is not None and not self.is_silent(run, site, run.gradient_read(events[0].leaves).doubt):
                yield self.finding(
                    site,
                    "`no_sync()` around the last `backward()` leaves its gradients without synchronization",
                    (
                        Related(
                            "gradients of this process alone are computed here",
                            run.backwards[_latest_backward(last, events[0].leaves) or 0].site,
                        ),
                        Related("the step uses them", last.site),
                    ),
                    notes=("the processes apply different gradients, and train different models",),
                    help="use `no_sync()` for all micro-batches but the last one before the step",
                )
            elif last is None:
                self.is_silent(run, site, Doubt.IN_ORDER)
        yield from self._sharded(run)

    def _sharded(self, run: Run) -> Iterator[Finding]:
        """Report each switch of a sharded module that is off in the last backward pass before each step."""
        passes: dict[Site, list[UnreducedBackward]] = {}
        for event in run.of(UnreducedBackward):
            passes.setdefault(event.site, []).append(event)
        for site, events in passes.items():
            inside = {event.backward for event in events}
            steps = [step for step in run.of(Step) if not step.owned.isdisjoint(events[0].leaves)]
            if not steps or not all(_latest_pass(run, step) in inside for step in steps):
                self.is_silent(run, site, Doubt.IN_ORDER)
                continue
            yield self.finding(
                site,
                "Gradient synchronization is off in the last `backward()` before the step",
                (
                    Related("its gradients are kept aside", run.backwards[_latest_pass(run, steps[0])].site),
                    Related("the step does not find them", steps[0].site),
                ),
                notes=("without synchronization, `backward()` of a sharded module leaves `.grad` as it is",),
                help="switch the synchronization on before the last `backward()` of each step",
            )


def _last_before_steps(run: Run, blocks: Sequence[NoSyncBlock]) -> Step | None:
    """Return a step whose latest backward pass is in one of these executions of a block; None if some step follows a synchronized one.

    Guards of a block and of a step may exclude each other without being the same test: then some path has a synchronized step.
    """
    leaves, inside = blocks[0].leaves, {number for block in blocks if block.calls for number in block.backwards}
    steps = [step for step in run.of(Step) if not step.owned.isdisjoint(leaves)]
    if not any(call.synchronizes and call.object == blocks[0].object for call in run.of(ParallelForward)):
        # A program that never synchronizes may average the parameters itself.
        return None
    return steps[0] if steps and all(_latest_backward(step, leaves) in inside for step in steps) else None


def _latest_backward(step: Step, leaves: frozenset[int]) -> int | None:
    """Return the latest backward pass before a step; in a run on concrete values, the latest one whose gradients the step uses."""
    if step.latest is not None:
        return step.latest
    marks = (mark for leaf in step.owned & leaves for mark in step.gradients.get(leaf, ()))
    return max((mark.backward for mark in marks if not mark.used), default=None)


def _latest_pass(run: Run, step: Step) -> int:
    """Return the latest backward pass before a step; 0 if there is none."""
    if step.latest is not None:
        return step.latest
    return max((number for number, event in run.backwards.items() if number < step.number and event.fills_gradients), default=0)


def _unsynchronized_step(run: Run, block: NoSyncBlock) -> Step | None:
    """Return a step in the same iteration that uses gradients of the calls in a block; None if any call of the module synchronizes."""
    if any(call.synchronizes and call.object == block.object for call in run.of(ParallelForward)):
        return None
    loops = block.context.iterations
    for step in run.of(Step):
        if step.number > block.number and step.owned & block.leaves and step.context.iterations == loops:
            between = (event for event in run.of(Backward) if block.number < event.number < step.number)
            if any(event.reached & block.leaves and event.context.iterations == loops for event in between):
                return step
    return None
