"""Switching gradients off and on: as a block, as a decorator, and set_grad_enabled as a statement."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from .._state import observer, state


class Mode:
    """A block in which gradients are on or off; also a decorator."""

    what = "no_grad"
    enabled = False

    def __new__(cls, function: Any = None, *args: Any, **kwargs: Any) -> Any:
        """`@torch.no_grad` without the call works on a function."""
        if callable(function) and cls in (no_grad, enable_grad, inference_mode):
            return cls()(function)
        return super().__new__(cls)

    def __init__(self, *_: Any) -> None:
        self.before: list[tuple[bool, bool]] = []
        if watcher := observer():
            watcher.mode_made(self)

    def __enter__(self) -> None:
        self.before.append((state.grad, state.inference))
        self.switch()
        if watcher := observer():
            watcher.mode_used(self)
            watcher.mode(self.what, self.enabled, True, True)

    def switch(self) -> None:
        """Set the state for the block."""
        state.grad = self.enabled

    def __exit__(self, *_: object) -> None:
        state.grad, state.inference = self.before.pop()
        if watcher := observer():
            watcher.mode(self.what, self.enabled, False, True)

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function with the block around its body."""
        if watcher := observer():
            watcher.mode_used(self)
        if inspect.isclass(function):
            function.__init__ = self(function.__init__)
            return function
        if inspect.isgeneratorfunction(function):
            return self.generator(function)

        @functools.wraps(function)
        def inside(*args: Any, **kwargs: Any) -> Any:
            with self.clone():
                return function(*args, **kwargs)

        return inside

    def generator(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a generator whose code runs in the mode, and whose consumer does not."""

        @functools.wraps(function)
        def inside(*args: Any, **kwargs: Any) -> Any:
            steps = function(*args, **kwargs)
            sent: Any = None
            while True:
                try:
                    with self.clone():
                        value = steps.send(sent)
                except StopIteration as stop:
                    return stop.value
                sent = yield value

        return inside

    def clone(self) -> Mode:
        """Another of its kind."""
        return type(self)()


class no_grad(Mode):
    """Gradients off."""


class enable_grad(Mode):
    """Gradients on."""

    what, enabled = "enable_grad", True


class inference_mode(Mode):
    """Disable grad mode; tensors created inside cannot be saved for a later backward."""

    what = "inference_mode"

    def __new__(cls, mode: Any = True) -> Any:
        """With a truth value, or around a function."""
        return super().__new__(cls, None if isinstance(mode, bool) else mode)

    def __init__(self, mode: bool = True) -> None:
        self.on = bool(mode)
        super().__init__()
        self.enabled = not self.on

    def switch(self) -> None:
        """Set the state for the block."""
        state.inference, state.grad = self.on, state.grad if not self.on else False
        if not self.on:
            state.grad = True

    def clone(self) -> Mode:
        """Another of its kind."""
        return inference_mode(self.on)


class set_grad_enabled(Mode):
    """Gradients on or off at once; as a block, until its end."""

    what = "set_grad_enabled"

    def __init__(self, mode: bool) -> None:
        super().__init__()
        self.enabled = bool(mode)
        self.at_once = (state.grad, state.inference)
        state.grad = self.enabled
        if watcher := observer():
            watcher.mode(self.what, self.enabled, True, False)

    def __new__(cls, mode: bool) -> Any:
        """Create an instance: this mode does not decorate a function."""
        return object.__new__(cls)

    def __enter__(self) -> None:
        self.before.append(self.at_once)
        state.grad = self.enabled
        if watcher := observer():
            watcher.mode(self.what, self.enabled, True, True)

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Decorate a function; the switch that the constructor made is undone."""
        state.grad = self.at_once[0]
        return super().__call__(function)

    def clone(self) -> Mode:
        """Another of its kind."""
        return set_grad_enabled(self.enabled)


def is_grad_enabled() -> bool:
    """Return True if operations are recorded."""
    return state.grad


def is_inference_mode_enabled() -> bool:
    """Return True if inference_mode is enabled."""
    return state.inference
