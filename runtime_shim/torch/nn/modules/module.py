"""nn.Module: parameters, buffers, children, hooks, and the call."""

from __future__ import annotations

import functools
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from types import FunctionType
from typing import Any

from ..._state import observer
from ..._tensor import Tensor
from ...utils.hooks import RemovableHandle
from ..parameter import Buffer, Parameter


class _Incompatible(tuple):  # type: ignore[type-arg]
    """The result of load_state_dict."""

    missing_keys = property(lambda self: self[0])
    unexpected_keys = property(lambda self: self[1])

    def __repr__(self) -> str:
        return (
            "<All keys matched successfully>" if not any(self) else f"_IncompatibleKeys(missing_keys={self[0]}, unexpected_keys={self[1]})"
        )


_under_way: list[Any] = []
"""The modules whose passes are watched, the innermost last."""


def _watched(watcher: Any, module: Any, run: Callable[[], Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """One pass of a module, of which who listens hears."""
    watcher.module_enters(module, (*args, *kwargs.values()))
    _under_way.append(module)
    result = None
    try:
        result = run()
    finally:
        _under_way.pop()
        watcher.module_leaves(module, (*args, *kwargs.values()), result)
    return result


def _heard(forward: Callable[..., Any]) -> Callable[..., Any]:
    """A forward that is a pass of its module also where it is called by its name."""

    @functools.wraps(forward)
    def named(self: Any, *args: Any, **kwargs: Any) -> Any:
        watcher = observer()
        if watcher is None or any(item is self for item in _under_way):
            return forward(self, *args, **kwargs)
        return _watched(watcher, self, functools.partial(forward, self, *args, **kwargs), args, kwargs)

    return named


class Module:
    """The base of all modules."""

    training: bool
    _version = 1

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if args or kwargs:
            extra = next(iter(kwargs), None)
            raise TypeError(
                f"{type(self).__name__}.__init__() got an unexpected keyword argument '{extra}'"
                if extra
                else f"{type(self).__name__}.__init__() takes 1 positional argument but {len(args) + 1} were given"
            )
        for name in ("_parameters", "_buffers", "_modules", "_forward_pre_hooks", "_forward_hooks", "_backward_hooks"):
            object.__setattr__(self, name, OrderedDict())
        object.__setattr__(self, "_transient", set())
        object.__setattr__(self, "training", True)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        forward = cls.__dict__.get("forward")
        if isinstance(forward, FunctionType):
            cls.forward = _heard(forward)  # type: ignore[method-assign]

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """To be overridden."""
        raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Hooks, forward, hooks; who listens hears of it."""
        watcher = observer()
        if watcher is None:
            return self.__run(args, kwargs)
        return _watched(watcher, self, functools.partial(self.__run, args, kwargs), args, kwargs)

    def __run(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Hooks, forward, hooks."""
        for hook, with_kwargs in tuple(self._forward_pre_hooks.values()):
            changed = hook(self, args, kwargs) if with_kwargs else hook(self, args)
            if changed is not None:
                args, kwargs = changed if with_kwargs else (changed if isinstance(changed, tuple) else (changed,), kwargs)
        result = self.forward(*args, **kwargs)
        for hook, with_kwargs in tuple(self._forward_hooks.values()):
            changed = hook(self, args, kwargs, result) if with_kwargs else hook(self, args, result)
            result = result if changed is None else changed
        if self._backward_hooks and isinstance(result, Tensor) and result.requires_grad:
            for hook in self._backward_hooks.values():
                result.register_hook(lambda grad, hook=hook: (hook(self, (None,), (grad,)), None)[1])
        return result

    # Attributes

    def __setattr__(self, name: str, value: Any) -> None:
        known = self.__dict__
        if isinstance(value, Parameter):
            self._need("_parameters", "parameters")
            self._forget(name, besides="_parameters")
            known["_parameters"][name] = value
        elif isinstance(value, Module):
            self._need("_modules", "module")
            self._forget(name, besides="_modules")
            known["_modules"][name] = value
        elif name in known.get("_parameters", ()):
            if value is not None:
                raise TypeError(
                    f"cannot assign '{Tensor.type(value) if isinstance(value, Tensor) else type(value).__name__}' as parameter '{name}' (torch.nn.Parameter or None expected)"
                )
            known["_parameters"][name] = None
        elif name in known.get("_modules", ()):
            if value is not None:
                raise TypeError(f"cannot assign '{type(value).__name__}' as child module '{name}' (torch.nn.Module or None expected)")
            known["_modules"][name] = None
        elif name in known.get("_buffers", ()) or isinstance(value, Buffer):
            if value is not None and not isinstance(value, Tensor):
                raise TypeError(
                    f"cannot assign '{type(value).__name__}' as buffer '{name}' (torch.nn.Buffer, torch.Tensor or None expected)"
                )
            known["_buffers"][name] = value
        else:
            object.__setattr__(self, name, value)
            watcher = observer() if name == "training" or isinstance(value, (list, tuple, dict)) else None
            if watcher is not None and name == "training":
                watcher.training_switched(self, value)
            elif watcher is not None:
                watcher.container_assigned(self, name)

    def _need(self, table: str, what: str) -> None:
        if table not in self.__dict__:
            raise AttributeError(f"cannot assign {what} before Module.__init__() call")

    def _forget(self, name: str, besides: str = "") -> None:
        """Remove an attribute; in the table `besides`, a new value takes its place among the others."""
        self.__dict__.pop(name, None)
        for table in ("_parameters", "_buffers", "_modules"):
            if table != besides:
                self.__dict__[table].pop(name, None)

    def __getattr__(self, name: str) -> Any:
        for table in ("_parameters", "_buffers", "_modules"):
            held = self.__dict__.get(table)
            if held is not None and name in held:
                return held[name]
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __delattr__(self, name: str) -> None:
        for table in ("_parameters", "_buffers", "_modules"):
            if name in self.__dict__[table]:
                del self.__dict__[table][name]
                return
        object.__delattr__(self, name)

    def __dir__(self) -> list[str]:
        return sorted({*object.__dir__(self), *self._parameters, *self._buffers, *self._modules})

    def register_parameter(self, name: str, param: Parameter | None) -> None:
        """Add a parameter, or the place for one."""
        if param is not None and not isinstance(param, Parameter):
            raise TypeError(
                f"cannot assign '{Tensor.type(param) if isinstance(param, Tensor) else type(param).__name__}' object to parameter '{name}' (torch.nn.Parameter or None required)"
            )
        if param is not None and param.grad_fn is not None:
            raise ValueError(f"Cannot assign non-leaf Tensor to parameter '{name}'. Model parameters must be created explicitly.")
        self._parameters[name] = param

    def register_buffer(self, name: str, tensor: Tensor | None, persistent: bool = True) -> None:
        """Add a tensor that is not a parameter."""
        if hasattr(self, name) and name not in self._buffers:
            raise KeyError(f"attribute '{name}' already exists")
        self._buffers[name] = tensor
        (self._transient.discard if persistent else self._transient.add)(name)

    def add_module(self, name: str, module: Module | None) -> None:
        """Add a child."""
        if module is not None and not isinstance(module, Module):
            raise TypeError(f"{type(module).__name__} is not a Module subclass")
        if not name:
            raise KeyError('module name can\'t be empty string ""')
        self._modules[name] = module

    register_module = add_module

    # Parameters, buffers and submodules

    def named_modules(self, memo: set[Any] | None = None, prefix: str = "", remove_duplicate: bool = True) -> Iterator[tuple[str, Module]]:
        """The module and all below it, each once."""
        seen = set() if memo is None else memo
        if self in seen:
            return
        if remove_duplicate:
            seen.add(self)
        yield prefix, self
        for name, child in self._modules.items():
            if child is not None:
                yield from child.named_modules(seen, f"{prefix}.{name}" if prefix else name, remove_duplicate)

    def modules(self) -> Iterator[Module]:
        """The module and all below it, each once."""
        for _, each in self.named_modules():
            yield each

    def named_children(self) -> Iterator[tuple[str, Module]]:
        """Its children, each once."""
        seen: set[int] = set()
        for name, child in self._modules.items():
            if child is not None and id(child) not in seen:
                seen.add(id(child))
                yield name, child

    def children(self) -> Iterator[Module]:
        """Its children, each once."""
        for _, child in self.named_children():
            yield child

    def _members(self, table: str, prefix: str, recurse: bool, once: bool = True) -> Iterator[tuple[str, Any]]:
        seen: set[int] = set()
        for place, module in self.named_modules(prefix=prefix, remove_duplicate=once) if recurse else [(prefix, self)]:
            for name, value in getattr(module, table).items():
                if value is None or (once and id(value) in seen):
                    continue
                seen.add(id(value))
                yield f"{place}.{name}" if place else name, value

    def named_parameters(self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True) -> Iterator[tuple[str, Parameter]]:
        """All parameters with their names, each once."""
        yield from self._members("_parameters", prefix, recurse, remove_duplicate)

    def parameters(self, recurse: bool = True) -> Iterator[Parameter]:
        """All parameters, each once."""
        for _, each in self.named_parameters(recurse=recurse):
            yield each

    def named_buffers(self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True) -> Iterator[tuple[str, Tensor]]:
        """All buffers with their names, each once."""
        yield from self._members("_buffers", prefix, recurse, remove_duplicate)

    def buffers(self, recurse: bool = True) -> Iterator[Tensor]:
        """All buffers, each once."""
        for _, each in self.named_buffers(recurse=recurse):
            yield each

    def get_submodule(self, target: str) -> Module:
        """The module with a dotted name."""
        module: Any = self
        for part in target.split(".") if target else []:
            if not hasattr(module, part):
                raise AttributeError(f"{type(module).__name__} has no attribute `{part}`")
            module = getattr(module, part)
        return module

    def get_parameter(self, target: str) -> Parameter:
        """The parameter with a dotted name."""
        place, _, name = target.rpartition(".")
        return getattr(self.get_submodule(place), name)

    get_buffer = get_parameter

    # State

    def state_dict(self, *args: Any, destination: Any = None, prefix: str = "", keep_vars: bool = False) -> Any:
        """All parameters and persistent buffers by name, without their graph."""
        result = OrderedDict() if destination is None else destination
        for place, module in self.named_modules(prefix=prefix.rstrip("."), remove_duplicate=False):
            lead = f"{place}." if place else ""
            for name, value in [*module._parameters.items(), *((n, b) for n, b in module._buffers.items() if n not in module._transient)]:
                if value is not None:
                    result[lead + name] = value if keep_vars else value._alias()
        return result

    def load_state_dict(self, state_dict: Mapping[str, Any], strict: bool = True, assign: bool = False) -> _Incompatible:
        """Copy values into parameters and buffers.

        Raises:
            RuntimeError: if names (where strict) or shapes differ.
        """
        own = self.state_dict(keep_vars=True)
        absent, extra = [name for name in own if name not in state_dict], [name for name in state_dict if name not in own]
        errors = []
        if strict and extra:
            errors.append("Unexpected key(s) in state_dict: {}. ".format(", ".join(f'"{name}"' for name in extra)))
        if strict and absent:
            errors.append("Missing key(s) in state_dict: {}. ".format(", ".join(f'"{name}"' for name in absent)))
        from ...autograd.grad_mode import no_grad

        for name, value in own.items():
            if name not in state_dict:
                continue
            given = state_dict[name]
            if given._a.shape != value._a.shape:
                errors.append(
                    f"size mismatch for {name}: copying a param with shape {given.shape} from checkpoint, the shape in current model is {value.shape}."
                )
                continue
            with no_grad():
                value.copy_(given)
        if errors:
            raise RuntimeError("Error(s) in loading state_dict for {}:\n\t{}".format(type(self).__name__, "\n\t".join(errors)))
        return _Incompatible((absent, extra))

    def train(self, mode: bool = True) -> Module:
        """Switch it and its children to training."""
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for child in self.children():
            child.train(mode)
        return self

    def eval(self) -> Module:
        """Switch it and its children to evaluation."""
        return self.train(False)

    def requires_grad_(self, requires_grad: bool = True) -> Module:
        """Switch the gradients of all its parameters."""
        for each in self.parameters():
            each.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Reset the gradients of all its parameters."""
        from ...optim.optimizer import reset

        reset(list(self.parameters()), set_to_none, self)

    def _apply(self, function: Callable[[Tensor], Tensor]) -> Module:
        """Change every parameter's and buffer's data."""
        for module in self.modules():
            for name, value in module._parameters.items():
                if value is not None:
                    value._a = function(value._alias())._a
                    if value._grad is not None:
                        value._grad = function(value._grad._alias())
                    module._parameters[name] = value
            for name, value in module._buffers.items():
                module._buffers[name] = None if value is None else function(value)
        return self

    def to(self, *args: Any, **kwargs: Any) -> Module:
        """Change the type of all fractions in it, in place."""
        Tensor.to(next((each for each in self.parameters()), Tensor()), *args, **kwargs)
        return self._apply(lambda each: each.to(*args, **kwargs) if each.is_floating_point() else each)

    def float(self) -> Module:
        """To float32."""
        return self._apply(lambda each: each.float() if each.is_floating_point() else each)

    def double(self) -> Module:
        """To float64."""
        return self._apply(lambda each: each.double() if each.is_floating_point() else each)

    def half(self) -> Module:
        """To float16."""
        return self._apply(lambda each: each.half() if each.is_floating_point() else each)

    def cpu(self) -> Module:
        """It is there."""
        return self

    def cuda(self, device: Any = None) -> Module:
        """There is no GPU."""
        raise AssertionError("Torch not compiled with CUDA enabled")

    def type(self, dst_type: Any) -> Module:
        """Change the type of all parameters and buffers."""
        return self._apply(lambda each: each.type(dst_type))

    def apply(self, fn: Callable[[Module], Any]) -> Module:
        """Call a function on every module, children first."""
        for child in self.children():
            child.apply(fn)
        fn(self)
        return self

    def share_memory(self) -> Module:
        """Nothing to be done in one process."""
        return self

    def compile(self, *_: Any, **__: Any) -> None:
        """Nothing to be done."""

    # Hooks

    def register_forward_hook(
        self, hook: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False, always_call: bool = False
    ) -> Any:
        """Call `hook(module, args, result)` after forward."""
        return RemovableHandle(self._forward_hooks, (hook, with_kwargs))

    def register_forward_pre_hook(self, hook: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False) -> Any:
        """Call `hook(module, args)` before forward."""
        return RemovableHandle(self._forward_pre_hooks, (hook, with_kwargs))

    def register_full_backward_hook(self, hook: Callable[..., Any], prepend: bool = False) -> Any:
        """Call `hook(module, (None,), (grad_output,))` when the gradient of the result has been computed."""
        return RemovableHandle(self._backward_hooks, hook)

    register_backward_hook = register_full_backward_hook

    def extra_repr(self) -> str:
        """Return the arguments for the text form."""
        return ""

    def _get_name(self) -> str:
        return type(self).__name__

    def __repr__(self) -> str:
        lines = [f"({name}): " + repr(child).replace("\n", "\n  ") for name, child in self._modules.items()]
        extra = self.extra_repr()
        if not lines:
            return f"{self._get_name()}({extra})"
        return f"{self._get_name()}({extra}\n  " + "\n  ".join(lines) + "\n)"
