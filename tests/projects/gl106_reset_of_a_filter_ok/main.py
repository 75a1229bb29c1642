"""The parameters are changed in place by code that some caller runs with grad mode off, or none."""

import importlib

import torch
from bank import Bank


def begin(name):
    module, _, member = name.rpartition(".")
    cache = {}
    cache.setdefault(0)
    bank = Bank([getattr(importlib.import_module(module), member)() for _ in range(2)])
    with torch.no_grad():
        bank.rearm()


begin("filters.Filter")
