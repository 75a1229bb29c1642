"""torch.version."""

__version__ = "2.13.0+shim"
cuda = None
hip = None
