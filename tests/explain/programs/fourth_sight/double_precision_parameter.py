"""A learned temperature becomes a non-leaf when it is converted."""
import torch
from torch import nn

logits, labels = torch.randn(20, 4).double(), torch.randint(0, 4, (20,))


class Calibrator:
    def __init__(self, start):
        self.temperature = torch.tensor([start], requires_grad=True).double()  # <- built
        self.bias = torch.zeros(4, dtype=torch.double, requires_grad=True)

    def parameters(self):
        yield self.temperature
        yield self.bias

    def __call__(self, values):
        return values / self.temperature + self.bias


calibrator = Calibrator(1.5)
sgd = torch.optim.SGD(calibrator.parameters(), lr=0.01)  # <- raised
for _ in range(3):
    sgd.zero_grad()
    nn.functional.cross_entropy(calibrator(logits), labels).backward()
    sgd.step()
