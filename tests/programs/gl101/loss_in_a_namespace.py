"""A SimpleNamespace made from a dict holds the loss, which is backpropagated again."""

from types import SimpleNamespace

import torch
from torch import nn

head = nn.Linear(5, 1)
outputs = {"loss": head(torch.randn(3, 5)).pow(2).mean(), "step": 1}
result = SimpleNamespace(**outputs)
result.loss.backward()
outputs["loss"].backward()  # ! GL101
