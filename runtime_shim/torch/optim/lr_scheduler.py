"""torch.optim.lr_scheduler: learning rates that change."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any

from .._missing import guard
from .optimizer import Optimizer

ORDER = (
    "Detected call of `lr_scheduler.step()` before `optimizer.step()`. In PyTorch 1.1.0 and later, you should call them in the opposite order: "
    "`optimizer.step()` before `lr_scheduler.step()`.  Failure to do this will result in PyTorch skipping the first value of the learning rate "
    "schedule. See more details at https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate"
)


class LRScheduler:
    """The base: `rate(base, epoch)` gives the learning rate of an epoch."""

    def __init__(self, optimizer: Optimizer, last_epoch: int = -1) -> None:
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")
        self.optimizer, self.last_epoch = optimizer, last_epoch
        for group in optimizer.param_groups:
            group.setdefault("initial_lr", group["lr"])
        self.base_lrs = [group["initial_lr"] for group in optimizer.param_groups]
        self._count = 0
        optimizer.register_step_post_hook(self._stepped)
        self._steps = 0
        self.step()

    def _stepped(self, *_: Any) -> None:
        self._steps += 1

    def rate(self, base: float, epoch: int) -> float:
        """The learning rate of an epoch."""
        raise NotImplementedError

    def get_lr(self) -> list[float]:
        """The learning rates of this epoch."""
        return [self.rate(base, self.last_epoch) for base in self.base_lrs]

    def get_last_lr(self) -> list[float]:
        """The learning rates in force."""
        return [group["lr"] for group in self.optimizer.param_groups]

    def step(self, epoch: int | None = None) -> None:
        """The next epoch."""
        if self._count == 1 and not self._steps:
            warnings.warn(ORDER, UserWarning, stacklevel=2)
        self._count += 1
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        for group, rate in zip(self.optimizer.param_groups, self.get_lr(), strict=True):
            group["lr"] = rate

    def state_dict(self) -> dict[str, Any]:
        """Where it stands."""
        return {name: value for name, value in self.__dict__.items() if name != "optimizer"}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Go on from there."""
        self.__dict__.update(state_dict)


_LRScheduler = LRScheduler


class StepLR(LRScheduler):
    """Times gamma after every so many epochs."""

    def __init__(self, optimizer: Optimizer, step_size: int, gamma: float = 0.1, last_epoch: int = -1) -> None:
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch)

    def rate(self, base: float, epoch: int) -> float:
        """The learning rate of an epoch."""
        return base * self.gamma ** (epoch // self.step_size)


class MultiStepLR(LRScheduler):
    """Times gamma at given epochs."""

    def __init__(self, optimizer: Optimizer, milestones: Any, gamma: float = 0.1, last_epoch: int = -1) -> None:
        self.milestones, self.gamma = sorted(milestones), gamma
        super().__init__(optimizer, last_epoch)

    def rate(self, base: float, epoch: int) -> float:
        """The learning rate of an epoch."""
        return base * self.gamma ** sum(epoch >= each for each in self.milestones)


class ExponentialLR(LRScheduler):
    """Times gamma after every epoch."""

    def __init__(self, optimizer: Optimizer, gamma: float, last_epoch: int = -1) -> None:
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def rate(self, base: float, epoch: int) -> float:
        """The learning rate of an epoch."""
        return base * self.gamma**epoch


class LambdaLR(LRScheduler):
    """Times what a function says."""

    def __init__(self, optimizer: Optimizer, lr_lambda: Any, last_epoch: int = -1) -> None:
        self.lr_lambda = lr_lambda
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """The learning rates of this epoch."""
        functions: list[Callable[[int], float]] = (
            list(self.lr_lambda) if isinstance(self.lr_lambda, (list, tuple)) else [self.lr_lambda] * len(self.base_lrs)
        )
        return [base * each(self.last_epoch) for base, each in zip(self.base_lrs, functions, strict=True)]


class CosineAnnealingLR(LRScheduler):
    """Half a cosine down."""

    def __init__(self, optimizer: Optimizer, T_max: int, eta_min: float = 0.0, last_epoch: int = -1) -> None:
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch)

    def rate(self, base: float, epoch: int) -> float:
        """The learning rate of an epoch."""
        return self.eta_min + (base - self.eta_min) * (1 + math.cos(math.pi * epoch / self.T_max)) / 2


class LinearLR(LRScheduler):
    """From one factor to another."""

    def __init__(
        self, optimizer: Optimizer, start_factor: float = 1.0 / 3, end_factor: float = 1.0, total_iters: int = 5, last_epoch: int = -1
    ) -> None:
        self.start, self.end, self.total = start_factor, end_factor, total_iters
        super().__init__(optimizer, last_epoch)

    def rate(self, base: float, epoch: int) -> float:
        """The learning rate of an epoch."""
        return base * (self.start + (self.end - self.start) * min(self.total, epoch) / self.total)


class ReduceLROnPlateau:
    """Times a factor when a figure no longer falls."""

    def __init__(
        self,
        optimizer: Optimizer,
        mode: str = "min",
        factor: float = 0.1,
        patience: int = 10,
        threshold: float = 1e-4,
        threshold_mode: str = "rel",
        cooldown: int = 0,
        min_lr: float = 0,
        eps: float = 1e-8,
    ) -> None:
        self.optimizer, self.mode, self.factor, self.patience, self.threshold, self.min_lr = (
            optimizer,
            mode,
            factor,
            patience,
            threshold,
            min_lr,
        )
        self.best, self.bad = math.inf, 0

    def step(self, metrics: Any, epoch: Any = None) -> None:
        """The next epoch."""
        value = float(metrics) if self.mode == "min" else -float(metrics)
        if value < self.best - abs(self.best if self.best != math.inf else 0) * self.threshold:
            self.best, self.bad = value, 0
        else:
            self.bad += 1
        if self.bad > self.patience:
            for group in self.optimizer.param_groups:
                group["lr"] = max(group["lr"] * self.factor, self.min_lr)
            self.bad = 0


__getattr__ = guard("torch.optim.lr_scheduler")
