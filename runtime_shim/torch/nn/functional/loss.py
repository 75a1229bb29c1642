"""Losses as functions."""

from __future__ import annotations

import math
import warnings
from typing import Any

from ..._composite import whole
from ..._missing import missing
from ..._namespace import broadcast_tensors
from ..._ops import loss as table
from ..._ops import pointwise, reduce
from ..._tensor import Tensor
from .layers import cosine_similarity, pairwise_distance

__all__ = [
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "cosine_embedding_loss",
    "cross_entropy",
    "ctc_loss",
    "gaussian_nll_loss",
    "hinge_embedding_loss",
    "huber_loss",
    "kl_div",
    "l1_loss",
    "margin_ranking_loss",
    "mse_loss",
    "multi_margin_loss",
    "multilabel_soft_margin_loss",
    "nll_loss",
    "poisson_nll_loss",
    "smooth_l1_loss",
    "soft_margin_loss",
    "triplet_margin_loss",
    "triplet_margin_with_distance_loss",
]
SIZES = (
    "Using a target size ({target}) that is different to the input size ({input}). This will likely lead to incorrect results due to "
    "broadcasting. Please ensure they have the same size."
)


def way(reduction: str, size_average: Any = None, reduce_: Any = None) -> str:
    """Return the reduction.

    Raises:
        ValueError: if it is unknown.
    """
    if size_average is not None or reduce_ is not None:
        new = "none" if reduce_ is False else "sum" if size_average is False else "mean"
        warnings.warn(f"size_average and reduce args will be deprecated, please use reduction='{new}' instead.", UserWarning, stacklevel=3)
        return new
    if reduction not in table.REDUCTIONS:
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return reduction


def reduced(loss: Tensor, reduction: str) -> Tensor:
    """All elements, their mean or their sum."""
    return loss.mean() if way(reduction) == "mean" else loss.sum() if reduction == "sum" else loss


def warn_sizes(input: Tensor, target: Tensor) -> None:
    """Warn of broadcasting."""
    if input.shape != target.shape:
        warnings.warn(SIZES.format(target=target.shape, input=input.shape), UserWarning, stacklevel=3)


def unweighted(weight: Any, name: str) -> None:
    """Refuse weights, which are not here."""
    if weight is not None:
        missing(f"torch.nn.functional.{name}(weight=...)")


def mse_loss(
    input: Tensor, target: Tensor, size_average: Any = None, reduce: Any = None, reduction: str = "mean", weight: Any = None
) -> Tensor:
    """The mean square."""
    unweighted(weight, "mse_loss")
    warn_sizes(input, target)
    return table.mse_loss(*broadcast_tensors(input, target), way(reduction, size_average, reduce))


def l1_loss(
    input: Tensor, target: Tensor, size_average: Any = None, reduce: Any = None, reduction: str = "mean", weight: Any = None
) -> Tensor:
    """The mean absolute difference."""
    unweighted(weight, "l1_loss")
    warn_sizes(input, target)
    first, second = broadcast_tensors(input, target)
    return reduced((first - second).abs(), way(reduction, size_average, reduce))


def smooth_l1_loss(
    input: Tensor, target: Tensor, size_average: Any = None, reduce: Any = None, reduction: str = "mean", beta: float = 1.0
) -> Tensor:
    """Squares near zero, absolute values beyond."""
    warn_sizes(input, target)
    if beta == 0:
        return l1_loss(input, target, reduction=reduction)
    return table.smooth_l1_loss(*broadcast_tensors(input, target), way(reduction, size_average, reduce), beta)


def huber_loss(input: Tensor, target: Tensor, reduction: str = "mean", delta: float = 1.0, weight: Any = None) -> Tensor:
    """Squares near zero, absolute values beyond, scaled by delta."""
    unweighted(weight, "huber_loss")
    warn_sizes(input, target)
    return table.huber_loss(*broadcast_tensors(input, target), way(reduction), delta)


def binary_cross_entropy(
    input: Tensor, target: Tensor, weight: Any = None, size_average: Any = None, reduce: Any = None, reduction: str = "mean"
) -> Tensor:
    """Of probabilities."""
    if input.shape != target.shape:
        raise ValueError(
            f"Using a target size ({target.shape}) that is different to the input size ({input.shape}) is deprecated. Please ensure they have the same size."
        )
    return table.binary_cross_entropy(input, target, weight, way(reduction, size_average, reduce))


def binary_cross_entropy_with_logits(
    input: Tensor,
    target: Tensor,
    weight: Any = None,
    size_average: Any = None,
    reduce: Any = None,
    reduction: str = "mean",
    pos_weight: Any = None,
) -> Tensor:
    """Of logits."""
    if input.shape != target.shape:
        raise ValueError(f"Target size ({target.shape}) must be the same as input size ({input.shape})")
    return table.bce_with_logits(input, target, weight, pos_weight, way(reduction, size_average, reduce))


def nll_loss(
    input: Tensor,
    target: Tensor,
    weight: Any = None,
    size_average: Any = None,
    ignore_index: int = -100,
    reduce: Any = None,
    reduction: str = "mean",
) -> Tensor:
    """The negative of each target's element."""
    return table.nll_loss(input, target, weight, way(reduction, size_average, reduce), ignore_index)


def cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Any = None,
    size_average: Any = None,
    ignore_index: int = -100,
    reduce: Any = None,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Tensor:
    """Of logits, for classes or for probabilities."""
    reduction = way(reduction, size_average, reduce)
    axis = 1 if input.dim() > 1 else 0
    if input.shape == target.shape and target.is_floating_point():
        return soft_cross_entropy(input, target, weight, reduction, label_smoothing, axis)
    if target.is_floating_point():
        raise RuntimeError(f"expected target dtype to be Long or Byte, but got {target.dtype.tensor_type}")
    logs = _log_softmax(input, axis)
    if not label_smoothing:
        return table.nll_loss(logs, target, weight, reduction, ignore_index)
    nll = table.nll_loss(logs, target, weight, reduction, ignore_index)
    smooth = -(logs if weight is None else logs * weight.reshape([-1 if place == axis else 1 for place in range(logs.dim())])).sum(axis)
    ignored = target == ignore_index
    smooth = smooth.masked_fill(ignored, 0.0)
    if reduction == "mean":
        total = (~ignored).sum() if weight is None else weight[target.masked_fill(ignored, 0)].masked_fill(ignored, 0.0).sum()
        smooth = smooth.sum() / total
    elif reduction == "sum":
        smooth = smooth.sum()
    return nll * (1 - label_smoothing) + smooth * (label_smoothing / input.shape[axis])


def soft_cross_entropy(input: Tensor, target: Tensor, weight: Any, reduction: str, smoothing: float, axis: int) -> Tensor:
    """Cross entropy for probabilities."""
    if smoothing:
        target = target * (1 - smoothing) + smoothing / input.shape[axis]
    logs = _log_softmax(input, axis)
    product = (
        logs * target if weight is None else logs * target * weight.reshape([-1 if place == axis else 1 for place in range(logs.dim())])
    )
    if reduction == "none":
        return -product.sum(axis)
    return -product.sum() / (input.numel() // input.shape[axis]) if reduction == "mean" else -product.sum()


def kl_div(
    input: Tensor, target: Tensor, size_average: Any = None, reduce: Any = None, reduction: str = "mean", log_target: bool = False
) -> Tensor:
    """The divergence of distributions, the first given as logarithms."""
    if reduction == "mean":
        warnings.warn(
            "reduction: 'mean' divides the total loss by both the batch size and the support size.'batchmean' divides only by the batch size, and "
            "aligns with the KL div math definition.'mean' will be changed to behave the same as 'batchmean' in the next major release.",
            UserWarning,
            stacklevel=2,
        )
    loss = target.exp() * (target - input) if log_target else pointwise.xlogy(target, target) - target * input
    if reduction == "batchmean":
        return loss.sum() / input.shape[0]
    return reduced(loss, reduction)


def poisson_nll_loss(
    input: Tensor,
    target: Tensor,
    log_input: bool = True,
    full: bool = False,
    size_average: Any = None,
    eps: float = 1e-8,
    reduce: Any = None,
    reduction: str = "mean",
) -> Tensor:
    """Of counts."""
    loss = input.exp() - target * input if log_input else input - target * (input + eps).log()
    if full:
        stirling = target * target.log() - target + 0.5 * (2 * math.pi * target).log()
        loss = loss + stirling.masked_fill(target <= 1, 0.0)
    return reduced(loss, reduction)


def gaussian_nll_loss(input: Tensor, target: Tensor, var: Any, full: bool = False, eps: float = 1e-6, reduction: str = "mean") -> Tensor:
    """Of numbers with a variance."""
    spread = input.new_full(input.shape, var) if not isinstance(var, Tensor) else var
    spread = spread if spread.shape == input.shape or spread.dim() == input.dim() else spread.unsqueeze(-1)
    if (spread < 0).any():
        raise ValueError("var has negative entry/entries")
    spread = spread.clone()
    from ...autograd.grad_mode import no_grad

    with no_grad():
        spread.clamp_(min=eps)
    loss = 0.5 * (spread.log() + (input - target) ** 2 / spread)
    return reduced(loss + 0.5 * math.log(2 * math.pi) if full else loss, reduction)


def hinge_embedding_loss(
    input: Tensor, target: Tensor, margin: float = 1.0, size_average: Any = None, reduce: Any = None, reduction: str = "mean"
) -> Tensor:
    """x where the target is 1, margin - x where it is -1."""
    zero = input.new_zeros(())
    first = (margin - input).clamp(min=0.0).where(target != 1, zero)
    return reduced(first + input.where(target != -1, zero), reduction)


def margin_ranking_loss(
    input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0, size_average: Any = None, reduce: Any = None, reduction: str = "mean"
) -> Tensor:
    """By how much the order is missed."""
    return reduced((-target * (input1 - input2) + margin).clamp(min=0.0), reduction)


SOFT_MARGIN = whole(
    "soft_margin_loss",
    "input, target, reduction",
    lambda input, target, reduction: reduced((-target * input).exp().log1p(), reduction),
    "input",
    closed="soft_margin_loss target",
)


def soft_margin_loss(input: Tensor, target: Tensor, size_average: Any = None, reduce: Any = None, reduction: str = "mean") -> Tensor:
    """log(1 + exp(-t x))."""
    return SOFT_MARGIN(input, target, way(reduction, size_average, reduce))


def multilabel_soft_margin_loss(
    input: Tensor, target: Tensor, weight: Any = None, size_average: Any = None, reduce: Any = None, reduction: str = "mean"
) -> Tensor:
    """Several labels a sample."""
    from ..._ops.activation import log_sigmoid

    loss = -(target * log_sigmoid(input) + (1 - target) * log_sigmoid(-input))
    return reduced((loss if weight is None else loss * weight).mean(-1), reduction)


def multi_margin_loss(
    input: Tensor,
    target: Tensor,
    p: int = 1,
    margin: float = 1.0,
    weight: Any = None,
    size_average: Any = None,
    reduce: Any = None,
    reduction: str = "mean",
) -> Tensor:
    """By how much other classes come near."""
    return MULTI_MARGIN(input, target, p, margin, weight, way(reduction, size_average, reduce))


def multi_margin(input: Tensor, target: Tensor, p: int, margin: float, weight: Any, reduction: str) -> Tensor:
    """The loss by its parts."""
    own = input.gather(-1, target.unsqueeze(-1))
    away = (margin - own + input).clamp(min=0.0) ** p
    away = away if weight is None else away * weight[target].unsqueeze(-1)
    return reduced(away.scatter(-1, target.unsqueeze(-1), 0.0).sum(-1) / input.shape[-1], reduction)


MULTI_MARGIN = whole(
    "multi_margin_loss", "input, target, p, margin, weight, reduction", multi_margin, "input", closed="multi_margin_loss weight"
)


def cosine_embedding_loss(
    input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0, size_average: Any = None, reduce: Any = None, reduction: str = "mean"
) -> Tensor:
    """1 - cos where the target is 1, cos - margin where it is -1."""
    cosine = (input1 * input2).sum(-1) / (((input1 * input1).sum(-1) + 1e-12) * ((input2 * input2).sum(-1) + 1e-12)).sqrt()
    zero = cosine.new_zeros(())
    return reduced((1 - cosine).where(target == 1, zero) + (cosine - margin).clamp(min=0.0).where(target == -1, zero), reduction)


def triplet_margin_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    margin: float = 1.0,
    p: float = 2,
    eps: float = 1e-6,
    swap: bool = False,
    size_average: Any = None,
    reduce: Any = None,
    reduction: str = "mean",
) -> Tensor:
    """By how much the negative is not farther than the positive."""
    near, far = pairwise_distance(anchor, positive, p, eps), pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = pointwise.minimum(far, pairwise_distance(positive, negative, p, eps))
    return reduced((margin + near - far).clamp(min=0.0), reduction)


def triplet_margin_with_distance_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    *,
    distance_function: Any = None,
    margin: float = 1.0,
    swap: bool = False,
    reduction: str = "mean",
) -> Tensor:
    """... with any distance."""
    distance = distance_function or pairwise_distance
    near, far = distance(anchor, positive), distance(anchor, negative)
    if swap:
        far = pointwise.minimum(far, distance(positive, negative))
    return reduced((margin + near - far).clamp(min=0.0), reduction)


def ctc_loss(*_: Any, **__: Any) -> Tensor:
    """Not here."""
    missing("torch.nn.functional.ctc_loss")


def _log_softmax(input: Tensor, axis: int) -> Tensor:
    return reduce.log_softmax(input, axis)


SIMILAR = cosine_similarity
