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
        self._good, self._unscaled, self._bad = 0, set(), False

    def scale(self, outputs: Any) -> Any:
        """The loss, scaled."""
        if not self._enabled:
            return outputs
        if not isinstance(outputs, Tensor):
            return type(outputs)(self.scale(each) for each in outputs)
        scaled = outputs * self._scale
        if watcher := observer():
            watcher.loss_scaled(scaled)
        return scaled

    def unscale_(self, optimizer: Any) -> None:
        """Divide an optimizer's gradients by the scale.

        Raises:
            RuntimeError: if that was done since the last update.
        """
        if not self._enabled:
            return
        if id(optimizer) in self._unscaled:
            raise RuntimeError("unscale_() has already been called on this optimizer since the last update().")
        params = [each for group in optimizer.param_groups for each in group["params"]]
        if watcher := observer():
            watcher.clipped("unscale_", params)
        import numpy as np

        with Quietly():
            for each in params:
                if each._grad is not None:
                    each._grad._a[...] /= self._scale
                    self._bad = self._bad or not np.isfinite(each._grad._a).all()
        self._unscaled.add(id(optimizer))

    def step(self, optimizer: Any, *args: Any, **kwargs: Any) -> Any:
        """Step the optimizer, unless a gradient is infinite."""
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        if id(optimizer) not in self._unscaled:
            self.unscale_(optimizer)
        if not any(each._grad is not None for group in optimizer.param_groups for each in group["params"]):
            raise AssertionError("No inf checks were recorded for this optimizer.")
        return None if self._bad else optimizer.step(*args, **kwargs)

    def update(self, new_scale: Any = None) -> None:
        """The scale for the next iteration."""
        if not self._enabled:
            return
        if self._bad:
            self._scale, self._good = self._scale * self._backoff, 0
        else:
            self._good += 1
            if self._good == self._interval:
                self._scale, self._good = self._scale * self._growth, 0
        self._unscaled, self._bad = set(), False

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
