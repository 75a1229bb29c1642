"""torch.distributed.fsdp: modules that `fully_shard` has sharded over one process."""

from __future__ import annotations

from typing import Any

from ..._missing import guard
from ..._state import observer
from ...nn.modules.module import Module


class FSDPModule:
    """A sharded module: backward passes without synchronization keep its gradients aside."""

    synchronizes = True

    def set_requires_gradient_sync(self, requires_gradient_sync: bool, *, recurse: bool = True) -> None:
        """Switch the reduction of the gradients."""
        self.synchronizes = requires_gradient_sync
        if watcher := observer():
            watcher.gradient_sync_set(self, requires_gradient_sync)


def fully_shard(module: Module, **options: Any) -> Module:
    """Shard the parameters of a module in place: its class becomes one that is an FSDPModule, too."""
    kind = type(module)
    module.__class__ = type(f"FSDP{kind.__name__}", (FSDPModule, kind), {})
    return module


__getattr__ = guard("torch.distributed.fsdp")
