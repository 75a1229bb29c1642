"""The classes of torch.nn."""

from ..._missing import guard
from . import activation, attention, containers, linear, module, pooling, recurrent
from .module import Module

CLASSES = {
    name: value
    for place in (containers, activation, linear, pooling, recurrent, attention, module)
    for name, value in vars(place).items()
    if isinstance(value, type) and issubclass(value, Module) and not name.startswith("_")
}
globals().update(CLASSES)

__getattr__ = guard("torch.nn.modules")
