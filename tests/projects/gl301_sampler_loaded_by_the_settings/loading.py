"""Makes the objects that settings name."""
import importlib


def load(target):
    module, _, name = target.rpartition(".")
    return getattr(importlib.import_module(module), name)()
