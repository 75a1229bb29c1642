"""torch.backends: settings without an effect here."""

from __future__ import annotations

from types import SimpleNamespace

from ._missing import guard

cudnn = SimpleNamespace(benchmark=False, deterministic=False, enabled=True, is_available=lambda: False, allow_tf32=True)
mps = SimpleNamespace(is_available=lambda: False, is_built=lambda: False)
cuda = SimpleNamespace(is_built=lambda: False, matmul=SimpleNamespace(allow_tf32=False))
mkldnn = SimpleNamespace(enabled=True, is_available=lambda: True)

__getattr__ = guard("torch.backends")
