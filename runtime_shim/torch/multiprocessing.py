"""torch.multiprocessing: Python's own; tensors are copied from one process to the other, not shared."""

from multiprocessing import *  # noqa: F403
