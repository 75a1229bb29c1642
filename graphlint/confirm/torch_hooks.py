"""Hooks in PyTorch: modules, optimizers, grad modes, custom functions and backward passes report to the recorder."""

from __future__ import annotations

import functools
import importlib
import inspect
from collections.abc import Callable, Iterator
from typing import Any

from graphlint.autograd.events import Fault
from graphlint.confirm.locations import LocationTracker
from graphlint.confirm.recorder import Recorder
from graphlint.confirm.torch_backward import TorchBackward
from graphlint.confirm.torch_extensions import TorchExtensions
from graphlint.confirm.torch_operations import TorchObserver, fault_of, operation_mode
from graphlint.confirm.torch_tensors import TorchTensors

OBSERVED = "_graphlint_observed"
"""The attribute of a step that reports already: PyTorch replaces the step of each class of optimizers at its first use, too."""


def attach(places: LocationTracker) -> Recorder:
    """Import torch and make it report to a new recorder."""
    torch: Any = importlib.import_module("torch")
    library = TorchTensors(torch)
    recorder = Recorder(places, library)
    observer = TorchObserver(recorder, torch)
    TorchBackward(observer, library).install(torch.autograd)
    hooks = TorchHooks(observer, library)
    for install in (hooks.modules, hooks.leaves, hooks.optimizers, hooks.gradients, hooks.grad_modes, hooks.functions, hooks.variables):
        install(torch)
    TorchExtensions(observer, library).install(torch)
    # The mode is active until the process ends.
    operation_mode(observer).__enter__()
    return recorder


class TorchHooks:
    """Replaces methods of PyTorch's classes by methods that report to the recorder and then do the same."""

    def __init__(self, observer: TorchObserver, library: TorchTensors) -> None:
        self.observer, self.library, self.recorder = observer, library, observer.recorder

    def before(self, owner: Any, name: str, report: Callable[..., None], quiet: bool = False) -> None:
        """Make a method report its arguments before it runs; with `quiet`, what it does itself is not recorded."""
        original = getattr(owner, name)

        @functools.wraps(original)
        def reporting(*args: Any, **kwargs: Any) -> Any:
            if not self.observer.listens or self.observer.is_called_by_torch():
                return original(*args, **kwargs)
            with self.library.unobserved():
                report(*args, **kwargs)
            self.observer.quiet += quiet
            try:
                return original(*args, **kwargs)
            finally:
                self.observer.quiet -= quiet

        setattr(owner, name, reporting)

    def modules(self, torch: Any) -> None:
        """Report module calls and assignments of attributes."""
        module_class, recorder, observer, library = torch.nn.Module, self.recorder, self.observer, self.library
        call, assign = module_class.__call__, module_class.__setattr__

        def observed_call(module: Any, *args: Any, **kwargs: Any) -> Any:
            if not observer.listens:
                return call(module, *args, **kwargs)
            operands = (*args, *kwargs.values())
            with library.unobserved():
                recorder.module_enters(module, operands)
            result = None
            try:
                result = call(module, *args, **kwargs)
            finally:
                with library.unobserved():
                    recorder.module_leaves(module, operands, result)
            return result

        def observed_assign(module: Any, name: str, value: Any) -> None:
            assign(module, name, value)
            if name == "training" or isinstance(value, (list, tuple, dict)):
                if not observer.listens:
                    return
                with library.unobserved():
                    if name == "training":
                        recorder.training_switched(module, value)
                    elif name in module.__dict__ and not name.startswith("_"):
                        recorder.container_assigned(module, name)

        module_class.__call__, module_class.__setattr__ = observed_call, observed_assign
        self.before(module_class, "zero_grad", lambda module, *_, **__: recorder.grads_reset(list(module.parameters()), module), quiet=True)

    def leaves(self, torch: Any) -> None:
        """Report new parameters."""
        parameter = torch.nn.Parameter
        create = parameter.__new__

        def observed_new(cls: Any, *args: Any, **kwargs: Any) -> Any:
            result = create(cls, *args, **kwargs)
            if self.observer.listens:
                with self.library.unobserved():
                    if self.library.is_trained(result):
                        self.recorder.note_leaf(result)
            return result

        parameter.__new__ = staticmethod(observed_new)

    def optimizers(self, torch: Any) -> None:
        """Report optimizers, their steps and those of schedulers."""
        optimizer_class, recorder, library = torch.optim.Optimizer, self.recorder, self.library
        create = optimizer_class.__init__

        def observed_init(optimizer: Any, params: Any, *args: Any, **kwargs: Any) -> None:
            given = list(params) if isinstance(params, Iterator) else params
            try:
                create(optimizer, given, *args, **kwargs)
            except ValueError as error:
                with library.unobserved():
                    fault = fault_of(error)
                    if fault in (Fault.NO_PARAMETERS, Fault.REPEATED_PARAMETER):
                        recorder.failed(fault.name)
                    elif "non-leaf Tensor" in str(error):
                        recorder.optimizer_made(optimizer, recorder.tensors(list(given)))
                raise
            kind = type(optimizer)
            if not hasattr(kind.step, OBSERVED):
                kind.step = self.observed_step(kind.step)
                setattr(kind.step, OBSERVED, True)
            if self.observer.listens:
                with library.unobserved():
                    recorder.optimizer_made(optimizer, recorder.parameters(optimizer))

        optimizer_class.__init__ = observed_init
        self.before(
            optimizer_class, "zero_grad", lambda optimizer, *_, **__: recorder.grads_reset(recorder.parameters(optimizer), optimizer), True
        )
        scheduler = torch.optim.lr_scheduler.LRScheduler
        self.before(scheduler, "step", lambda scheduler, epoch=None: recorder.scheduler_steps(scheduler, epoch))

    def observed_step(self, step: Callable[..., Any]) -> Callable[..., Any]:
        """Return a step of an optimizer that reports. One that the program writes may reset the gradients that it has used."""
        recorder, observer, library = self.recorder, self.observer, self.library
        written = not inspect.unwrap(step).__module__.startswith("torch.")

        @functools.wraps(step)
        def run(optimizer: Any, *args: Any, **kwargs: Any) -> Any:
            if not observer.listens:
                return step(optimizer, *args, **kwargs)
            closure: Callable[[], Any] | None = args[0] if args else kwargs.get("closure")
            repeats = closure is not None and type(optimizer).__name__ == "LBFGS"

            def observed_closure(closure: Any = closure) -> Any:
                if repeats:
                    recorder.search_iterates()
                observer.quiet -= 1
                try:
                    return closure()
                finally:
                    observer.quiet += 1

            with library.unobserved():
                params = recorder.parameters(optimizer)
                found = [parameter for parameter in params if parameter.grad is not None] if written and closure is None else None
                recorder.step_begins(optimizer)
                if repeats:
                    recorder.search_begins()
            observer.quiet += 1
            try:
                result = step(optimizer, observed_closure) if closure is not None else step(optimizer, *args, **kwargs)
            finally:
                observer.quiet -= 1
                if repeats:
                    recorder.search_ends()
            with library.unobserved():
                for parameter in params:
                    if parameter.grad is not None:
                        recorder.changed(parameter, "step")
                recorder.step_ends(optimizer, found)
                if gone := [parameter for parameter in found or () if parameter.grad is None or not parameter.grad.any()]:
                    recorder.grads_reset(gone, None)
            return result

        return run

    def gradients(self, torch: Any) -> None:
        """Report the clipping and scaling of gradients."""
        recorder = self.recorder

        for name in ("clip_grad_norm_", "clip_grad_value_"):
            self.clipping(torch.nn.utils, name)
            setattr(torch.nn.utils.clip_grad, name, getattr(torch.nn.utils, name))
        scaler = torch.amp.GradScaler
        scale = scaler.scale

        def observed_scale(instance: Any, outputs: Any) -> Any:
            result = scale(instance, outputs)
            if instance.is_enabled() and self.observer.listens:
                with self.library.unobserved():
                    for tensor in recorder.tensors(result):
                        recorder.loss_scaled(tensor)
            return result

        scaler.scale = observed_scale
        for name in ("unscale_", "step", "update"):
            self.scaler_method(scaler, name)

    def scaler_method(self, owner: Any, name: str) -> None:
        """Make a method of enabled gradient scalers report its call, or the error that it raises."""
        method, recorder = getattr(owner, name), self.recorder

        @functools.wraps(method)
        def observed(instance: Any, *args: Any, **kwargs: Any) -> Any:
            if not self.observer.listens or self.observer.is_called_by_torch() or not instance.is_enabled():
                return method(instance, *args, **kwargs)
            optimizer = args[0] if args else kwargs.get("optimizer")
            with self.library.unobserved():
                if name == "unscale_" and not recorder.has_called(instance, optimizer):
                    recorder.clipped("unscale_", recorder.parameters(optimizer))
                if name != "update":
                    recorder.gradients_unscaled()
            self.observer.quiet += name != "step"
            try:
                result = method(instance, *args, **kwargs)
            except (RuntimeError, AssertionError) as error:
                if (fault := fault_of(error)) is not None:
                    with self.library.unobserved():
                        recorder.failed(fault.name, scaler=instance, optimizer=optimizer)
                raise
            finally:
                self.observer.quiet -= name != "step"
            if name == "update":
                recorder.scaler_updated(instance)
            else:
                recorder.scaler_called(name, instance, optimizer)
            return result

        setattr(owner, name, observed)

    def clipping(self, owner: Any, name: str) -> None:
        """Make a function that clips gradients report the parameters that it receives."""
        clip = getattr(owner, name)

        @functools.wraps(clip)
        def observed_clip(parameters: Any, *args: Any, **kwargs: Any) -> Any:
            # An iterator can be read only once.
            given = list(parameters) if isinstance(parameters, Iterator) else parameters
            if not self.observer.listens:
                return clip(given, *args, **kwargs)
            with self.library.unobserved():
                self.recorder.clipped(name, self.recorder.tensors(given if isinstance(given, (list, tuple)) else [given]))
            self.observer.quiet += 1
            try:
                return clip(given, *args, **kwargs)
            finally:
                self.observer.quiet -= 1

        setattr(owner, name, observed_clip)

    def grad_modes(self, torch: Any) -> None:
        """Report grad modes: where they are created, and that they are entered or decorate a function."""
        recorder = self.recorder
        for mode in (torch.no_grad, torch.enable_grad, torch.inference_mode):
            self.after_creation(mode)
            self.before(mode, "__enter__", recorder.mode_used)
            self.before(mode, "__call__", lambda mode, *_: recorder.mode_used(mode))
            name, enables = mode.__name__, mode is torch.enable_grad
            self.before(mode, "__enter__", functools.partial(self.mode_entered, name, enables))
            self.before(mode, "__exit__", functools.partial(self.mode_left, name, enables))
        switch = torch.set_grad_enabled
        self.before(switch, "__init__", lambda _, mode: recorder.mode("set_grad_enabled", bool(mode), True, False))
        self.before(switch, "__enter__", lambda mode: recorder.mode("set_grad_enabled", mode.mode, True, True))
        self.before(switch, "__exit__", lambda mode, *_: recorder.mode("set_grad_enabled", mode.mode, False, True))

    def mode_entered(self, name: str, enables: bool, _: Any) -> None:
        """Report that a block begins which sets the grad mode."""
        self.recorder.mode(name, enables, True, True)

    def mode_left(self, name: str, enables: bool, *_: Any) -> None:
        """Report that a block ends which sets the grad mode."""
        self.recorder.mode(name, enables, False, True)

    def after_creation(self, mode: Any) -> None:
        """Report objects of a grad mode."""
        create = mode.__init__

        @functools.wraps(create)
        def observed_init(instance: Any, *args: Any, **kwargs: Any) -> None:
            create(instance, *args, **kwargs)
            if self.observer.listens and not self.observer.is_called_by_torch():
                with self.library.unobserved():
                    self.recorder.mode_made(instance)

        mode.__init__ = observed_init

    def functions(self, torch: Any) -> None:
        """Report custom functions: the attributes of ctx, and the nodes that they add to the graph."""
        recorder, library = self.recorder, self.library
        function, context = torch.autograd.Function, torch.autograd.function.BackwardCFunction
        apply, assign = function.apply.__func__, context.__setattr__
        own = frozenset(("materialize_grads", "needs_input_grad", "to_save", "non_differentiable", "dirty_tensors"))

        def observed_assign(ctx: Any, name: str, value: Any) -> None:
            if name not in own and self.observer.listens:
                with library.unobserved():
                    recorder.context_attribute(name, value, ctx)
            assign(ctx, name, value)

        def observed_apply(cls: Any, *args: Any, **kwargs: Any) -> Any:
            result = apply(cls, *args, **kwargs)
            if self.observer.listens:
                with library.unobserved():
                    results = recorder.tensors(result)
                    for tensor in results:
                        graph = library.graph(tensor)
                        if isinstance(graph, context):
                            recorder.context_done(graph, recorder.tensors(args), results)
                        if graph is not None and not library.node_notes(graph).number:
                            recorder.recorded(graph, tensor)
            return result

        function.apply, context.__setattr__ = classmethod(observed_apply), observed_assign
        self.before(function, "__call__", lambda *_, **__: recorder.failed(Fault.LEGACY_FUNCTION.name))

    def variables(self, torch: Any) -> None:
        """Report the deprecated `Variable`."""
        kind = type(torch.autograd.Variable)
        recorder, create = self.recorder, kind.__call__

        def observed_call(cls: Any, *args: Any, **kwargs: Any) -> Any:
            if not self.observer.listens or cls is not torch.autograd.Variable:
                return create(cls, *args, **kwargs)
            with self.library.unobserved():
                if kwargs.get("volatile"):
                    recorder.misuse("volatile")
                recorder.misuse("Variable")
            result = create(cls, *args, **kwargs)
            with self.library.unobserved():
                for tensor in recorder.tensors(args[:1]):
                    recorder.wrapped_in_variable(tensor, result)
                if self.library.is_trained(result):
                    recorder.note_leaf(result)
                    recorder.copied_to_leaf(result)
            return result

        kind.__call__ = observed_call
