"""torch.nn.parallel: DistributedDataParallel in a group of one process."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from ..._missing import guard
from ..._state import observer, state
from ..modules.containers import DataParallel
from ..modules.module import Module

UNUSED = (
    "Expected to have finished reduction in the prior iteration before starting a new one. This error indicates that your module has "
    "parameters that were not used in producing loss. You can enable unused parameter detection by passing the keyword argument "
    "`find_unused_parameters=True` to `torch.nn.parallel.DistributedDataParallel`, and by \nmaking sure all `forward` function outputs "
    "participate in calculating loss."
)


class DistributedDataParallel(Module):
    """A module whose gradients are reduced over all processes in the backward pass that follows a forward call."""

    def __init__(self, module: Module, *arguments: Any, find_unused_parameters: bool = False, static_graph: bool = False, **options: Any):
        super().__init__()
        self.module = module
        self.strict = not (find_unused_parameters or static_graph)
        self.parameters_to_reduce = [each for each in module.parameters() if each.requires_grad]
        if not self.parameters_to_reduce:
            raise RuntimeError("DistributedDataParallel is not needed when a module doesn't have any parameter that requires a gradient.")
        self.require_backward_grad_sync = True
        # The parameters that have no gradient since the last forward call, None if it has not prepared a reduction.
        self.pending: set[int] | None = None
        for index, each in enumerate(self.parameters_to_reduce):
            each.register_hook(lambda _, index=index: self._arrived(index))
        if watcher := observer():
            watcher.wrapped_in_parallel(self)

    def _arrived(self, index: int) -> None:
        if self.pending is not None:
            self.pending.discard(index)

    @contextlib.contextmanager
    def no_sync(self) -> Iterator[None]:
        """Forward calls in the block prepare no reduction."""
        before, self.require_backward_grad_sync = self.require_backward_grad_sync, False
        watcher = observer()
        if watcher:
            watcher.no_sync_begins(self)
        try:
            yield
        finally:
            if watcher:
                watcher.no_sync_ends(self)
            self.require_backward_grad_sync = before

    def forward(self, *inputs: Any, **keywords: Any) -> Any:
        """Call the module.

        Raises:
            RuntimeError: if the backward pass since the last call has reached only a part of the parameters.
        """
        if state.grad:
            count = len(self.parameters_to_reduce)
            if self.strict and self.pending and len(self.pending) < count:
                state.observer.failed("UNUSED_PARAMETERS", wrapper=self, input=self.parameters_to_reduce[min(self.pending)])
                raise RuntimeError(UNUSED)
            if watcher := observer():
                watcher.parallel_called(self)
            if self.require_backward_grad_sync:
                self.pending = set(range(count))
        return self.module(*inputs, **keywords)


__all__ = ["DataParallel", "DistributedDataParallel"]
__getattr__ = guard("torch.nn.parallel")
