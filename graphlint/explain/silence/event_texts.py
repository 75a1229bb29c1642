"""Descriptions of events in the words of the program, for --explain-silence."""

from __future__ import annotations

from graphlint.autograd.events import (
    Backward,
    BecameLeaf,
    Cause,
    Certainty,
    Change,
    Clipped,
    ConstantTerm,
    CopiesCompared,
    DetachCall,
    Detached,
    DetachedOperand,
    Discarded,
    DiscardedResult,
    Event,
    Forward,
    FrozenForward,
    GradRead,
    Growth,
    Havoc,
    LeftCalls,
    ModeSwitch,
    NoSyncBlock,
    OldApiUse,
    OptimizerCreated,
    OptimizerReceived,
    Origin,
    ParallelForward,
    Raised,
    Rebound,
    ReentrantCheckpoint,
    Retain,
    RetainedGraph,
    Rewrapped,
    ScalerCall,
    SkippedCall,
    Step,
    UnreducedBackward,
    UnregisteredModules,
    WrongOperand,
    ZeroGrad,
)
from graphlint.autograd.run import Run
from graphlint.common.counts import counted

MODES = {Certainty.YES: "training mode", Certainty.NO: "eval mode", Certainty.MAYBE: "an unknown mode"}


def describe_event(run: Run, event: Event) -> str:
    """Describe one event of a run in a sentence about the program."""
    match event:
        case Backward():
            return _describe_backward(run, event)
        case Raised():
            return f"an error is raised: {event.fault.value}"
        case Havoc():
            return _describe_havoc(event)
        case SkippedCall():
            return "a function of the program is called, but not followed, because of the limits of the analysis"
    return _describe_module_event(event) or _describe_gradient_event(event) or _describe_tensor_event(event) or type(event).__name__


def _describe_module_event(event: Event) -> str:
    """Describe an event of modules; empty for other events."""
    match event:
        case Forward():
            mode = {Certainty.YES: "on", Certainty.NO: "off", Certainty.MAYBE: "unknown"}
            graph = "a graph is built" if event.outputs else "no graph is built"
            return f"`{event.module}` is called in {MODES[event.training]} with grad mode {mode[event.grad_mode]}: {graph}"
        case ModeSwitch():
            return f"{counted(len(event.modules), 'module')} switched to {MODES[event.training]}"
        case UnregisteredModules():
            hidden = counted(len(event.leaves), "parameter")
            return f"the attribute `{event.name}` holds modules or parameters that the module does not register ({hidden})"
        case FrozenForward():
            return "a module is called whose parameters are, or may be, frozen: it is not certain that a graph is built"
        case ParallelForward():
            return f"a call through DistributedDataParallel, {'with' if event.synchronizes else 'without'} synchronization of gradients"
        case NoSyncBlock():
            calls, passes = counted(len(event.calls), "forward call"), len(event.backwards)
            return f"a `no_sync()` block with {calls} and {passes} `backward()`"
        case UnreducedBackward():
            return "the gradients of a sharded module are kept aside, because its gradient synchronization is off"
        case ReentrantCheckpoint():
            return "a reentrant checkpoint without an input that requires grad: no graph is built"
    return ""


def _describe_gradient_event(event: Event) -> str:
    """Describe an event of optimizers, gradients or gradient scalers; empty for other events."""
    match event:
        case OptimizerCreated():
            return f"an optimizer is made for {_owned(len(event.owned), event.complete)}"
        case OptimizerReceived():
            return "code that is not followed receives an optimizer"
        case Step():
            return _describe_step(event)
        case ZeroGrad():
            unused = f"; {len(event.unused)} `backward()` before it was used by no step" if event.unused else ""
            return f"the gradients of {counted(len(event.leaves), 'parameter')} are reset{unused}"
        case GradRead():
            return "a gradient is read"
        case Clipped():
            return f"`{event.call}` changes the gradients of {counted(len(event.leaves), 'parameter')}"
        case ScalerCall():
            return f"`{event.method.value}` of a gradient scaler is called"
    return ""


def _describe_tensor_event(event: Event) -> str:
    """Describe an event of tensors and their graphs; empty for other events."""
    match event:
        case RetainedGraph():
            how = "added up" if event.growth is Growth.ACCUMULATED else "stored"
            return f"the graphs of several iterations are {how}{f' in `{event.owner}`' if event.owner else ''}"
        case LeftCalls():
            return "a graph leaves the function, which returns it or stores it in an older object"
        case Change():
            return f"{'a leaf' if event.leaf else 'a tensor'} is changed in place by {event.by.value}"
        case Detached():
            return f"a value loses its graph here ({event.reason.value})"
        case DetachedOperand():
            return "an operand has lost the graph that it had before"
        case Rewrapped():
            return f"`{event.api}` copies a value without its graph"
        case BecameLeaf():
            return "a tensor without a graph is made to require grad"
        case CopiesCompared():
            return "a criterion receives a prediction that is only copied"
        case ConstantTerm():
            return f"one term of a sum has no graph: {event.reason.value}"
        case Rebound():
            return f"the name `{event.name}` is bound to a new tensor"
        case DiscardedResult():
            unnamed = "of a call" if event.kind is Discarded.RESULT else "of a grad-mode context manager"
            return f"the result {f'of `{event.what}`' if event.what else unnamed} is not used"
        case OldApiUse():
            return f"`{event.api.value}` is used"
        case DetachCall():
            return "`detach()` is called on a value that may have a graph"
        case WrongOperand():
            return f"`{event.operation}` raises an error: an operand is of a kind that it does not accept"
    return ""


def _describe_havoc(event: Havoc) -> str:
    reached = "a graph" if event.nodes else "a module with its parameters" if event.leaves else "a function of the program"
    match event.cause:
        case Cause.CALL:
            return f"code that is not followed receives {reached}"
        case Cause.OWNER:
            return "an object made from a module receives an output of the module"
        case Cause.CALLER:
            return "a graph is returned to a caller that is not known"
        case Cause.METHOD:
            return "a graph is in an attribute that other methods read"
        case Cause.HANDLER | Cause.AFTER_ERROR:
            return "a graph is in use where an exception is raised"
        case Cause.DROPPED_PATH | Cause.SKIPPED_CALL:
            return "a graph may be used by code that is not followed to its end"
        case Cause.OPERAND:
            return "a graph is an operand of `and` or `or`, whose value is not known"
        case Cause.EXPECTED_ERROR:
            return "an error is expected of a `backward()` through a graph"
        case Cause.INTENDED:
            return "the `backward` of a graph is mentioned, but not called"


def _describe_backward(run: Run, event: Backward) -> str:
    origins = {run.nodes[root].origin for root in event.roots if root in run.nodes}
    unresolved = " of a value that is not known" if origins & {Origin.UNRESOLVED_CALL, Origin.UNRESOLVED_VALUE} else ""
    certain, possible = event.leaves & event.reached, event.leaves - event.reached
    gradients = "computes gradients" if certain else "may compute gradients" if possible or unresolved else "reaches no parameter"
    retained = {Retain.NO: "", Retain.COMPUTED: " and may retain the graph"}.get(event.retain, " and retains the graph")
    reused = ", through a graph that an earlier one retained" if event.reuses else ""
    return f"`{event.kind.value}()`{unresolved} {gradients}{retained}{reused}"


def _describe_step(event: Step) -> str:
    marks = [mark for leaf in event.changed for mark in event.gradients.get(leaf, ())]
    uncertain = any(not mark.counts for mark in marks)
    found = (
        "none has a gradient" if not event.changed else f"{len(event.changed)} have a gradient{', as far as is known' if uncertain else ''}"
    )
    return f"an optimizer of {_owned(len(event.owned), event.complete)} steps: {found}"


def _owned(number: int, complete: bool) -> str:
    if not number:
        return "no parameters" if complete else "parameters that are not known"
    return f"{counted(number, 'parameter')}{'' if complete else ' and others that are not known'}"
