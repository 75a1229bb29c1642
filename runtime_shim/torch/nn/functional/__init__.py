"""torch.nn.functional."""

from ..._missing import guard
from .activation import *
from .layers import *
from .loss import *
from .spatial import *

__getattr__ = guard("torch.nn.functional")
