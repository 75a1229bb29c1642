"""torch.nn."""

from .._missing import guard
from . import functional, init, parameter, utils
from . import modules as modules
from . import parallel as parallel
from .modules import CLASSES
from .parameter import Buffer, Parameter

__all__ = ["Buffer", "Parameter", "functional", "init", "modules", "parallel", "parameter", "utils", *CLASSES]
globals().update(CLASSES)

__getattr__ = guard("torch.nn")
