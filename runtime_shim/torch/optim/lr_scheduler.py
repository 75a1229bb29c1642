"""torch.optim.lr_scheduler: learning rates that change."""

from __future__ import annotations

import bisect
import math
import warnings
from collections.abc import Callable
from typing import Any

from .._missing import guard, missing
from .._state import Quietly, observer
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
        if not hasattr(optimizer, "_opt_called"):
            # The steps before the first scheduler do not count, and one step counts for all schedulers.
            optimizer._opt_called = False
            optimizer.register_step_pre_hook(_called)
        self._initial_step()

    def _initial_step(self) -> None:
        self._step_count = 0
        with Quietly():
            self.step()

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
        if watcher := observer():
            watcher.scheduler_steps(self, epoch)
        if self._step_count == 1 and not self.optimizer._opt_called:
            warnings.warn(ORDER, UserWarning, stacklevel=2)
        self._step_count += 1
        self.update(epoch)

    def update(self, epoch: int | None) -> None:
        """Set the learning rates of the next epoch, or of a given one."""
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        for group, rate in zip(self.optimizer.param_groups, self.get_lr(), strict=True):
            group["lr"] = rate

    def state_dict(self) -> dict[str, Any]:
        """Return the state of the schedule."""
        return {name: value for name, value in self.__dict__.items() if name != "optimizer"}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Go on from there."""
        self.__dict__.update(state_dict)


def _called(optimizer: Any, *_: Any) -> None:
    """Note that an optimizer has stepped."""
    optimizer._opt_called = True


_LRScheduler = LRScheduler


class StepLR(LRScheduler):
    """A schedule that multiplies the learning rate by gamma every `step_size` epochs."""

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
    """A schedule that multiplies the initial learning rate by the result of a function."""

    def __init__(self, optimizer: Optimizer, lr_lambda: Any, last_epoch: int = -1) -> None:
        self.lr_lambda = lr_lambda
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> list[float]:
        """The learning rates of this epoch."""
        functions: list[Callable[[int], float]] = (
            list(self.lr_lambda) if isinstance(self.lr_lambda, (list, tuple)) else [self.lr_lambda] * len(self.base_lrs)
        )
        return [base * each(self.last_epoch) for base, each in zip(self.base_lrs, functions, strict=True)]

    def state_dict(self) -> dict[str, Any]:
        """Return the state of the schedule, without its functions: those cannot be saved."""
        return {name: value for name, value in super().state_dict().items() if name != "lr_lambda"}


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


class ConstantLR(LRScheduler):
    """Times a factor at first."""

    def __init__(self, optimizer: Optimizer, factor: float = 1.0 / 3, total_iters: int = 5, last_epoch: int = -1) -> None:
        self.factor, self.total = factor, total_iters
        super().__init__(optimizer, last_epoch)

    def rate(self, base: float, epoch: int) -> float:
        """The learning rate of an epoch."""
        return base * self.factor if epoch < self.total else base


class PolynomialLR(LRScheduler):
    """A power of the rest of the epochs."""

    def __init__(self, optimizer: Optimizer, total_iters: int = 5, power: float = 1.0, last_epoch: int = -1) -> None:
        self.total, self.power = total_iters, power
        super().__init__(optimizer, last_epoch)

    def rate(self, base: float, epoch: int) -> float:
        """The learning rate of an epoch."""
        return base * (1 - min(self.total, epoch) / self.total) ** self.power


class CosineAnnealingWarmRestarts(LRScheduler):
    """Half a cosine down, again and again; its order with the optimizer is not checked."""

    def __init__(self, optimizer: Optimizer, T_0: int, T_mult: int = 1, eta_min: float = 0.0, last_epoch: int = -1) -> None:
        if T_mult != 1:
            missing("torch.optim.lr_scheduler.CosineAnnealingWarmRestarts(T_mult)")
        self.T_0, self.eta_min = T_0, eta_min
        super().__init__(optimizer, last_epoch)

    def rate(self, base: float, epoch: int) -> float:
        """The learning rate of an epoch."""
        return self.eta_min + (base - self.eta_min) * (1 + math.cos(math.pi * (epoch % self.T_0) / self.T_0)) / 2

    def step(self, epoch: int | None = None) -> None:
        """The next epoch."""
        self.update(epoch)


class SequentialLR(LRScheduler):
    """Several schedules, each up to its milestone."""

    def __init__(self, optimizer: Optimizer, schedulers: list[Any], milestones: list[int], last_epoch: int = -1) -> None:
        self.optimizer, self._schedulers, self._milestones, self.last_epoch = optimizer, schedulers, milestones, last_epoch + 1
        for group in optimizer.param_groups:
            group["lr"] = group["initial_lr"]
        for each in schedulers:
            each.last_epoch -= 1
        schedulers[0]._initial_step()

    def step(self, epoch: int | None = None) -> None:
        """The next epoch, of the schedule that it belongs to.

        Raises:
            TypeError: if an epoch is given.
        """
        if epoch is not None:
            raise TypeError("SequentialLR.step() takes 1 positional argument but 2 were given")
        if watcher := observer():
            watcher.scheduler_steps(self, None)
        self.last_epoch += 1
        place = bisect.bisect_right(self._milestones, self.last_epoch)
        with Quietly():
            if place and self._milestones[place - 1] == self.last_epoch:
                self._schedulers[place].update(0)
            else:
                self._schedulers[place].step()


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


class OneCycleLR(LRScheduler):
    """Up to a highest rate and down below the first one, once; momentum goes the other way."""

    def __init__(
        self,
        optimizer: Optimizer,
        max_lr: Any,
        total_steps: int | None = None,
        epochs: int | None = None,
        steps_per_epoch: int | None = None,
        pct_start: float = 0.3,
        anneal_strategy: str = "cos",
        cycle_momentum: bool = True,
        base_momentum: float = 0.85,
        max_momentum: float = 0.95,
        div_factor: float = 25.0,
        final_div_factor: float = 1e4,
        three_phase: bool = False,
        last_epoch: int = -1,
    ) -> None:
        if three_phase:
            missing("torch.optim.lr_scheduler.OneCycleLR(three_phase=True)")
        if total_steps is None and (epochs is None or steps_per_epoch is None):
            raise ValueError("You must define either total_steps OR (epochs AND steps_per_epoch)")
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}")
        if cycle_momentum and not {"momentum", "betas"} & set(optimizer.defaults):
            raise ValueError("optimizer must support momentum or beta1 with `cycle_momentum` option enabled")
        self.total_steps: int = (epochs or 0) * (steps_per_epoch or 0) if total_steps is None else total_steps
        self.turning, self.linear = float(pct_start * self.total_steps) - 1, anneal_strategy == "linear"
        self.momenta = (base_momentum, max_momentum) if cycle_momentum else None
        highest = max_lr if isinstance(max_lr, (list, tuple)) else [max_lr] * len(optimizer.param_groups)
        for group, rate in zip(optimizer.param_groups, highest, strict=True):
            group["max_lr"], group["initial_lr"] = rate, rate / div_factor
            group["min_lr"] = group["initial_lr"] / final_div_factor
        super().__init__(optimizer, last_epoch)

    def between(self, first: float, turn: float, last: float) -> float:
        """Return the value of this step, on the way from `first` to `turn` and on to `last`."""
        step, end = self.last_epoch, self.total_steps - 1
        if step <= self.turning:
            begin, goal, part = first, turn, step / self.turning
        else:
            begin, goal, part = turn, last, (step - self.turning) / (end - self.turning)
        return begin + (goal - begin) * part if self.linear else goal + (begin - goal) / 2 * (math.cos(math.pi * part) + 1)

    def get_lr(self) -> list[float]:
        """Return the learning rates of this step, and set the momenta.

        Raises:
            ValueError: after the last step.
        """
        if self.last_epoch > self.total_steps:
            raise ValueError(f"Tried to step {self.last_epoch} times. The specified number of total steps is {self.total_steps}")
        groups = self.optimizer.param_groups
        for group in groups if self.momenta is not None else ():
            low, high = self.momenta or (0.0, 0.0)
            value = self.between(high, low, high)
            group.update({"betas": (value, *group["betas"][1:])} if "betas" in self.optimizer.defaults else {"momentum": value})
        return [self.between(group["initial_lr"], group["max_lr"], group["min_lr"]) for group in groups]


__getattr__ = guard("torch.optim.lr_scheduler")
