"""Descriptions of events for people who ask why a rule is silent."""

from __future__ import annotations

from graphlint.autograd.events import (
    Backward,
    BecameLeaf,
    Certainty,
    Change,
    Clipped,
    ConstantTerm,
    Detached,
    DetachedOperand,
    Discarded,
    DiscardedResult,
    Effects,
    Event,
    Forward,
    FrozenForward,
    GradRead,
    Growth,
    Havoc,
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
    UnregisteredModules,
    ZeroGrad,
)
from graphlint.autograd.run import Run

_EFFECTS = {
    Effects.BACKWARD: "backpropagate through it",
    Effects.DETACH: "detach it",
    Effects.STORE: "store it",
    Effects.USE_GRADIENTS: "use or reset its gradients",
    Effects.CALL_ARGUMENTS: "call a function that it receives",
}

MODES = {Certainty.YES: "training mode", Certainty.NO: "eval mode", Certainty.MAYBE: "an unknown mode"}


def describe_event(run: Run, event: Event) -> str:
    """Describe one event of a run."""
    match event:
        case Backward():
            return _describe_backward(run, event)
        case Raised():
            return f"error: {event.fault.value}"
        case Havoc():
            return _describe_havoc(event)
        case SkippedCall():
            return "a function of the program that is not executed, because of the limits of the run"
    return _describe_module_event(event) or _describe_gradient_event(event) or _describe_tensor_event(event) or type(event).__name__


def _describe_module_event(event: Event) -> str:
    """Describe an event of modules; empty for other events."""
    match event:
        case Forward():
            mode = {Certainty.YES: "on", Certainty.NO: "off", Certainty.MAYBE: "unknown"}
            graph = f"graph of {len(event.outputs)} results" if event.outputs else "no graph"
            training = f"in {MODES[event.training]}, grad mode {mode[event.grad_mode]}"
            return f"call of module `{event.module}` {training}: {graph}, {len(event.leaves)} parameters"
        case ModeSwitch():
            return f"switch of {len(event.modules)} modules to {MODES[event.training]}"
        case UnregisteredModules():
            count = f"{event.modules} modules and {event.parameters} parameters"
            return f"attribute `{event.name}` hides {count}, {len(event.leaves)} parameters in all"
        case FrozenForward():
            return "call of a module whose parameters are, or may be, frozen: no certain graph"
        case ParallelForward():
            return f"call through DistributedDataParallel, {'with' if event.synchronizes else 'without'} synchronization"
        case NoSyncBlock():
            return f"`no_sync()` block with {len(event.calls)} forward calls and {len(event.backwards)} `backward()`"
        case ReentrantCheckpoint():
            return f"reentrant checkpoint without an input that requires grad: no graph, {len(event.leaves)} parameters"
    return ""


def _describe_gradient_event(event: Event) -> str:
    """Describe an event of optimizers, gradients or gradient scalers; empty for other events."""
    match event:
        case OptimizerCreated():
            others = "" if event.complete else " and others that are not resolved"
            return f"optimizer of {len(event.owned)} parameters{others}"
        case OptimizerReceived():
            return "unresolved code receives an optimizer"
        case Step():
            return _describe_step(event)
        case ZeroGrad():
            return f"reset of the gradients of {len(event.leaves)} parameters, {len(event.unused)} `backward()` not used by a step"
        case GradRead():
            return f"read of a gradient, of a leaf: {event.leaf.value}"
        case Clipped():
            return f"`{event.call}` of {len(event.leaves)} gradients, computed by a `backward()`: {event.pending.value}"
        case ScalerCall():
            return f"`{event.method.value}` of a gradient scaler"
    return ""


def _describe_tensor_event(event: Event) -> str:
    """Describe an event of tensors and their graphs; empty for other events."""
    match event:
        case RetainedGraph():
            how = "accumulated" if event.growth is Growth.ACCUMULATED else "stored one by one"
            return f"graphs of several iterations {how}{f' in `{event.owner}`' if event.owner else ''}"
        case Change():
            return f"in-place change by {event.by.value} of {'a leaf' if event.leaf else 'a tensor'}"
        case Detached():
            return f"graph cut off by {event.reason.value}"
        case DetachedOperand():
            return "operand without the graph that it had here"
        case Rewrapped():
            return f"conversion by `{event.api}`, used by {len(event.into)} later nodes"
        case BecameLeaf():
            return "a tensor without a graph made to require grad"
        case ConstantTerm():
            return f"sum with a constant term: {event.reason.value}"
        case Rebound():
            return f"leaf `{event.name}` bound to a new tensor"
        case DiscardedResult():
            unnamed = "of a call" if event.kind is Discarded.RESULT else "of a grad-mode context manager"
            return f"discarded result {f'of `{event.what}`' if event.what else unnamed}"
        case OldApiUse():
            return f"use of `{event.api.value}`"
    return ""


def _describe_havoc(event: Havoc) -> str:
    reached = f"a graph of {len(event.nodes)} ends" if event.nodes else f"a module of {len(event.leaves)} parameters"
    effects = [text for effect, text in _EFFECTS.items() if effect in event.effects]
    return f"{reached}: {event.cause.value}, and may {', '.join(effects)}"


def _describe_backward(run: Run, event: Backward) -> str:
    origins = {run.nodes[root].origin for root in event.roots if root in run.nodes}
    unresolved = " of an unresolved value" if origins & {Origin.UNRESOLVED_CALL, Origin.UNRESOLVED_VALUE} else ""
    certain, possible = len(event.leaves & event.reached), len(event.leaves - event.reached)
    reached = f"reaches {len(event.reached)} nodes and {certain} parameters for certain, {possible} more possibly"
    retained = "" if event.retain is Retain.NO else f", retains the graph ({event.retain.value})"
    reused = f", uses a graph that {len(event.reuses)} earlier ones retained" if event.reuses else ""
    return f"`{event.kind.value}`{unresolved}: {reached}{retained}{reused}"


def _describe_step(event: Step) -> str:
    others = "" if event.complete else " and others that are not resolved"
    marks = [mark for leaf in event.changed for mark in event.gradients.get(leaf, ())]
    doubtful = sum(not mark.counts for mark in marks)
    doubt = f", {doubtful} of {len(marks)} contributions uncertain" if doubtful else ""
    return f"step of an optimizer of {len(event.owned)} parameters{others}: {len(event.changed)} have a gradient{doubt}"
