"""The doubts that silence a rule at a place: recorded only for `--explain-silence`."""

from __future__ import annotations

import enum
from typing import NamedTuple

from graphlint.autograd.sites import Site


class Doubt(enum.Enum):
    """The reason why a rule reports nothing at a place. The value completes "not reported: ..."."""

    CUT_OFF = "the analysis stopped at its limit of steps before the end, and code after that place may use the graph"
    BACKPROPAGATED = "a `backward()` runs through the graph"
    ERROR_PENDING = "the graph is still in use where an exception is raised, and the handler may use it"
    ESCAPED = "code that is not followed receives the graph and may backpropagate through it, detach it or keep it"
    RETURNED = "the function returns the graph, and no call of it is known: its caller may backpropagate through the graph"
    UNFOLLOWED = "code that is not followed to its end may use the graph"
    OPERAND = "the graph is an operand of `and` or `or`, whose value is not known"
    EXPECTED_ERROR = "the program expects an error of a `backward()` through the graph, which may leave it as it was"
    INTENDED = "the code mentions the `backward` of the graph without calling it"
    HANDED = "code that is not followed receives the module and may use its gradients"
    GRADIENT_READ = "the program reads the gradient"
    DETACHED = "the value is detached later"
    NO_TRAINING = "the loop neither calls a module nor trains: it builds one expression"
    ONE_FORWARD_PASS = "each value is computed from the one before by a module, in a loop without training: one forward pass"
    NEEDED_AFTER_LOOP = "a `backward()` after the loop reaches the graphs of all iterations"
    HOLDER_IS_LOCAL = "the container is local to the function that contains the loop, and no `backward()` frees the graphs"
    OVERWRITTEN = "the stored graph is replaced or emptied before the loop ends"
    ONE_ITERATION = "no more than one graph is certain to be alive when the loop ends"
    MAYBE_NUMBER = "the value is one of several results of a module that is not known, and may be a plain number"
    SCALED = "the statement only scales what another one accumulates"
    GRAD_MODE_OFF = "grad mode is off here, or may be"
    ENABLED_ON_PURPOSE = "`enable_grad()` or `set_grad_enabled(True)` around the call enables grad mode on purpose"
    NEVER_CALLED = "nothing in this script calls the function, so grad mode may be off when it runs"
    NO_GRAPH = "the result has no graph, as far as is certain"
    INPUT_REQUIRES_GRAD = "an input of the module requires grad: its gradient may be wanted"
    RUNS_ONCE = "the call does not repeat, and its result is discarded or means nothing: it only tests that the module runs"
    NOT_EVALUATION = "nothing shows that this is evaluation: no `eval()`, and no enclosing name of a repeated call says so"
    TRAINED_IN_EVAL_MODE = "the module is also trained after `eval()`"
    GRADIENT_INSIDE = "the module computes a gradient in its own forward pass"
    RETAIN_COMPUTED = "`retain_graph` is not the literal True on every path"
    GRAPH_ON_OTHER_PATH = "on another path through the same call the tensor has a graph, and nothing shows which path is taken"
    GRADIENT_ON_OTHER_PATH = "on another path through the same call all parameters have a gradient, and nothing shows which path is taken"
    PARAMETERS_ON_OTHER_PATH = "on another path through the same call the optimizer has parameters, or other ones"
    REUSED = "a later `backward()` uses the retained graph"
    NOTHING_SAVED = "no operation of the graph saves a tensor: nothing is retained"
    PARAMETERS_UNKNOWN = "no optimizer is known, or one has parameters that are not known"
    MAY_BE_TRAINED = "the module may be trained: an optimizer or other code owns its parameters, or its input requires grad"
    HIDDEN_ON_PURPOSE = "a single module in a list or tuple is the idiom that hides it deliberately"
    NOT_TRAINED_BESIDE = "no `backward()` and step is certain to train another part of the same model"
    USED_UNDETACHED = "a value computed from the result is used without being detached"
    NOT_DETACHED = "no value computed from the result is detached"
    GRADIENT_UNCERTAIN = "it is not certain that a `step()` used the gradients and that they were not reset since"
    USED_ONCE = "each `backward()` since the last reset is used by one `step()` only"
    NO_GRADIENT = "no parameter of the optimizer has a gradient here, as far as is certain"
    GRADIENT_USED = "a `step()` uses the gradients on some path, or no reset discards them"
    OTHER_ITERATION = "the reset and the step are in different iterations"
    IN_ORDER = "a `backward()` of the same iteration runs before, or none is certain to run after"
    NOT_ACCUMULATED = "nothing shows that the loop accumulates gradients: no step of the optimizer runs every k-th time or after the loop"
    OTHER_OPTIMIZER = "another optimizer steps in the loop, or code reads the gradients"
    STEPPED_ELSEWHERE = "code that is not followed has received the optimizer, or may step it"
    NOT_FIRST_STEP = "the optimizer or the scheduler may have stepped before, here or in code that is not followed"
    NO_LATER_STEP = "no step of the optimizer follows in the same iteration, or after the loop that advances the schedule"
    SWITCHED_BACK = "the loop calls `train()` for the module on some path"
    MODE_UNKNOWN = "the mode of the module is not known: code that is not followed receives the module"
    TRAINS_IN_LOOP = "the loop trains, or computes gradients"
    NOT_TRAINED_BEFORE = "nothing is certain to train all of these layers in training mode before"
    SWITCHED_AFTER_TRAINING = "`train()` is called after the training, on some path: training mode is meant"
    MODE_READ = "code of the module reads `training`, and may compute something else in eval mode"
    REPEATED_INPUT = "the loop calls the module repeatedly with the same input: it samples"
    GRADIENT_FOUND = "a `step()` finds a gradient, or may find one"

    def when(self, holds: object) -> Doubt | None:
        """Return the doubt if the condition holds, None otherwise."""
        return self if holds else None


class Silence(NamedTuple):
    """A place at which a doubt silenced a rule. `code` is empty for a doubt of the interpreter, before any rule; `nodes` are the graph's
    nodes that the doubt is about."""

    code: str
    site: Site
    doubt: Doubt
    nodes: tuple[int, ...] = ()
