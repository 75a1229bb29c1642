"""torch.nn.utils.rnn: sequences of different lengths."""

from __future__ import annotations

from typing import Any

from ..._missing import guard
from ..._tensor import Tensor


def pad_sequence(sequences: Any, batch_first: bool = False, padding_value: float = 0.0, padding_side: str = "right") -> Tensor:
    """Sequences as one tensor, the shorter ones padded."""
    from ... import stack
    from .. import functional as F

    longest = max(each.shape[0] for each in sequences)
    rows = [F.pad(each, (0, 0) * (each.dim() - 1) + (0, longest - each.shape[0]), value=padding_value) for each in sequences]
    return stack(rows, 0 if batch_first else 1)


__getattr__ = guard("torch.nn.utils.rnn")
