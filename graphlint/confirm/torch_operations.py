"""The operations of PyTorch that the program calls, observed by a mode for functions."""

from __future__ import annotations

import importlib
import re
import sys
import threading
from collections.abc import Callable
from typing import Any

from graphlint.autograd.events import Fault
from graphlint.confirm.recorder import Recorder

# Queries of a tensor, and conversions to text: they compute nothing that the events describe.
QUERIES = frozenset(
    (
        "size dim ndimension numel nelement stride element_size is_complex is_floating_point is_contiguous get_device type storage_offset "
        "untyped_storage data_ptr is_signed is_inference is_conj is_neg is_nonzero is_same_size __len__ __hash__ __dir__ __contains__ "
        "_is_view has_names retain_grad register_hook _record_function_enter_new _record_function_exit _set_grad_enabled is_tensor "
        "is_storage manual_seed seed set_default_dtype get_default_dtype numpy_T backward"
    ).split()
)
READING = {
    "item": "item",
    "tolist": "tolist",
    "numpy": "numpy",
    "__array__": "numpy",
    "__float__": "float",
    "__int__": "int",
    "__bool__": "bool",
}
READING |= dict.fromkeys(("__repr__", "__format__", "__str__", "__index__"), "text")
OPERATORS = {"__setitem__": "index_put_", "__rsub__": "rsub", "__rdiv__": "div", "__rpow__": "pow", "__getitem__": "select"}
COPYING = frozenset(("tensor", "as_tensor", "from_numpy", "asarray", "new_tensor", "sparse_coo_tensor"))
POSITION = re.compile(r"element (\d+) of tensors")
REFUSED_VIEW = re.compile("view(?: which)? was created in (?:no_grad|inference) mode")


class TorchObserver:
    """Passes what happens in PyTorch to the recorder. `quiet` is positive while the library computes for itself.

    Only the thread that created it is observed.
    """

    def __init__(self, recorder: Recorder, torch: Any) -> None:
        self.recorder, self.torch, self.library = recorder, torch, recorder.library
        self.quiet = 0
        self.thread = threading.get_ident()
        self.folder = torch.__path__[0]

    @property
    def listens(self) -> bool:
        """True if what happens is to be recorded."""
        return not self.quiet and threading.get_ident() == self.thread

    def is_called_by_torch(self, depth: int = 2) -> bool:
        """Return True if the function that asks was called from PyTorch's own Python code."""
        return sys._getframe(depth).f_code.co_filename.startswith(self.folder)

    def operation(self, name: str, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Execute an operation and record it."""
        recorder, library = self.recorder, self.library
        if name == "requires_grad_" and (args[1:] or (kwargs.get("requires_grad", True),))[0] and args[0].is_leaf:
            recorder.leaf_made(args[0])
        if name == "detach_" and library.graph(args[0]) is not None:
            recorder.detached(args[0], args[0], "detach_")
        first = args[0] if args and library.is_tensor(args[0]) else None
        version = first._version if first is not None and name.endswith("_") and not first.is_inference() else None
        try:
            result = function(*args, **kwargs)
        except (RuntimeError, TypeError) as error:
            self.failed(error, args, kwargs)
            raise
        if name == "detach":
            recorder.detached(args[0], result, "detach")
            return result
        if name in READING:
            return recorder.read_number(args[0], READING[name], result) if first is not None else result
        target = first if name == "__setitem__" else result
        operands = (*args, *kwargs.values())
        if name in COPYING:
            self.copied(args[-1] if name == "new_tensor" else args[0] if args else kwargs.get("data"), result)
        results = recorder.tensors(target)
        if results and not operands_have(results, recorder.tensors(operands)):
            for tensor in results:
                if library.is_trained(tensor):
                    recorder.note_leaf(tensor)
        for tensor in results:
            graph = library.graph(tensor)
            if graph is not None and not library.node_notes(graph).number:
                recorder.recorded(graph, tensor)
        if version is not None and first is not None and first._version != version:
            recorder.changed(first, "data" if library.notes(first).is_data else name)
        if name not in ("requires_grad_", "detach_"):
            recorder.computed(self.plain_name(name), operands, target)
        return result

    def plain_name(self, name: str) -> str:
        """Return the name of an operation as the events spell it."""
        return OPERATORS.get(name, name)

    def copied(self, data: Any, result: Any) -> None:
        """Record a tensor created from data."""
        if self.library.is_tensor(data) and data is result:
            return
        for tensor in self.recorder.tensors(data):
            self.recorder.rewrapped(tensor, result, "torch.tensor")
        self.recorder.made_from(data, result)

    def read_property(self, name: str, function: Callable[..., Any], args: tuple[Any, ...], from_torch: bool) -> Any:
        """Read an attribute of a tensor and record what that does to its graph."""
        if name == "grad" and not from_torch:
            self.recorder.grad_read(args[0])
        result = function(*args)
        if name == "data" and not from_torch:
            self.library.notes(result).is_data = True
            self.recorder.detached(args[0], result, "data")
        elif name in ("T", "mT", "H", "mH", "real", "imag"):
            graph = self.library.graph(result)
            if graph is not None and not self.library.node_notes(graph).number:
                self.recorder.recorded(graph, result)
            self.recorder.computed(name, args, result)
        return result

    def write_property(self, name: str, function: Callable[..., Any], args: tuple[Any, ...], from_torch: bool) -> Any:
        """Assign an attribute of a tensor and record what that does to its graph."""
        tensor, value = args[0], args[1]
        if name == "requires_grad" and value and tensor.is_leaf:
            self.recorder.leaf_made(tensor)
        elif name == "data" and not from_torch:
            self.recorder.misuse("data")
            self.recorder.changed(tensor, "data")
        elif name == "grad" and value is None and not from_torch:
            self.recorder.grads_reset([tensor], None)
        try:
            return function(*args)
        except RuntimeError as error:
            self.failed(error, args, {})
            raise

    def failed(self, error: Exception, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Record an error of PyTorch that the events know."""
        fault = fault_of(error)
        if fault is None:
            return
        operands = self.recorder.tensors((args, kwargs))
        tensor = next((item for item in operands if item.requires_grad), operands[0] if operands else None)
        facts: dict[str, Any] = {}
        if fault in (Fault.TRACKED_CONVERSION, Fault.NONLEAF_COPY, Fault.NONLEAF_FLAG) and tensor is not None:
            facts["input"] = tensor
        elif fault in (Fault.MULTIPLE_VIEW_CHANGED, Fault.NO_GRAD_VIEW_CHANGED):
            base = tensor._base if tensor is not None else None
            facts |= {"input": base} if base is not None and self.library.is_trained(base) else {}
        elif tensor is not None:
            facts["tensor"] = tensor
        self.recorder.failed(fault.name, **facts)


def operands_have(results: list[Any], operands: list[Any]) -> bool:
    """Return True if a result is one of the operands."""
    return any(result is operand for result in results for operand in operands)


def fault_of(error: BaseException) -> Fault | None:
    """Return the error of PyTorch that an exception is, None for any other."""
    text = str(error)
    if "output of a function that returns multiple views" in text:
        return Fault.MULTIPLE_VIEW_CHANGED
    if REFUSED_VIEW.search(text):
        return Fault.NO_GRAD_VIEW_CHANGED
    if POSITION.search(text) and "does not require grad" in text:
        return Fault.NO_GRAPH
    return next((fault for fault in Fault if fault.value.rstrip(".") in text), None)


def operation_mode(observer: TorchObserver) -> Any:
    """Return a mode that passes the functions that the program calls to the observer."""
    overrides: Any = importlib.import_module("torch.overrides")

    class OperationMode(overrides.TorchFunctionMode):  # type: ignore[misc]  # a class of the torch that runs the program
        """Observes functions of PyTorch."""

        def __torch_function__(self, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            name = getattr(function, "__name__", "")
            if not observer.listens or name in QUERIES:
                return function(*args, **(kwargs or {}))
            if name == "__get__":
                return observer.read_property(function.__self__.__name__, function, args, observer.is_called_by_torch())
            if name == "__set__":
                return observer.write_property(function.__self__.__name__, function, args, observer.is_called_by_torch())
            # Methods that PyTorch implements in Python pass through its code, whichever code calls them.
            if name in ("detach", "item", "tolist", "numpy") and observer.is_called_by_torch():
                return function(*args, **(kwargs or {}))
            return observer.operation(name, function, args, kwargs or {})

    return OperationMode()
