"""The library's function calls the module that it is given, which replaces the penalty that the module stores."""

import sys
import types

import torch
from torch import nn

library = types.ModuleType("loop_library")
exec("def forward_pass(model, batch):\n    return model(batch)\n", library.__dict__)
sys.modules["loop_library"] = library
from loop_library import forward_pass


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 2)
        self.penalty = None

    def forward(self, x):
        code = torch.tanh(self.layer(x))
        self.penalty = code.pow(2).mean()
        return code


encoder = Encoder()
encoder(torch.randn(4, 3))
encoder.penalty.backward()
for step in range(3):
    forward_pass(encoder, torch.randn(4, 3))
    encoder.penalty.backward()
