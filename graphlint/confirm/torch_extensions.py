"""Hooks in the parts of PyTorch around the graph: arrays, checkpoints, and modules in parallel processes."""

from __future__ import annotations

import functools
import importlib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from graphlint.autograd.events import Fault, ParallelForward
from graphlint.confirm.torch_operations import TorchObserver, fault_of
from graphlint.confirm.torch_tensors import TorchTensors

WITHOUT_GRADIENT = re.compile(r"did not receive grad for rank \d+: ([\d ]+)")


class TorchExtensions:
    """Replaces functions and methods by ones that report to the recorder."""

    def __init__(self, observer: TorchObserver, library: TorchTensors) -> None:
        self.observer, self.library, self.recorder = observer, library, observer.recorder

    def install(self, torch: Any) -> None:
        """Replace all of them."""
        self.arrays(torch)
        self.checkpoints()
        self.parallel_modules(torch)
        self.sharded_modules(torch)

    def arrays(self, torch: Any) -> None:
        """Report tensors that are created from arrays."""
        convert = torch.from_numpy

        @functools.wraps(convert)
        def observed_from_numpy(array: Any) -> Any:
            result = convert(array)
            if self.observer.listens:
                with self.library.unobserved():
                    self.observer.copied(array, result)
            return result

        torch.from_numpy = observed_from_numpy

    def checkpoints(self) -> None:
        """Report reentrant checkpoints."""
        checkpoint: Any = importlib.import_module("torch.utils.checkpoint").CheckpointFunction
        apply = checkpoint.apply

        def observed_apply(cls: Any, function: Any, preserve: Any, *args: Any) -> Any:  # noqa: ARG001  a class method
            if not self.observer.listens:
                return apply(function, preserve, *args)
            with self.library.unobserved():
                # As PyTorch does: tensors in containers do not count.
                self.recorder.checkpoint_begins(any(self.library.is_tensor(item) and item.requires_grad for item in args))
            try:
                return apply(function, preserve, *args)
            finally:
                self.recorder.checkpoint_ends()

        checkpoint.apply = classmethod(observed_apply)

    def parallel_modules(self, torch: Any) -> None:
        """Report calls of DistributedDataParallel and its blocks without synchronization."""
        parallel = torch.nn.parallel.DistributedDataParallel
        create, forward, block = parallel.__init__, parallel.forward, parallel.no_sync

        @functools.wraps(create)
        def observed_init(wrapper: Any, *args: Any, **kwargs: Any) -> None:
            self.observer.quiet += 1
            try:
                create(wrapper, *args, **kwargs)
            finally:
                self.observer.quiet -= 1
            if self.observer.listens:
                self.recorder.wrapped_in_parallel(wrapper)

        @functools.wraps(forward)
        def observed_forward(wrapper: Any, *args: Any, **kwargs: Any) -> Any:
            with self.library.unobserved():
                if self.observer.listens and self.library.grad_enabled():
                    self.recorder.parallel_called(wrapper)
            try:
                return forward(wrapper, *args, **kwargs)
            except RuntimeError as error:
                if fault_of(error) is Fault.UNUSED_PARAMETERS:
                    with self.library.unobserved():
                        self.unused_parameters(wrapper, error)
                raise

        @contextmanager
        def observed_block(wrapper: Any) -> Iterator[None]:
            with self.library.unobserved():
                self.recorder.no_sync_begins(wrapper)
            try:
                with block(wrapper):
                    yield
            finally:
                with self.library.unobserved():
                    self.recorder.no_sync_ends(wrapper)

        parallel.__init__, parallel.forward, parallel.no_sync = observed_init, observed_forward, observed_block

    def sharded_modules(self, torch: Any) -> None:
        """Report switches of the reduction of gradients of modules that `fully_shard` has sharded."""
        if not torch.distributed.is_available():
            return
        sharded: Any = importlib.import_module("torch.distributed.fsdp").FSDPModule
        switch = sharded.set_requires_gradient_sync

        @functools.wraps(switch)
        def observed_switch(module: Any, requires_gradient_sync: bool, *args: Any, **kwargs: Any) -> None:
            switch(module, requires_gradient_sync, *args, **kwargs)
            with self.library.unobserved():
                self.recorder.gradient_sync_set(module, requires_gradient_sync)

        sharded.set_requires_gradient_sync = observed_switch

    def unused_parameters(self, wrapper: Any, error: RuntimeError) -> None:
        """Record the error of DistributedDataParallel for parameters without a gradient, of which the message has the indices."""
        if self.recorder.events and isinstance(self.recorder.events[-1], ParallelForward):
            self.recorder.events.pop()  # the call that raises has not run the module
        trained = [item for item in wrapper.module.parameters() if item.requires_grad]
        match = WITHOUT_GRADIENT.search(str(error))
        index = int(match[1].split()[0]) if match is not None else 0
        if index < len(trained):
            self.recorder.failed(Fault.UNUSED_PARAMETERS.name, wrapper=wrapper, input=trained[index])
