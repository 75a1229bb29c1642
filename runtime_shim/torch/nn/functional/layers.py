"""Linear layers, normalization, dropout, embeddings and attention as functions, put together as PyTorch does it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ... import _random
from ..._composite import whole
from ..._ops import matrix, pointwise, reduce
from ..._ops import normalize as table
from ..._tensor import Tensor, wrap

__all__ = [
    "alpha_dropout",
    "batch_norm",
    "bilinear",
    "cosine_similarity",
    "dropout",
    "dropout1d",
    "dropout2d",
    "dropout3d",
    "embedding",
    "embedding_bag",
    "feature_alpha_dropout",
    "group_norm",
    "instance_norm",
    "layer_norm",
    "linear",
    "local_response_norm",
    "normalize",
    "one_hot",
    "pairwise_distance",
    "pdist",
    "rms_norm",
    "scaled_dot_product_attention",
]


def linear(input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """input weight' + bias."""
    if not isinstance(input, Tensor):
        raise TypeError(f"linear(): argument 'input' (position 1) must be Tensor, not {type(input).__name__}")
    if bias is None:
        return matrix.matmul(input, weight.t())
    if input.dim() == 2:
        return matrix.addmm(bias, input, weight.t())
    if input.dim() == 3 and input.is_contiguous() and input.numel():
        flat = input.view(-1, input.shape[-1])
        return matrix.addmm(bias, flat, weight.t()).view(*input.shape[:-1], weight.shape[0])
    return matrix.matmul(input, weight.t()).add_(bias) if input.dim() != 1 else pointwise.add(matrix.matmul(input, weight.t()), bias)


def bilinear_parts(input1: Tensor, input2: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """x1' A x2 + b, a matrix A for each output."""
    from ..._namespace import einsum

    lead = input1.shape[:-1]
    first, second = input1.reshape(-1, input1.shape[-1]), input2.reshape(-1, input2.shape[-1])
    result = einsum("ni,oij,nj->no", first, weight, second).reshape(*lead, weight.shape[0])
    return result if bias is None else result + bias


bilinear = whole("bilinear", "input1, input2, weight, bias=None", bilinear_parts, "input1 input2 weight bias")


def check_share(p: float) -> None:
    """Check that a value is a probability.

    Raises:
        ValueError: if it is not.
    """
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


def noise_like(input: Tensor, p: float, shape: Any = None) -> Tensor:
    """Ones and zeros, scaled so that the mean is one."""
    draw = _random.default_generator.uniform(int(np.prod(shape or input._a.shape)), np.float64).reshape(shape or input._a.shape)
    keep = (draw < 1 - p).astype(input._a.dtype)
    return wrap(keep / input._a.dtype.type(1 - p) if p < 1 else keep * 0)


def dropout(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """Zero elements by chance."""
    check_share(p)
    if not training or p == 0 or not input.numel():
        return input
    noise = noise_like(input, p)
    return input.mul_(noise) if inplace else pointwise.mul(input, noise)


def dropout2d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """Zero whole channels by chance."""
    check_share(p)
    if not training or p == 0:
        return input
    noise = noise_like(input, p, tuple(input.shape[:2]) + (1,) * (input.dim() - 2))
    return input.mul_(noise) if inplace else pointwise.mul(input, noise)


dropout1d = dropout3d = dropout2d


def alpha_dropout(input: Tensor, p: float = 0.5, training: bool = False, inplace: bool = False) -> Tensor:
    """Dropout that keeps mean and deviation of a selu."""
    check_share(p)
    if not training or p == 0:
        return input
    alpha = -1.7580993408473766
    a = ((alpha**2 * p + 1) * (1 - p)) ** -0.5
    keep = noise_like(input, p) * (1 - p)
    return input * keep * a + ((keep - 1) * (alpha * a) * -1 * -1 + alpha * a * p)


feature_alpha_dropout = alpha_dropout


def batch_norm(
    input: Tensor,
    running_mean: Any,
    running_var: Any,
    weight: Any = None,
    bias: Any = None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Tensor:
    """Each channel at mean zero and deviation one."""
    if training:
        size = input.numel() // max(input.shape[1], 1)
        if size == 1:
            raise ValueError(f"Expected more than 1 value per channel when training, got input size {input.shape}")
    return table.batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps)


def instance_norm(
    input: Tensor,
    running_mean: Any = None,
    running_var: Any = None,
    weight: Any = None,
    bias: Any = None,
    use_input_stats: bool = True,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Tensor:
    """Each channel of each sample at mean zero and deviation one."""
    size, count = input.shape[:2]
    if use_input_stats and input.numel() // (size * count) == 1:
        raise ValueError(f"Expected more than 1 spatial element when training, got input size {input.shape}")
    flat = input.reshape(1, size * count, *input.shape[2:])
    repeated = [None if each is None else each.repeat(size) for each in (weight, bias, running_mean, running_var)]
    result = table.batch_norm(flat, *repeated, use_input_stats or running_mean is None, momentum, eps)
    return result.view(input.shape)


def layer_norm(input: Tensor, normalized_shape: Any, weight: Any = None, bias: Any = None, eps: float = 1e-5) -> Tensor:
    """The last dimensions at mean zero and deviation one."""
    return table.layer_norm(input, tuple(normalized_shape), weight, bias, eps)


def group_norm(input: Tensor, num_groups: int, weight: Any = None, bias: Any = None, eps: float = 1e-5) -> Tensor:
    """Groups of channels at mean zero and deviation one."""
    return table.group_norm(input, num_groups, weight, bias, eps)


def rms_norm(input: Tensor, normalized_shape: Any, weight: Any = None, eps: float | None = None) -> Tensor:
    """The last dimensions at a mean square of one."""
    dims = tuple(range(input.dim() - len(tuple(normalized_shape)), input.dim()))
    small = float(np.finfo(input._a.dtype).eps) if eps is None else eps
    result = input * (input.pow(2).mean(dims, True) + small).rsqrt()
    return result if weight is None else result * weight


def local_response_norm(input: Tensor, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0) -> Tensor:
    """Each element over the squares of its neighbours in other channels."""
    from .spatial import avg_pool1d, pad

    squares = (input * input).flatten(2).transpose(1, 2).reshape(-1, 1, input.shape[1])
    mean = avg_pool1d(pad(squares, (size // 2, (size - 1) // 2)), size, 1)
    mean = mean.reshape(input.shape[0], -1, input.shape[1]).transpose(1, 2).reshape(input.shape)
    return input / (mean * alpha + k) ** beta


def normalize(input: Tensor, p: float = 2.0, dim: Any = 1, eps: float = 1e-12, out: Any = None) -> Tensor:
    """Vectors of length one."""
    length = reduce.vector_norm(input, p, dim, True)
    return pointwise.div(input, pointwise.clamp(length, eps, None).expand_as(input))


def cosine_similarity(x1: Tensor, x2: Tensor, dim: int = 1, eps: float = 1e-8) -> Tensor:
    """The cosine of the angle between vectors."""
    first, second = x1 / reduce.vector_norm(x1, 2, dim, True).clamp(min=eps), x2 / reduce.vector_norm(x2, 2, dim, True).clamp(min=eps)
    return (first * second).sum(dim)


def pairwise_distance(x1: Tensor, x2: Tensor, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False) -> Tensor:
    """The norm of the rows' differences."""
    return reduce.vector_norm(x1 - x2 + eps, p, -1, keepdim)


def pdist_parts(input: Tensor, p: float = 2.0) -> Tensor:
    """The distances of all pairs of rows."""
    rows, columns = np.triu_indices(input.shape[0], 1)
    return reduce.vector_norm(input[wrap(rows)] - input[wrap(columns)], p, -1)


pdist = whole("pdist", "input, p=2.0", pdist_parts, "input")


def embedding(
    input: Tensor,
    weight: Tensor,
    padding_idx: Any = None,
    max_norm: Any = None,
    norm_type: float = 2.0,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Tensor:
    """Rows of a table."""
    if max_norm is not None or sparse or scale_grad_by_freq:
        from ..._missing import missing

        missing("torch.nn.functional.embedding with max_norm, sparse or scale_grad_by_freq")
    place = -1 if padding_idx is None else padding_idx % weight.shape[0]
    return table.embedding(weight, input, place)


def embedding_bag(
    input: Tensor,
    weight: Tensor,
    offsets: Any = None,
    max_norm: Any = None,
    norm_type: float = 2,
    scale_grad_by_freq: bool = False,
    mode: str = "mean",
    sparse: bool = False,
    per_sample_weights: Any = None,
    include_last_offset: bool = False,
    padding_idx: Any = None,
) -> Tensor:
    """The sum or mean of a bag of rows."""
    from ..._missing import missing

    if mode == "max" or per_sample_weights is not None or padding_idx is not None or max_norm is not None or sparse:
        missing("torch.nn.functional.embedding_bag with mode='max', weights, padding or a maximal norm")
    if input.dim() == 2:
        if offsets is not None:
            raise ValueError(
                "if input is 2D, then offsets has to be None, as input is treated is a mini-batch of fixed length sequences. However, found offsets of type <class 'torch.Tensor'>"
            )
        offsets = wrap(np.arange(0, input.numel(), input.shape[1], dtype=np.int64))
        input = input.reshape(-1)
    elif offsets is None:
        raise ValueError("offsets has to be a 1D Tensor but got None")
    if include_last_offset:
        offsets = offsets[:-1]
    return table.embedding_bag(weight, input, offsets, mode)


def one_hot(input: Tensor, num_classes: int = -1) -> Tensor:
    """A one at each class."""
    if input._a.dtype != np.int64:
        raise RuntimeError("one_hot is only applicable to index tensor of type LongTensor.")
    if (input._a < 0).any():
        raise RuntimeError("Class values must be non-negative.")
    count = int(input._a.max()) + 1 if num_classes == -1 else num_classes
    if (input._a >= count).any():
        raise RuntimeError("Class values must be smaller than num_classes.")
    return wrap(np.eye(count, dtype=np.int64)[input._a])


def scaled_dot_product_attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attn_mask: Tensor | None = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    scale: float | None = None,
    enable_gqa: bool = False,
) -> Tensor:
    """softmax(query key' scale + mask) value."""
    mask: Any = attn_mask
    if is_causal:
        rows, columns = query.shape[-2], key.shape[-2]
        mask = wrap(np.where(np.tril(np.ones((rows, columns), bool)), 0.0, -np.inf).astype(query._a.dtype))
    if isinstance(mask, Tensor) and mask._a.dtype == bool:
        mask = wrap(np.where(mask._a, 0.0, -np.inf).astype(query._a.dtype))
    factor = table.default_scale(query.shape[-1]) if scale is None else scale
    if dropout_p > 0.0 or query.dim() != 4 or (mask is not None and mask.requires_grad):
        root = factor**0.5
        weights = (query * root).matmul((key * root).transpose(-2, -1))
        weights = (weights if mask is None else weights + mask).softmax(-1)
        return dropout(weights, dropout_p).matmul(value)
    return table.attention(query, key, value, mask, factor)
