"""A NumPy stand-in for PyTorch: the part that training programs use to show how autograd treats them.

A program that uses only this part runs unchanged, and raises PyTorch's errors with their messages. An error names any other part.
"""

from __future__ import annotations

import math as _math
import sys as _sys
from typing import Any

from . import _creation, _finder, _methods, _missing, _random, _types
from ._creation import (
    arange,
    as_tensor,
    empty,
    empty_like,
    eye,
    from_numpy,
    full,
    full_like,
    linspace,
    logspace,
    normal,
    ones,
    ones_like,
    rand,
    rand_like,
    randint,
    randint_like,
    randn,
    randn_like,
    randperm,
    tensor,
    tril_indices,
    triu_indices,
    zeros,
    zeros_like,
)
from ._ops import activation as _activation
from ._ops import shape as _shape
from ._random import Generator, default_generator, get_rng_state, initial_seed, manual_seed, poisson, seed, set_rng_state
from ._tensor import Tensor
from ._types import Size, device, dtype, finfo, iinfo

_methods.attach()
globals().update({_name: _value for _name, _value in _methods.functions().items() if not _name.endswith("_")})
globals().update({_each.name: _each for _each in _types.ALL})
globals().update(_types.ALIASES)
bfloat16 = _types.bfloat16
FloatTensor, pi, inf, nan, e = Tensor, _math.pi, _math.inf, _math.nan, _math.e
strided, contiguous_format, preserve_format, channels_last = "strided", "contiguous_format", "preserve_format", "channels_last"
__version__ = "2.13.0+shim"

from . import autograd, nn, optim, utils  # noqa: I001
from . import amp, backends, cuda, distributed, distributions, func, linalg, random, special, testing, types, version

from ._namespace import *
from .linalg import matrix_exp
from .autograd.grad_mode import (
    enable_grad,
    inference_mode,
    is_grad_enabled,
    is_inference_mode_enabled,
    no_grad,
    set_grad_enabled,
)

bool = _types.bool_
int = _types.int32
float = _types.float32


def __getattr__(name: str) -> Any:
    _missing.missing(f"torch.{name}", name)


_sys.meta_path.append(_finder.Finder())
