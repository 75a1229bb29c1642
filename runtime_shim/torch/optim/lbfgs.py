"""L-BFGS: several evaluations of a closure in one step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .._state import Quietly, observer, state
from .._tensor import Tensor
from .line_search import Point, strong_wolfe
from .optimizer import Optimizer, write


class LBFGS(Optimizer):
    """Limited-memory BFGS."""

    def __init__(
        self,
        params: Any,
        lr: Any = 1,
        max_iter: int = 20,
        max_eval: int | None = None,
        tolerance_grad: float = 1e-7,
        tolerance_change: float = 1e-9,
        history_size: int = 100,
        line_search_fn: str | None = None,
    ) -> None:
        super().__init__(
            params,
            {
                "lr": lr,
                "max_iter": max_iter,
                "max_eval": max_iter * 5 // 4 if max_eval is None else max_eval,
                "tolerance_grad": tolerance_grad,
                "tolerance_change": tolerance_change,
                "history_size": history_size,
                "line_search_fn": line_search_fn,
            },
        )
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS doesn't support per-parameter options (parameter groups)")

    def _flat(self) -> np.ndarray:
        """All gradients as one vector."""
        parts = [
            np.zeros(each._a.size, each._a.dtype) if each._grad is None else each._grad._a.reshape(-1)
            for each in self.param_groups[0]["params"]
        ]
        return np.concatenate(parts)

    def _move(self, step: float, way: np.ndarray) -> None:
        """Go along a direction."""
        place = 0
        with Quietly():
            for each in self.param_groups[0]["params"]:
                write(each, each._a + step * way[place : place + each._a.size].reshape(each._a.shape))
                place += each._a.size

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Call the closure as often as the search needs, and move the parameters.

        Raises:
            TypeError: without a closure.
        """
        if closure is None:
            raise TypeError("LBFGS.step() missing 1 required positional argument: 'closure'")
        for hook in tuple(self._step_pre_hooks.values()):
            hook(self, (closure,), {})
        if watcher := observer():
            watcher.step_begins(self)
        before, state.grad = state.grad, False
        state.observer.search_begins()
        try:
            result = self._search(closure)
        finally:
            state.grad = before
            state.observer.search_ends()
        if watcher := observer():
            watcher.step_ends(self)
        return result

    def _along(self, closure: Callable[[], Any], way: np.ndarray, start: Point, step: float, limit: int) -> tuple[Point, int]:
        """Search along a direction, and move the parameters to the point found.

        Raises:
            RuntimeError: for an unknown line search.
        """
        if self.param_groups[0]["line_search_fn"] != "strong_wolfe":
            raise RuntimeError("only 'strong_wolfe' is supported")
        origin = [each._a.copy() for each in self.param_groups[0]["params"]]

        def evaluate(length: float) -> Point:
            self._move(length, way)
            loss = float(self._call(closure))
            grad = self._flat()
            with Quietly():
                for each, array in zip(self.param_groups[0]["params"], origin, strict=True):
                    write(each, array)
            return Point(length, loss, grad, float(grad @ way))

        found, count = strong_wolfe(evaluate, start, step, float(np.abs(way).max()), limit)
        self._move(found.step, way)
        return found, count

    def _call(self, closure: Callable[[], Any]) -> Any:
        state.grad = True
        state.observer.search_iterates()
        try:
            return closure()
        finally:
            state.grad = False

    def _search(self, closure: Callable[[], Any]) -> Any:
        group, memory = self.param_groups[0], self.state[self.param_groups[0]["params"][0]]
        first = self._call(closure)
        loss = float(first)
        evaluations = 1
        memory["func_evals"] = memory.get("func_evals", 0) + 1
        grad = self._flat()
        if np.abs(grad).max() <= group["tolerance_grad"]:
            return first
        way, step, old = memory.get("d"), memory.get("t"), memory.setdefault("pairs", [])
        diagonal, previous, previous_loss = memory.get("H_diag", 1.0), memory.get("prev_flat_grad"), memory.get("prev_loss")
        turns = 0
        while turns < group["max_iter"]:
            turns += 1
            memory["n_iter"] = memory.get("n_iter", 0) + 1
            if memory["n_iter"] == 1:
                way, diagonal = -grad, 1.0
            else:
                way, diagonal = direction(grad, previous, way, step, old, diagonal, group["history_size"])
            previous, previous_loss = grad.copy(), loss
            rate = float(group["lr"])
            step = min(1.0, 1.0 / float(np.abs(grad).sum())) * rate if memory["n_iter"] == 1 else rate
            slope = float(grad @ way)
            if slope > -group["tolerance_change"]:
                break
            done, count = False, 0
            if group["line_search_fn"] is not None:
                (step, loss, grad, _), count = self._along(closure, way, Point(0, loss, grad, slope), step, group["max_eval"] - evaluations)
                done = np.abs(grad).max() <= group["tolerance_grad"]
            else:
                self._move(step, way)
                if turns != group["max_iter"]:
                    loss, grad, count = float(self._call(closure)), self._flat(), 1
                    done = np.abs(grad).max() <= group["tolerance_grad"]
            evaluations += count
            memory["func_evals"] += count
            small = np.abs(way * step).max() <= group["tolerance_change"] or abs(loss - previous_loss) < group["tolerance_change"]
            if turns == group["max_iter"] or evaluations >= group["max_eval"] or done or small:
                break
        memory.update(d=way, t=step, pairs=old, H_diag=diagonal, prev_flat_grad=previous, prev_loss=previous_loss)
        return first


def direction(grad: np.ndarray, previous: Any, way: Any, step: Any, old: list[Any], diagonal: Any, size: int) -> tuple[np.ndarray, Any]:
    """The quasi-Newton direction, by the two loops over the history."""
    y, s = grad - previous, way * step
    ys = float(y @ s)
    if ys > 1e-10:
        if len(old) == size:
            old.pop(0)
        old.append((y, s, 1.0 / ys))
        diagonal = ys / float(y @ y)
    result, factors = -grad, []
    for y, s, rho in reversed(old):
        factor = float(s @ result) * rho
        factors.append(factor)
        result = result - factor * y
    result = result * np.asarray(diagonal, grad.dtype)
    for (y, s, rho), factor in zip(old, reversed(factors), strict=True):
        result = result + s * (factor - float(y @ result) * rho)
    return result.astype(grad.dtype), diagonal


TENSOR = Tensor
