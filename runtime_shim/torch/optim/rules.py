"""The optimizers' rules, each a page of arithmetic on arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._tensor import Tensor
from .optimizer import Optimizer, check, write

COMMON = {"maximize": False, "foreach": None, "differentiable": False, "capturable": False, "fused": None}


def direction(param: Tensor, grad: np.ndarray, group: dict[str, Any], decay: bool = True) -> np.ndarray:
    """The gradient, turned round to maximize, with the weights' decay in it."""
    grad = -grad if group["maximize"] else grad
    return grad + group["weight_decay"] * param._a if decay and group["weight_decay"] else grad


def rate(group: dict[str, Any]) -> float:
    """The learning rate as a number."""
    return float(group["lr"])


class SGD(Optimizer):
    """Stochastic gradient descent, with momentum."""

    def __init__(
        self,
        params: Any,
        lr: Any = 1e-3,
        momentum: float = 0,
        dampening: float = 0,
        weight_decay: float = 0,
        nesterov: bool = False,
        *,
        maximize: bool = False,
        foreach: Any = None,
        differentiable: bool = False,
        fused: Any = None,
    ) -> None:
        check("learning rate", lr)
        check("momentum value", momentum)
        check("weight_decay value", weight_decay)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        super().__init__(
            params,
            {
                "lr": lr,
                "momentum": momentum,
                "dampening": dampening,
                "weight_decay": weight_decay,
                "nesterov": nesterov,
                **COMMON,
                "maximize": maximize,
            },
        )

    def update(self, param: Tensor, grad: np.ndarray, group: dict[str, Any], memory: dict[str, Any]) -> None:
        """One parameter's step."""
        grad, momentum = direction(param, grad, group), group["momentum"]
        if momentum:
            held = memory.get("momentum_buffer")
            held = grad.copy() if held is None else momentum * held + (1 - group["dampening"]) * grad
            memory["momentum_buffer"] = held
            grad = grad + momentum * held if group["nesterov"] else held
        write(param, param._a - rate(group) * grad)


class Adam(Optimizer):
    """Adaptive moments."""

    decoupled = False

    def __init__(
        self,
        params: Any,
        lr: Any = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        amsgrad: bool = False,
        *,
        foreach: Any = None,
        maximize: bool = False,
        capturable: bool = False,
        differentiable: bool = False,
        fused: Any = None,
        decoupled_weight_decay: bool = False,
    ) -> None:
        check("learning rate", lr)
        check("epsilon value", eps)
        for place, beta in enumerate(betas):
            if not 0.0 <= beta < 1.0:
                raise ValueError(f"Invalid beta parameter at index {place}: {beta}")
        check("weight_decay value", weight_decay)
        super().__init__(
            params, {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "amsgrad": amsgrad, **COMMON, "maximize": maximize}
        )
        self.decoupled = self.decoupled or decoupled_weight_decay

    def update(self, param: Tensor, grad: np.ndarray, group: dict[str, Any], memory: dict[str, Any]) -> None:
        """One parameter's step."""
        beta1, beta2 = group["betas"]
        if self.decoupled and group["weight_decay"]:
            write(param, param._a * param._a.dtype.type(1 - rate(group) * group["weight_decay"]))
        grad = direction(param, grad, group, not self.decoupled)
        step = memory["step"] = memory.get("step", 0) + 1
        first = memory["exp_avg"] = beta1 * memory.get("exp_avg", 0.0) + (1 - beta1) * grad
        second = memory["exp_avg_sq"] = beta2 * memory.get("exp_avg_sq", 0.0) + (1 - beta2) * grad * grad
        if group["amsgrad"]:
            second = memory["max_exp_avg_sq"] = np.maximum(memory.get("max_exp_avg_sq", 0.0), second)
        bias1, bias2 = 1 - beta1**step, 1 - beta2**step
        write(param, param._a - (rate(group) / bias1) * first / (np.sqrt(second) / np.sqrt(bias2) + group["eps"]))


class AdamW(Adam):
    """Adam with the weights' decay apart."""

    decoupled = True

    def __init__(
        self,
        params: Any,
        lr: Any = 1e-3,
        betas: Any = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 1e-2,
        amsgrad: bool = False,
        **more: Any,
    ) -> None:
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, **more)


class NAdam(Optimizer):
    """Adam with Nesterov's momentum."""

    def __init__(
        self,
        params: Any,
        lr: Any = 2e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        momentum_decay: float = 4e-3,
        decoupled_weight_decay: bool = False,
        **_: Any,
    ) -> None:
        check("learning rate", lr)
        super().__init__(
            params,
            {
                "lr": lr,
                "betas": betas,
                "eps": eps,
                "weight_decay": weight_decay,
                "momentum_decay": momentum_decay,
                "decoupled_weight_decay": decoupled_weight_decay,
                **COMMON,
            },
        )

    def update(self, param: Tensor, grad: np.ndarray, group: dict[str, Any], memory: dict[str, Any]) -> None:
        """One parameter's step."""
        beta1, beta2 = group["betas"]
        apart = group["decoupled_weight_decay"]
        if apart and group["weight_decay"]:
            write(param, param._a * param._a.dtype.type(1 - rate(group) * group["weight_decay"]))
        grad = direction(param, grad, group, not apart)
        step = memory["step"] = memory.get("step", 0) + 1
        mu = beta1 * (1.0 - 0.5 * 0.96 ** (step * group["momentum_decay"]))
        after = beta1 * (1.0 - 0.5 * 0.96 ** ((step + 1) * group["momentum_decay"]))
        product = memory["mu_product"] = memory.get("mu_product", 1.0) * mu
        first = memory["exp_avg"] = beta1 * memory.get("exp_avg", 0.0) + (1 - beta1) * grad
        second = memory["exp_avg_sq"] = beta2 * memory.get("exp_avg_sq", 0.0) + (1 - beta2) * grad * grad
        scale = np.sqrt(second / (1 - beta2**step)) + group["eps"]
        # Two changes, counted as two.
        write(param, param._a - rate(group) * (1 - mu) / (1 - product) * grad / scale)
        write(param, param._a - rate(group) * after / (1 - product * after) * first / scale)


class Adamax(Optimizer):
    """Adam with the largest norm."""

    def __init__(
        self, params: Any, lr: Any = 2e-3, betas: Any = (0.9, 0.999), eps: float = 1e-8, weight_decay: float = 0, **_: Any
    ) -> None:
        super().__init__(params, {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, **COMMON})

    def update(self, param: Tensor, grad: np.ndarray, group: dict[str, Any], memory: dict[str, Any]) -> None:
        """One parameter's step."""
        beta1, beta2 = group["betas"]
        grad = direction(param, grad, group)
        step = memory["step"] = memory.get("step", 0) + 1
        first = memory["exp_avg"] = beta1 * memory.get("exp_avg", 0.0) + (1 - beta1) * grad
        top = memory["exp_inf"] = np.maximum(beta2 * memory.get("exp_inf", np.zeros_like(grad)), np.abs(grad) + group["eps"])
        write(param, param._a - rate(group) / (1 - beta1**step) * first / top)


class RMSprop(Optimizer):
    """Steps scaled by the running mean of squares."""

    def __init__(
        self,
        params: Any,
        lr: Any = 1e-2,
        alpha: float = 0.99,
        eps: float = 1e-8,
        weight_decay: float = 0,
        momentum: float = 0,
        centered: bool = False,
        capturable: bool = False,
        foreach: Any = None,
        maximize: bool = False,
        differentiable: bool = False,
    ) -> None:
        check("learning rate", lr)
        super().__init__(
            params,
            {
                "lr": lr,
                "alpha": alpha,
                "eps": eps,
                "weight_decay": weight_decay,
                "momentum": momentum,
                "centered": centered,
                **COMMON,
                "maximize": maximize,
            },
        )

    def update(self, param: Tensor, grad: np.ndarray, group: dict[str, Any], memory: dict[str, Any]) -> None:
        """One parameter's step."""
        grad, alpha = direction(param, grad, group), group["alpha"]
        square = memory["square_avg"] = alpha * memory.get("square_avg", 0.0) + (1 - alpha) * grad * grad
        if group["centered"]:
            mean = memory["grad_avg"] = alpha * memory.get("grad_avg", 0.0) + (1 - alpha) * grad
            square = square - mean * mean
        scaled = grad / (np.sqrt(square) + group["eps"])
        if group["momentum"]:
            scaled = memory["momentum_buffer"] = group["momentum"] * memory.get("momentum_buffer", 0.0) + scaled
        write(param, param._a - rate(group) * scaled)


class Adagrad(Optimizer):
    """Steps scaled by the sum of squares."""

    def __init__(
        self,
        params: Any,
        lr: Any = 1e-2,
        lr_decay: float = 0,
        weight_decay: float = 0,
        initial_accumulator_value: float = 0,
        eps: float = 1e-10,
        **_: Any,
    ) -> None:
        super().__init__(
            params,
            {
                "lr": lr,
                "lr_decay": lr_decay,
                "weight_decay": weight_decay,
                "initial_accumulator_value": initial_accumulator_value,
                "eps": eps,
                **COMMON,
            },
        )

    def update(self, param: Tensor, grad: np.ndarray, group: dict[str, Any], memory: dict[str, Any]) -> None:
        """One parameter's step."""
        grad = direction(param, grad, group)
        step = memory["step"] = memory.get("step", 0) + 1
        total = memory["sum"] = memory.get("sum", np.full_like(grad, group["initial_accumulator_value"])) + grad * grad
        write(param, param._a - rate(group) / (1 + (step - 1) * group["lr_decay"]) * grad / (np.sqrt(total) + group["eps"]))


class Adadelta(Optimizer):
    """Steps scaled by the ratio of running means."""

    def __init__(self, params: Any, lr: Any = 1.0, rho: float = 0.9, eps: float = 1e-6, weight_decay: float = 0, **_: Any) -> None:
        super().__init__(params, {"lr": lr, "rho": rho, "eps": eps, "weight_decay": weight_decay, **COMMON})

    def update(self, param: Tensor, grad: np.ndarray, group: dict[str, Any], memory: dict[str, Any]) -> None:
        """One parameter's step."""
        grad, rho, eps = direction(param, grad, group), group["rho"], group["eps"]
        square = memory["square_avg"] = rho * memory.get("square_avg", np.zeros_like(grad)) + (1 - rho) * grad * grad
        before = memory.get("acc_delta", np.zeros_like(grad))
        delta = np.sqrt(before + eps) / np.sqrt(square + eps) * grad
        memory["acc_delta"] = rho * before + (1 - rho) * delta * delta
        write(param, param._a - rate(group) * delta)
