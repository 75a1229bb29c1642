"""The base class of all optimizers."""

from __future__ import annotations

import functools
import inspect
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from .._state import STEP, Quietly, observer, state
from .._tensor import Tensor
from ..utils.hooks import RemovableHandle


def reset(tensors: list[Tensor], set_to_none: bool, owner: Any) -> None:
    """Zero gradients, or take them away."""
    if watcher := observer():
        watcher.grads_reset(tensors, owner)
    with Quietly():
        for each in tensors:
            if each._grad is None:
                continue
            if set_to_none:
                each._grad = None
            else:
                if each._grad.grad_fn is not None:
                    each._grad = each._grad._alias()
                each._grad._rg = False
                each._grad.zero_()


def is_whole(step: Callable[..., Any]) -> bool:
    """Return True if a step that a program writes is not one around another: it calls no `step` and runs no backward."""
    code = getattr(inspect.unwrap(step), "__code__", None)
    return code is not None and not {"step", "backward"} & set(code.co_names)


def reported(step: Callable[..., Any]) -> Callable[..., Any]:
    """Return a step that a program writes as one that reports which gradients it has found, and which of them it has reset."""

    @functools.wraps(step)
    def run(optimizer: Optimizer, *args: Any, **kwargs: Any) -> Any:
        watcher = observer()
        if watcher is None or args or kwargs:
            return step(optimizer, *args, **kwargs)
        found = [each for group in optimizer.param_groups for each in group["params"] if each._grad is not None]
        watcher.step_begins(optimizer)
        with Quietly():
            result = step(optimizer)
        watcher.step_ends(optimizer, found)
        if gone := [each for each in found if each._grad is None or not each._grad._a.any()]:
            watcher.grads_reset(gone, None)
        return result

    return run


class Optimizer:
    """The base of optimizers: groups of parameters, a state for each parameter, and a rule in `update`."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        step = vars(cls).get("step")
        if step is not None and not cls.__module__.startswith("torch.") and is_whole(step):
            cls.step = reported(step)  # type: ignore[method-assign]

    def __init__(self, params: Any, defaults: dict[str, Any]) -> None:
        if isinstance(params, Tensor):
            raise TypeError("params argument given to the optimizer should be an iterable of Tensors or dicts, but got torch.FloatTensor")
        self.defaults, self.state = defaults, defaultdict(dict)
        self.param_groups: list[dict[str, Any]] = []
        self._step_hooks: dict[int, Any] = OrderedDict()
        self._step_pre_hooks: dict[int, Any] = OrderedDict()
        given = list(params)
        if not given:
            if watcher := observer():
                watcher.failed("NO_PARAMETERS")
            raise ValueError("optimizer got an empty parameter list")
        groups = given if isinstance(given[0], dict) else [{"params": given}]
        groups = [{**group, "params": as_list(group["params"])} for group in groups]
        every = [each for group in groups for each in group["params"]]
        refused = any(isinstance(each, Tensor) and not each.is_leaf for each in every)
        if refused and (watcher := observer()):
            watcher.optimizer_made(self, every)
        for group in groups:
            self.add_param_group(group)
        if not refused and (watcher := observer()):
            watcher.optimizer_made(self, every)

    def add_param_group(self, param_group: dict[str, Any]) -> None:
        """Add a group of parameters with its own settings.

        Raises:
            ValueError: if one is not a leaf, or is in another group.
            TypeError: if one is not a tensor.
        """
        params = as_list(param_group["params"])
        param_group["params"] = params = [each[1] if isinstance(each, tuple) else each for each in params]
        for each in params:
            if not isinstance(each, Tensor):
                raise TypeError(f"optimizer can only optimize Tensors, but one of the params is {type(each).__name__}")
            if not each.is_leaf and not each._keeps_grad:
                raise ValueError("can't optimize a non-leaf Tensor")
        for name, value in self.defaults.items():
            param_group.setdefault(name, value)
        known = {id(each) for group in self.param_groups for each in group["params"]}
        if any(id(each) in known for each in params):
            if watcher := observer():
                watcher.failed("REPEATED_PARAMETER")
            raise ValueError("some parameters appear in more than one parameter group")
        self.param_groups.append(param_group)

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Reset the gradients of all parameters."""
        reset([each for group in self.param_groups for each in group["params"]], set_to_none, self)

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Update every parameter that has a gradient."""
        for hook in tuple(self._step_pre_hooks.values()):
            hook(self, (), {})
        if watcher := observer():
            watcher.step_begins(self)
        result = None
        if closure is not None:
            before, state.grad = state.grad, True
            try:
                result = closure()
            finally:
                state.grad = before
        before, state.grad = state.grad, False
        try:
            with Quietly():
                for group in self.param_groups:
                    for each in group["params"]:
                        if each._grad is not None:
                            self.update(each, each._grad._a, group, self.state[each])
        finally:
            state.grad = before
        if watcher := observer():
            watcher.step_ends(self)
        for hook in tuple(self._step_hooks.values()):
            hook(self, (), {})
        return result

    def update(self, param: Tensor, grad: np.ndarray, group: dict[str, Any], memory: dict[str, Any]) -> None:
        """One parameter's step; to be overridden."""
        raise NotImplementedError

    def state_dict(self) -> dict[str, Any]:
        """Settings and state, parameters by number."""
        number = {id(each): place for place, each in enumerate(each for group in self.param_groups for each in group["params"])}
        groups = [{**group, "params": [number[id(each)] for each in group["params"]]} for group in self.param_groups]
        return {"state": {number[id(each)]: dict(memory) for each, memory in self.state.items()}, "param_groups": groups}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take over what state_dict gave.

        Raises:
            ValueError: if the groups differ.
        """
        if len(state_dict["param_groups"]) != len(self.param_groups):
            raise ValueError("loaded state dict has a different number of parameter groups")
        params = [each for group in self.param_groups for each in group["params"]]
        for group, given in zip(self.param_groups, state_dict["param_groups"], strict=True):
            if len(group["params"]) != len(given["params"]):
                raise ValueError("loaded state dict contains a parameter group that doesn't match the size of optimizer's group")
            group.update({name: value for name, value in given.items() if name != "params"})
        self.state = defaultdict(dict)
        for place, memory in state_dict["state"].items():
            self.state[params[place]] = {name: value.copy() if isinstance(value, np.ndarray) else value for name, value in memory.items()}

    def register_step_post_hook(self, hook: Any) -> Any:
        """Call `hook(optimizer, args, kwargs)` after each step."""
        return RemovableHandle(self._step_hooks, hook)

    def register_step_pre_hook(self, hook: Any) -> Any:
        """Call `hook(optimizer, args, kwargs)` before each step."""
        return RemovableHandle(self._step_pre_hooks, hook)

    def __repr__(self) -> str:
        lines = [type(self).__name__ + " ("]
        for place, group in enumerate(self.param_groups):
            lines.append(f"Parameter Group {place}")
            lines += [f"    {name}: {group[name]}" for name in sorted(group) if name != "params"]
        return "\n".join([*lines, ")"])


def as_list(params: Any) -> list[Any]:
    """One tensor or several."""
    return [params] if isinstance(params, Tensor) else list(params)


def write(param: Tensor, values: np.ndarray) -> None:
    """Change a parameter in place, counted once."""
    np.copyto(param._a, values, casting="unsafe")
    param._bump(STEP)


def check(name: str, value: Any, low: float = 0.0) -> None:
    """Refuse a setting out of range.

    Raises:
        ValueError: if so.
    """
    if not isinstance(value, Tensor) and not low <= value:
        raise ValueError(f"Invalid {name}: {value}")


required: Iterable[Any] = ()
