"""The module is loaded by a name that is a value, and its function runs with grad mode on."""

import importlib

from torch import nn

SUFFIX = ""
importlib.import_module("outlook" + SUFFIX).predict(nn.Linear(3, 2))
