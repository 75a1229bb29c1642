"""torch.nn.functional."""

from ..._missing import guard
from .activation import *  # noqa: F403
from .layers import *  # noqa: F403
from .loss import *  # noqa: F403
from .spatial import *  # noqa: F403

__getattr__ = guard("torch.nn.functional")
