"""torch.testing."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._missing import guard
from ._tensor import Tensor


def assert_close(actual: Any, expected: Any, *, rtol: float | None = None, atol: float | None = None, **_: Any) -> None:
    """Raise if two values are not close.

    Raises:
        AssertionError: if they are not close.
    """
    first, second = (each._a if isinstance(each, Tensor) else np.asarray(each) for each in (actual, expected))
    if not np.allclose(first, second, 1.3e-6 if rtol is None else rtol, 1e-5 if atol is None else atol):
        raise AssertionError("Tensor-likes are not close!")


__getattr__ = guard("torch.testing")
