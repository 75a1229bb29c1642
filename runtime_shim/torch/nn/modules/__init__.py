"""The classes of torch.nn."""

from ..._missing import guard
from . import activation, attention, batchnorm, containers, conv, linear, module, normalization, pooling, recurrent, sparse
from .module import Module

CLASSES = {
    name: value
    for place in (containers, activation, linear, conv, batchnorm, normalization, sparse, pooling, recurrent, attention, module)
    for name, value in vars(place).items()
    if isinstance(value, type) and issubclass(value, Module) and not name.startswith("_")
}
globals().update(CLASSES)

__getattr__ = guard("torch.nn.modules")
