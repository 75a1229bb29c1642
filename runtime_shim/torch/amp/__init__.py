"""torch.amp: on a CPU, without bfloat16 here, autocast has no effect, and a disabled scaler returns its arguments."""

from __future__ import annotations

import functools
import warnings
from typing import Any

from .._missing import guard
from .._state import Quietly, observer, state
from .._tensor import Tensor


class autocast:
    """A block in which PyTorch may compute in lower precision; here it does not."""

    def __init__(self, device_type: str = "cuda", dtype: Any = None, enabled: bool = True, cache_enabled: Any = None) -> None:
        self.device_type, self.enabled = device_type, enabled

    def __enter__(self) -> autocast:
        self.before, state.autocast = state.autocast, self.enabled and self.device_type == "cpu"
        return self

    def __exit__(self, *_: object) -> None:
        state.autocast = self.before

    def __call__(self, function: Any) -> Any:
        """As a decorator."""

        @functools.wraps(function)
        def inside(*args: Any, **kwargs: Any) -> Any:
            with self:
                return function(*args, **kwargs)

        return inside


class GradScaler:
    """Scales a loss so that small gradients survive; for "cuda" on a machine without one it is off."""

    def __init__(
        self,
        device: str = "cuda",
        init_scale: float = 65536.0,
        growth_factor: float = 2.0,
        backoff_factor: float = 0.5,
        growth_interval: int = 2000,
        enabled: bool = True,
    ) -> None:
        if device == "cuda" and enabled:
            warnings.warn("torch.cuda.amp.GradScaler is enabled, but CUDA is not available.  Disabling.", UserWarning, stacklevel=2)
            enabled = False
        self._enabled, self._scale, self._growth, self._backoff, self._interval = (
            enabled,
            init_scale,
            growth_factor,
            backoff_factor,
            growth_interval,
        )
        self._good, self._scales = 0, False
        self._begin()

    def _begin(self) -> None:
        """Begin an iteration: no optimizer is unscaled or has stepped, and no gradient was searched for infinite values."""
        self._unscaled, self._stepped, self._checked, self._bad = set(), set(), set(), False

    def _fail(self, error: Exception, kind: str, optimizer: Any = None) -> None:
        """Report an error to the observer, and raise it."""
        if watcher := observer():
            watcher.failed(kind, scaler=self, optimizer=optimizer)
        raise error

    def _check_scale(self, method: str) -> None:
        if not self._scales:
            fix = "This may indicate your script did not use scaler.scale(loss or outputs) earlier in the iteration."
            self._fail(AssertionError(f"Attempted {method} but _scale is None.  {fix}"), "NEVER_SCALED")

    def scale(self, outputs: Any) -> Any:
        """The loss, scaled."""
        if not self._enabled:
            return outputs
        if not isinstance(outputs, Tensor):
            return type(outputs)(self.scale(each) for each in outputs)
        self._scales = True
        scaled = outputs * self._scale
        if watcher := observer():
            watcher.loss_scaled(scaled)
        return scaled

    def unscale_(self, optimizer: Any) -> None:
        """Divide an optimizer's gradients by the scale.

        Raises:
            RuntimeError: if that was done since the last update, or the optimizer has stepped since.
        """
        if not self._enabled:
            return
        self._check_scale("unscale_")
        if id(optimizer) in self._stepped:
            self._fail(RuntimeError("unscale_() is being called after step()."), "UNSCALED_AFTER_STEP", optimizer)
        if id(optimizer) in self._unscaled:
            text = "unscale_() has already been called on this optimizer since the last update()."
            self._fail(RuntimeError(text), "UNSCALED_TWICE", optimizer)
        if watcher := observer():
            watcher.clipped("unscale_", [each for group in optimizer.param_groups for each in group["params"]])
        self._divide(optimizer)
        if watcher := observer():
            watcher.scaler_called("unscale_", self, optimizer)

    def _divide(self, optimizer: Any) -> None:
        import numpy as np

        if watcher := observer():
            watcher.gradients_unscaled()

        with Quietly():
            for each in (each for group in optimizer.param_groups for each in group["params"]):
                if each._grad is not None:
                    each._grad._a[...] /= self._scale
                    self._bad = self._bad or not np.isfinite(each._grad._a).all()
                    self._checked.add(id(optimizer))
        self._unscaled.add(id(optimizer))

    def step(self, optimizer: Any, *args: Any, **kwargs: Any) -> Any:
        """Step the optimizer, unless a gradient is infinite.

        Raises:
            RuntimeError: if it has stepped since the last update.
            AssertionError: if it has no gradients.
        """
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        self._check_scale("step")
        if id(optimizer) in self._stepped:
            self._fail(RuntimeError("step() has already been called since the last update()."), "STEPPED_TWICE", optimizer)
        if id(optimizer) not in self._unscaled:
            self._divide(optimizer)
        if id(optimizer) not in self._checked:
            raise AssertionError("No inf checks were recorded for this optimizer.")
        result = None if self._bad else optimizer.step(*args, **kwargs)
        self._stepped.add(id(optimizer))
        if watcher := observer():
            watcher.scaler_called("step", self, optimizer)
        return result

    def update(self, new_scale: Any = None) -> None:
        """The scale for the next iteration.

        Raises:
            AssertionError: if no gradients were unscaled since the last update, and no scale is given.
        """
        if not self._enabled:
            return
        self._check_scale("update")
        if new_scale is not None:
            self._scale = float(new_scale)
        elif not self._checked:
            self._fail(AssertionError("No inf checks were recorded prior to update."), "UPDATED_WITHOUT_STEP")
        elif self._bad:
            self._scale, self._good = self._scale * self._backoff, 0
        else:
            self._good += 1
            if self._good == self._interval:
                self._scale, self._good = self._scale * self._growth, 0
        self._begin()
        if watcher := observer():
            watcher.scaler_updated(self)

    def get_scale(self) -> float:
        """The scale."""
        return self._scale if self._enabled else 1.0

    def is_enabled(self) -> bool:
        """Return True if the scaler is enabled."""
        return self._enabled

    def state_dict(self) -> dict[str, Any]:
        """Return the scale and the counters."""
        return {"scale": self._scale, "_growth_tracker": self._good} if self._enabled else {}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Go on from there."""
        self._scale, self._good = state_dict.get("scale", self._scale), state_dict.get("_growth_tracker", 0)


def custom_fwd(function: Any = None, **_: Any) -> Any:
    """A custom Function's forward as it is."""
    return function if function is not None else lambda inner: inner


custom_bwd = custom_fwd

__getattr__ = guard("torch.amp")
