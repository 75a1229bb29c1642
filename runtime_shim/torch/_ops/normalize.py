"""Normalizations, embeddings and attention. A line: name, parameters, kernel, the gradient of each operand.

The formulas compute mean and deviation again from the operand, so that the derivative of a derivative is right.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .._operation import define
from .._tensor import wrap
from . import special
from .pointwise import final, tied


def channels(ndim: int) -> tuple[int, ...]:
    """All dimensions but the channels'."""
    return (0, *range(2, ndim))


def shaped(vector: Any, ndim: int) -> Any:
    """A vector of channels at a shape that broadcasts."""
    return vector if vector is None else vector.reshape((1, -1) + (1,) * (ndim - 2))


def batch_norm_kernel(
    input: np.ndarray, weight: Any, bias: Any, running_mean: Any, running_var: Any, training: bool, momentum: float, eps: float
) -> np.ndarray:
    """Each channel at mean zero and deviation one; keeps the running figures."""
    axes = channels(input.ndim)
    count = input.size // max(input.shape[1], 1)
    if training:
        mean, var = input.mean(axes), input.var(axes)
        if running_mean is not None:
            unbiased = var * (count / (count - 1)) if count > 1 else var * np.nan
            np.copyto(running_mean, (1 - momentum) * running_mean + momentum * mean)
            np.copyto(running_var, (1 - momentum) * running_var + momentum * unbiased)
    else:
        mean, var = running_mean, running_var
    result = (input - shaped(mean, input.ndim)) / np.sqrt(shaped(var, input.ndim) + eps)
    result = result if weight is None else result * shaped(weight, input.ndim)
    return np.asarray(result if bias is None else result + shaped(bias, input.ndim), dtype=input.dtype)


def centred(input: Any, running_mean: Any, running_var: Any, training: bool, eps: float) -> Any:
    """The normalized operand, and one over the deviation."""
    axes = channels(input.dim())
    if training:
        mean = input.mean(axes, True)
        scale = ((input - mean) ** 2).mean(axes, True).add(eps).rsqrt()
    else:
        mean, scale = shaped(running_mean, input.dim()), (shaped(running_var, input.dim()) + eps).rsqrt()
    return (input - mean) * scale, scale


def batch_norm_input(g: Any, input: Any, weight: Any, running_mean: Any, running_var: Any, training: bool, eps: float) -> Any:
    """The operand's gradient: in training it flows through mean and deviation too."""
    normal, scale = centred(input, running_mean, running_var, training, eps)
    g = g if weight is None else g * shaped(weight, input.dim())
    if not training:
        return tied(g * scale, input)
    axes = channels(input.dim())
    return scale * (g - g.mean(axes, True) - normal * (g * normal).mean(axes, True))


batch_norm = define("batch_norm", "input, weight, bias, running_mean, running_var, training, momentum, eps", batch_norm_kernel, label="NativeBatchNorm", row="batch_norm",
                    closed="native_batch_norm running_mean running_var",
                    input=batch_norm_input,
                    weight=lambda g, input, running_mean, running_var, training, eps:
                    (g * centred(input, running_mean, running_var, training, eps)[0]).sum(channels(input.dim())),
                    bias=lambda g: g.sum(channels(g.dim())))


def layer_norm_kernel(input: np.ndarray, shape: Any, weight: Any, bias: Any, eps: float) -> np.ndarray:
    """The last dimensions at mean zero and deviation one."""
    axes = tuple(range(input.ndim - len(shape), input.ndim))
    if tuple(input.shape[input.ndim - len(shape) :]) != tuple(shape):
        raise RuntimeError(
            f"Given normalized_shape={list(shape)}, expected input with shape [*, {', '.join(map(str, shape))}], but got input of size{list(input.shape)}"
        )
    result = (input - input.mean(axes, keepdims=True)) / np.sqrt(input.var(axes, keepdims=True) + eps)
    result = result if weight is None else result * weight
    return np.asarray(result if bias is None else result + bias, dtype=input.dtype)


def layer_centred(input: Any, shape: Any, eps: float) -> Any:
    """The normalized operand, and one over the deviation."""
    axes = tuple(range(input.dim() - len(shape), input.dim()))
    away = input - input.mean(axes, True)
    scale = (away**2).mean(axes, True).add(eps).rsqrt()
    return away * scale, scale, axes


def layer_norm_input(g: Any, input: Any, shape: Any, weight: Any, eps: float) -> Any:
    """The operand's gradient, through mean and deviation too."""
    normal, scale, axes = layer_centred(input, shape, eps)
    g = g if weight is None else g * weight
    return scale * (g - g.mean(axes, True) - normal * (g * normal).mean(axes, True))


layer_norm = define("layer_norm", "input, shape, weight, bias, eps", layer_norm_kernel, label="NativeLayerNorm", input=layer_norm_input,
                    weight=lambda g, input, shape, weight, eps: (g * layer_centred(input, shape, eps)[0]).sum_to_size(weight.shape),
                    bias=lambda g: g)


def grouped(input: Any, groups: int) -> Any:
    """The operand with its groups as rows."""
    return input.reshape(input.shape[0], groups, -1)


def group_norm_kernel(input: np.ndarray, groups: int, weight: Any, bias: Any, eps: float) -> np.ndarray:
    """Groups of channels at mean zero and deviation one."""
    if input.shape[1] % groups:
        raise RuntimeError(
            f"Expected number of channels in input to be divisible by num_groups, but got input of shape {list(input.shape)} and num_groups={groups}"
        )
    rows = input.reshape(input.shape[0], groups, -1)
    result = ((rows - rows.mean(-1, keepdims=True)) / np.sqrt(rows.var(-1, keepdims=True) + eps)).reshape(input.shape)
    result = result if weight is None else result * shaped(weight, input.ndim)
    return np.asarray(result if bias is None else result + shaped(bias, input.ndim), dtype=input.dtype)


def group_norm_input(g: Any, input: Any, groups: int, weight: Any, eps: float) -> Any:
    """The operand's gradient, through mean and deviation too."""
    normal, scale, _ = layer_centred(grouped(input, groups), (0,), eps)
    g = grouped(g if weight is None else g * shaped(weight, input.dim()), groups)
    return (scale * (g - g.mean(-1, True) - normal * (g * normal).mean(-1, True))).reshape(input.shape)


group_norm = define("group_norm", "input, groups, weight, bias, eps", group_norm_kernel, label="NativeGroupNorm", input=group_norm_input,
                    weight=lambda g, input, groups, eps:
                    (g * layer_centred(grouped(input, groups), (0,), eps)[0].reshape(input.shape)).sum(channels(g.dim())),
                    bias=lambda g: g.sum(channels(g.dim())))


def embedding_kernel(weight: np.ndarray, indices: np.ndarray, padding_idx: int) -> np.ndarray:
    """Rows of a table."""
    if indices.dtype not in (np.int64, np.int32):
        from .._types import of_array

        raise RuntimeError(
            "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got "
            f"torch.{of_array(indices).tensor_type}Tensor instead (while checking arguments for embedding)"
        )
    if ((indices < 0) | (indices >= weight.shape[0])).any():
        raise IndexError("index out of range in self")
    return weight[indices]


def embedding_gradient(g: Any, weight_shape: Any, indices: Any, padding_idx: int) -> Any:
    """The rows' gradients added up; the padding's row gets none."""
    flat, rows = indices.reshape(-1), g.reshape(-1, weight_shape[-1])
    if padding_idx >= 0:
        rows = rows.masked_fill((flat == padding_idx).unsqueeze(-1), 0.0)
    return g.new_zeros(weight_shape).index_add(0, flat, rows)


embedding = define("embedding", "weight, indices, padding_idx=-1", embedding_kernel, names="input=indices", weight=embedding_gradient)


def bag_matrix(indices: np.ndarray, offsets: np.ndarray, rows: int, mode: str, dtype: Any) -> np.ndarray:
    """The matrix that adds up or averages the rows of each bag."""
    ends = [*offsets[1:].tolist(), len(indices)]
    result = np.zeros((len(offsets), rows), dtype)
    for bag, (begin, end) in enumerate(zip(offsets.tolist(), ends, strict=True)):
        np.add.at(result[bag], indices[begin:end], 1 / (end - begin) if mode == "mean" and end > begin else 1)
    return result


embedding_bag = define("_embedding_bag", "weight, indices, offsets, mode",
                       lambda weight, indices, offsets, mode: bag_matrix(indices, offsets, weight.shape[0], mode, weight.dtype) @ weight,
                       label="EmbeddingBag", keeps="weight:indices+offsets", weight=lambda g, weight_shape, indices, offsets, mode:
                       wrap(bag_matrix(indices._a, offsets._a, weight_shape[0], mode, g._a.dtype)).t().mm(g))


FLASH = "_scaled_dot_product_flash_attention_for_cpu_backward"


def scores(query: Any, key: Any, mask: Any, scale: Any) -> Any:
    """The weights of attention."""
    raw = query.matmul(key.transpose(-2, -1)) * scale
    return (raw if mask is None else raw + mask).softmax(-1)


def attention_kernel(query: np.ndarray, key: np.ndarray, value: np.ndarray, mask: Any, scale: float) -> np.ndarray:
    """softmax(query key' scale + mask) value."""
    raw = query @ np.swapaxes(key, -1, -2) * query.dtype.type(scale)
    return np.asarray(special.softmax(raw if mask is None else raw + mask, -1) @ value, dtype=query.dtype)


def attention_query(g: Any, query: Any, key: Any, value: Any, mask: Any, scale: float, result: Any) -> Any:
    """The queries' gradient."""
    weights = scores(query, key, mask, scale)
    inner = g.matmul(value.transpose(-2, -1))
    return final((weights * (inner - (inner * weights).sum(-1, True))).matmul(key) * scale, FLASH)


def attention_key(g: Any, query: Any, key: Any, value: Any, mask: Any, scale: float, result: Any) -> Any:
    """The keys' gradient."""
    weights = scores(query, key, mask, scale)
    inner = g.matmul(value.transpose(-2, -1))
    return final((weights * (inner - (inner * weights).sum(-1, True))).transpose(-2, -1).matmul(query) * scale, FLASH)


attention = define("attention", "query, key, value, mask, scale", attention_kernel, label="ScaledDotProductFlashAttentionForCpu",
                   row="scaled_dot_product_attention",
                   query=attention_query, key=attention_key,
                   value=lambda g, query, key, value, mask, scale, result:
                   final(scores(query, key, mask, scale).transpose(-2, -1).matmul(g), FLASH))


def default_scale(size: int) -> float:
    """One over the root of the queries' size."""
    return 1 / math.sqrt(size)
