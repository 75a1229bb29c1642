"""Learning rate schedulers whose class the program derives from those of torch.optim.

Such an object is an instance with the methods of the program's class. The methods that it inherits compute rates and store them in the
groups of the optimizer: gradients, parameters and graphs stay as they are. The program's overrides that `step` calls are executed.
"""

from __future__ import annotations

from typing import Final

from graphlint.engine.domain import class_lookup
from graphlint.engine.domain.state import State
from graphlint.engine.domain.values import NONE, Bound, Class, Function, Ref
from graphlint.engine.machine import outcomes
from graphlint.engine.machine.arguments import Arguments
from graphlint.engine.machine.machine import Machine
from graphlint.engine.machine.outcomes import Outcome

PACKAGE: Final = "torch.optim.lr_scheduler."
HOOKS: Final = ("_update_lr", "_reduce_lr", "get_lr", "_get_closed_form_lr")
"""The methods that the step of a base calls."""


def is_scheduler(state: State, value: Ref) -> bool:
    """Return True for an instance of a class of the program all of whose unresolved bases are schedulers of torch.optim."""
    cls = state.get(value.number).type if value.kind == "instance" else None
    bases = class_lookup.foreign_bases(cls) if isinstance(cls, Class) else ()
    return bool(bases) and all(base.startswith(PACKAGE) for base in bases)


def construct(state: State, scheduler: Ref, arguments: Arguments) -> None:
    """Execute the constructor of the base: it keeps the optimizer."""
    given = arguments.get(0, "optimizer")
    if given is not None:
        state.edit(scheduler.number).fields["optimizer"] = given


def method(machine: Machine, state: State, scheduler: Ref, name: str, arguments: Arguments) -> Outcome:
    """Call a method that the class inherits."""
    if name != "step":
        return machine.plain(name)
    hooks = [class_lookup.find_method(state, scheduler, hook) for hook in HOOKS]
    overrides = [hook for hook in hooks if isinstance(hook, Bound) and isinstance(hook.function, Function)]
    paths = [state]
    for hook in overrides:
        given = Arguments((), {}, arguments.site, True)
        going = [path for path in paths if not path.signal]
        ended = [path for path in paths if path.signal]
        paths = [after for path in going for after in outcomes.paths(path, machine.call(path, hook, given))] + ended
    for path in paths:
        if not path.signal:
            path.result = NONE
    return outcomes.of_paths(state, paths) if overrides else NONE
