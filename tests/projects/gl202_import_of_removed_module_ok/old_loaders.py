"""Imports the file that fails."""

from batches_of_old_torch import batches

__all__ = ["batches"]
