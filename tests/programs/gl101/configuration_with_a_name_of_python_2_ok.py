"""An operand of `and` is not evaluated where the one before it is false: its name need not exist, and the program goes on."""

import sys

import torch
from torch import nn


class Configuration:
    def __init__(self, size_or_file):
        if isinstance(size_or_file, str) or (sys.version_info[0] == 2 and isinstance(size_or_file, unicode)):
            self.size = 4
        elif isinstance(size_or_file, int):
            self.size = size_or_file
        else:
            raise ValueError("a size or a file is needed")


configuration = Configuration(3)
model = nn.Linear(configuration.size, 1)
inputs = torch.randn(8, configuration.size)
outputs = torch.sigmoid(model(inputs))
(outputs.mean() + outputs.pow(2).mean()).backward()
