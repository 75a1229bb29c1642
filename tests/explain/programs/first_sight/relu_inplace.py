"""A product saves the gate, which the next statement scales in place."""
import torch
from torch import nn


class Gated(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.b = nn.Linear(4, 4)

    def forward(self, x):
        gate = torch.sigmoid(self.a(x))
        value = self.b(x)
        out = gate * value  # <- built
        gate.mul_(0.5)  # <- changed
        return out + gate


model = Gated()
target = torch.zeros(2, 4)
loss = nn.functional.mse_loss(model(torch.randn(2, 4)), target)
loss.backward()  # <- raised
