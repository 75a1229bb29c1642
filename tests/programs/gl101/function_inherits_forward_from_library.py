"""A custom Function inherits its forward from a mixin of a library; the loss is backpropagated twice."""

import sys
import types

import torch

quantization = types.ModuleType("quantization")
exec(
    """
class Rounding:
    @staticmethod
    def forward(ctx, values):
        return values.round()

    @staticmethod
    def backward(ctx, gradient):
        return gradient
""",
    quantization.__dict__,
)
sys.modules["quantization"] = quantization
import quantization


class Round(quantization.Rounding, torch.autograd.Function):
    pass


model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
for batch in torch.randn(3, 6, 4):
    target = Round.apply(batch.sum(dim=1, keepdim=True))
    loss = (model(batch) - target).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    loss.backward()  # ! GL101
    optimizer.step()
