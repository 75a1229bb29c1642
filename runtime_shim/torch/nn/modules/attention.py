"""Attention with several heads, and the layers of a transformer."""

from __future__ import annotations

import copy
import math
from typing import Any

import numpy as np

from ..._ops import matrix
from ..._tensor import Tensor, wrap
from .. import functional as F
from .. import init
from ..parameter import Parameter
from .activation import Dropout
from .containers import ModuleList
from .linear import Linear, NonDynamicallyQuantizableLinear, blank
from .module import Module
from .normalization import LayerNorm


def as_float(mask: Any, like: Tensor) -> Any:
    """A mask of truth values as one to be added."""
    if mask is not None and mask._a.dtype == bool:
        return wrap(np.where(mask._a, -np.inf, 0.0).astype(like._a.dtype))
    return mask


class MultiheadAttention(Module):
    """Attention with several heads."""

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        dropout: float = 0.0,
        bias: bool = True,
        add_bias_kv: bool = False,
        add_zero_attn: bool = False,
        kdim: Any = None,
        vdim: Any = None,
        batch_first: bool = False,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        if add_bias_kv or add_zero_attn:
            from ..._missing import missing

            missing("torch.nn.MultiheadAttention(add_bias_kv or add_zero_attn)")
        if embed_dim % num_heads:
            raise AssertionError("embed_dim must be divisible by num_heads")
        self.embed_dim, self.num_heads, self.dropout, self.batch_first = embed_dim, num_heads, dropout, batch_first
        self.head_dim = embed_dim // num_heads
        self.kdim, self.vdim = kdim or embed_dim, vdim or embed_dim
        self.same = self.kdim == embed_dim and self.vdim == embed_dim
        if self.same:
            self.in_proj_weight = Parameter(blank(3 * embed_dim, embed_dim, dtype=dtype))
        else:
            self.q_proj_weight = Parameter(blank(embed_dim, embed_dim, dtype=dtype))
            self.k_proj_weight = Parameter(blank(embed_dim, self.kdim, dtype=dtype))
            self.v_proj_weight = Parameter(blank(embed_dim, self.vdim, dtype=dtype))
        self.register_parameter("in_proj_bias", Parameter(blank(3 * embed_dim, dtype=dtype)) if bias else None)
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias=bias, dtype=dtype)
        for name in ("in_proj_weight",) if self.same else ("q_proj_weight", "k_proj_weight", "v_proj_weight"):
            init.xavier_uniform_(getattr(self, name))
        if bias:
            init.constant_(self.in_proj_bias, 0.0)
            init.constant_(self.out_proj.bias, 0.0)

    def projected(self, query: Tensor, key: Tensor, value: Tensor) -> list[Tensor]:
        """Queries, keys and values."""
        size = self.embed_dim
        if self.same and query is key and key is value:
            whole = F.linear(query, self.in_proj_weight, self.in_proj_bias)
            parts = whole.unflatten(-1, (3, size)).unsqueeze(0).transpose(0, -2).squeeze(-2).contiguous()
            return [parts[0], parts[1], parts[2]]
        weights = self.in_proj_weight.chunk(3) if self.same else (self.q_proj_weight, self.k_proj_weight, self.v_proj_weight)
        biases = (None,) * 3 if self.in_proj_bias is None else self.in_proj_bias.chunk(3)
        return [F.linear(each, weight, bias) for each, weight, bias in zip((query, key, value), weights, biases, strict=True)]

    def forward(
        self,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        key_padding_mask: Any = None,
        need_weights: bool = True,
        attn_mask: Any = None,
        average_attn_weights: bool = True,
        is_causal: bool = False,
    ) -> tuple[Tensor, Tensor | None]:
        """The result, and the weights of attention."""
        single = query.dim() == 2
        if single:
            query, key, value = query.unsqueeze(1), key.unsqueeze(1), value.unsqueeze(1)
            key_padding_mask = None if key_padding_mask is None else key_padding_mask.unsqueeze(0)
        elif self.batch_first:
            same = query is key and key is value
            turned = query.transpose(0, 1)
            query, key, value = (turned,) * 3 if same else (turned, key.transpose(0, 1), value.transpose(0, 1))
        target, batch, _ = query.shape
        source, heads, width = key.shape[0], self.num_heads, self.head_dim
        if query.shape[-1] != self.embed_dim:
            raise AssertionError(f"was expecting embedding dimension of {self.embed_dim}, but got {query.shape[-1]}")
        q, k, v = self.projected(query, key, value)
        q = q.view(target, batch * heads, width).transpose(0, 1)
        k = k.view(source, batch * heads, width).transpose(0, 1)
        v = v.view(source, batch * heads, width).transpose(0, 1)
        mask = as_float(attn_mask, q)
        if key_padding_mask is not None:
            pad = as_float(key_padding_mask, q).view(batch, 1, 1, source).expand(-1, heads, -1, -1).reshape(batch * heads, 1, source)
            mask = pad if mask is None else mask + pad
        share = self.dropout if self.training else 0.0
        if need_weights:
            result, weights = self.weighted(q, k, v, mask, share)
            result = result.transpose(0, 1).contiguous().view(target * batch, self.embed_dim)
            weights = weights.view(batch, heads, target, source)
            weights = weights.mean(1) if average_attn_weights else weights
        else:
            whole = mask
            if mask is not None:
                whole = mask.unsqueeze(0) if mask.dim() == 2 else mask.view(batch, heads, -1, source)
            split = [each.view(batch, heads, -1, width) for each in (q, k, v)]
            result = F.scaled_dot_product_attention(*split, whole, share)
            result, weights = result.permute(2, 0, 1, 3).contiguous().view(batch * target, self.embed_dim), None
        result = self.out_proj(result).view(target, batch, -1)
        if single:
            return result.squeeze(1), None if weights is None else weights.squeeze(0)
        return (result.transpose(0, 1) if self.batch_first else result), weights

    def weighted(self, q: Tensor, k: Tensor, v: Tensor, mask: Any, share: float) -> tuple[Tensor, Tensor]:
        """Attention whose weights are returned."""
        scaled = q * math.sqrt(1.0 / float(q.shape[-1]))
        raw = matrix.bmm(scaled, k.transpose(-2, -1)) if mask is None else matrix.baddbmm(mask, scaled, k.transpose(-2, -1))
        weights = F.softmax(raw, dim=-1)
        weights = F.dropout(weights, share) if share else weights
        return matrix.bmm(weights, v), weights


class TransformerEncoderLayer(Module):
    """Attention to itself, then two linear layers."""

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: Any = F.relu,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.self_attn = MultiheadAttention(d_model, nhead, dropout, bias, batch_first=batch_first, dtype=dtype)
        self.linear1, self.dropout = Linear(d_model, dim_feedforward, bias, dtype=dtype), Dropout(dropout)
        self.linear2, self.norm_first = Linear(dim_feedforward, d_model, bias, dtype=dtype), norm_first
        self.norm1, self.norm2 = (LayerNorm(d_model, layer_norm_eps, bias=bias, dtype=dtype) for _ in range(2))
        self.dropout1, self.dropout2 = Dropout(dropout), Dropout(dropout)
        self.activation = getattr(F, activation) if isinstance(activation, str) else activation

    def forward(self, src: Tensor, src_mask: Any = None, src_key_padding_mask: Any = None, is_causal: bool = False) -> Tensor:
        """The layer."""
        if self.norm_first:
            src = src + self.attend(self.norm1(src), src_mask, src_key_padding_mask)
            return src + self.feed(self.norm2(src))
        src = self.norm1(src + self.attend(src, src_mask, src_key_padding_mask))
        return self.norm2(src + self.feed(src))

    def attend(self, x: Tensor, mask: Any, padding: Any) -> Tensor:
        """Attention."""
        return self.dropout1(self.self_attn(x, x, x, attn_mask=mask, key_padding_mask=padding, need_weights=False)[0])

    def feed(self, x: Tensor) -> Tensor:
        """The linear layers."""
        return self.dropout2(self.linear2(self.dropout(self.activation(self.linear1(x)))))


class TransformerDecoderLayer(Module):
    """Attention to itself and to a memory, then two linear layers."""

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: Any = F.relu,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.self_attn = MultiheadAttention(d_model, nhead, dropout, bias, batch_first=batch_first, dtype=dtype)
        self.multihead_attn = MultiheadAttention(d_model, nhead, dropout, bias, batch_first=batch_first, dtype=dtype)
        self.linear1, self.dropout = Linear(d_model, dim_feedforward, bias, dtype=dtype), Dropout(dropout)
        self.linear2, self.norm_first = Linear(dim_feedforward, d_model, bias, dtype=dtype), norm_first
        self.norm1, self.norm2, self.norm3 = (LayerNorm(d_model, layer_norm_eps, bias=bias, dtype=dtype) for _ in range(3))
        self.dropout1, self.dropout2, self.dropout3 = (Dropout(dropout) for _ in range(3))
        self.activation = getattr(F, activation) if isinstance(activation, str) else activation

    def forward(
        self,
        tgt: Tensor,
        memory: Tensor,
        tgt_mask: Any = None,
        memory_mask: Any = None,
        tgt_key_padding_mask: Any = None,
        memory_key_padding_mask: Any = None,
        tgt_is_causal: bool = False,
        memory_is_causal: bool = False,
    ) -> Tensor:
        """The layer."""
        steps = (
            lambda x: self.dropout1(
                self.self_attn(x, x, x, attn_mask=tgt_mask, key_padding_mask=tgt_key_padding_mask, need_weights=False)[0]
            ),
            lambda x: self.dropout2(
                self.multihead_attn(x, memory, memory, attn_mask=memory_mask, key_padding_mask=memory_key_padding_mask, need_weights=False)[
                    0
                ]
            ),
            lambda x: self.dropout3(self.linear2(self.dropout(self.activation(self.linear1(x))))),
        )
        x = tgt
        for norm, step in zip((self.norm1, self.norm2, self.norm3), steps, strict=True):
            x = x + step(norm(x)) if self.norm_first else norm(x + step(x))
        return x


class _Stack(Module):
    """Copies of one layer."""

    def __init__(self, layer: Module, num_layers: int, norm: Module | None = None, **_: Any) -> None:
        super().__init__()
        self.layers = ModuleList([copy.deepcopy(layer) for _ in range(num_layers)])
        self.num_layers, self.norm = num_layers, norm


class TransformerEncoder(_Stack):
    """A stack of encoder layers."""

    def forward(self, src: Tensor, mask: Any = None, src_key_padding_mask: Any = None, is_causal: Any = None) -> Tensor:
        """One after the other."""
        for layer in self.layers:
            src = layer(src, mask, src_key_padding_mask)
        return src if self.norm is None else self.norm(src)


class TransformerDecoder(_Stack):
    """A stack of decoder layers."""

    def forward(self, tgt: Tensor, memory: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        """One after the other."""
        for layer in self.layers:
            tgt = layer(tgt, memory, *args, **kwargs)
        return tgt if self.norm is None else self.norm(tgt)


class Transformer(Module):
    """An encoder and a decoder."""

    def __init__(
        self,
        d_model: int = 512,
        nhead: int = 8,
        num_encoder_layers: int = 6,
        num_decoder_layers: int = 6,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: Any = F.relu,
        layer_norm_eps: float = 1e-5,
        batch_first: bool = False,
        norm_first: bool = False,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        rest = (dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first, bias)
        self.encoder = TransformerEncoder(
            TransformerEncoderLayer(d_model, nhead, *rest), num_encoder_layers, LayerNorm(d_model, layer_norm_eps)
        )
        self.decoder = TransformerDecoder(
            TransformerDecoderLayer(d_model, nhead, *rest), num_decoder_layers, LayerNorm(d_model, layer_norm_eps)
        )
        for each in self.parameters():
            if each.dim() > 1:
                init.xavier_uniform_(each)

    def forward(self, src: Tensor, tgt: Tensor, src_mask: Any = None, tgt_mask: Any = None, memory_mask: Any = None) -> Tensor:
        """Encode, then decode."""
        return self.decoder(tgt, self.encoder(src, src_mask), tgt_mask, memory_mask)

    @staticmethod
    def generate_square_subsequent_mask(sz: int, device: Any = None, dtype: Any = None) -> Tensor:
        """Minus infinity above the diagonal."""
        return wrap(np.triu(np.full((sz, sz), -np.inf, np.float32), 1))
