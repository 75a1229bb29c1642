"""The roles of the places that a rule passes to its fixes."""

from __future__ import annotations

import enum


class Hint(enum.Enum):
    """The role of a place from which a fix starts. The value says what is at the place.

    Several places may have one role. A place of code that is called is followed by the calls that lead to it, from the inside out. A role
    may be a condition, too: a fix may only ask whether a place has it.
    """

    # Failing and repeated backwards.
    EARLIER = "the backward before: the one that freed the graph, or that ran before the change"
    AGAIN = "the backward that fails"
    SHARED = "the operation at the end of the part that two backwards share"
    FED = "the use of the shared part by the first backward's own part"
    FED_AGAIN = "the use of the shared part by the second backward's own part"
    WEIGHT = "the operation whose result both backwards share, if it only weighs log-probabilities of the first one"
    WEIGHT_AGAIN = "the operation whose result both backwards share, if it only weighs log-probabilities of the second one"
    TRAINED_AGAIN = "the second backward, if it reaches parameters outside of the part that two backwards share"
    STEPPED = "a step between two backwards"
    STEPPED_ALL = "a step between two backwards that owns all parameters of the second one"
    STEPPED_SHARED = "a step between two backwards that changed parameters of the part that they share"
    INPUT = "a value that both backwards use, with a graph without parameters that a step between them changed"
    TAKES_INPUT = "the use of such a value together with parameters that the step changed"
    BUILT = "an operation of a part that was built once"
    EDGE = "an operation of a part that was built once, whose result the loop's own graph takes"
    TRAINED_PART = "a step that changed parameters of a part that was built once"
    TRAINED_WITHOUT = "a backward that reaches all parameters of a part that was built once without the part, too"
    TAKEN = "the operation that takes a value of an earlier iteration"
    CARRIED = "the operation of an earlier iteration whose value is taken"
    PAIR = "the operation that takes a pair of states, as of an LSTM"
    LOOP = "the loop that carries the state, or that evaluates"
    CHANGED = "the change in place of a saved tensor"
    THROUGH = "an operation from the root of the backward to the one that saved the changed parameter"
    SAVED_OPERAND = "the operation that saved the changed tensor, its operand"
    SAVED_RESULT = "the operation that saved the changed tensor, its own result"
    RETAINING_CALL = "the innermost call of the function that retains a graph"

    # Missing graphs.
    DETACH = "the call or attribute that detaches a value"
    GRAD_MODE_OFF = "the operation that was computed with grad mode off"
    WITHOUT_GRAD = "the creation of a value that never had a graph"
    GRAPH_LOST = "another operation whose result has no graph"
    MODE = "the switch that disabled grad mode permanently"
    DETACHED = "the statement at which a result of the step's parameters last lost its graph"
    GRADIENT = "the `autograd.grad` without `create_graph=True` whose result is a term of the loss"
    CREATED = "the creation of the tensor that the error is about"
    UNUSED_INPUT = "an `autograd.grad` whose input is not used, and may get zeros"

    # Grad mode and evaluation.
    EVALUATED = "a call of another evaluation that builds a graph"
    FORWARD = "the operation or the module call that was to build a graph, or not to build one"
    BACKWARD = "the backward of the training"
    SERVED = "a module call without a graph that is not part of the training"
    OUTPUT = "the module call whose output could be detached"
    TRAINED_CALL = "the module call of the training that runs in eval mode"
    MODULE_CALL = "the module call of the evaluation itself, not a call that leads to it"

    # Parameters, optimizers and scalers.
    OPTIMIZER = "the construction of the optimizer"
    OTHER_OPTIMIZER = "the construction of another optimizer"
    TRAINED_MODULE = "a call of a module that the backwards train"
    UNUSED_LOSS = "a result of the parameters that no backward reaches"
    TERM = "the call of an untrained module, if a term of the loss depends on its parameters alone"
    MODULES = "the assignment of a container of modules"
    PARAMETERS = "the assignment of a container of parameters"
    ITERATOR = "the creation of the iterator that the optimizer receives"
    RESET_CALL = "the call of the function that contains the reset"
    LOSS = "the call that clips a loss"
    STEP = "the step of the optimizer that should be one of the scaler"
    STEP_CALL = "a call that leads to the step of the optimizer"
    SCALE = "the call of the scaler before which no loss is scaled"
    UPDATE_AFTER = "the step of the scaler that no update follows"
    UPDATE_WITH_STEP = "the update of the scaler that belongs after a step"
    UNSCALE_AGAIN = "the second unscaling, which is not needed"
    UNSCALE_EARLIER = "the unscaling that belongs before the step"

    # Views, conversions and custom Functions.
    VIEW_OF_LEAF = "the change of a view of a leaf"
    CONVERTED = "the conversion whose argument is the tensor itself"
    RETURNED = "the return statement that lacks one gradient"
    INSTANCE = "the call of an instance of a custom Function"
    ON_CONTEXT = "an assignment of a tensor to an attribute of the same `ctx`"
