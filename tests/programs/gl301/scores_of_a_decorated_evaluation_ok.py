"""A decorator enables grad mode for the evaluation of a received network, whatever grad mode the caller has."""

import torch
from torch import nn


class Penalty(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 1)

    def forward(self, values):
        values = values.detach().requires_grad_()
        (slope,) = torch.autograd.grad(self.layer(values).tanh().sum(), values)
        return slope.norm()


@torch.enable_grad()
def evaluate(network, batches):
    network.eval()
    total = 0.0
    for batch in batches:
        total += network(batch).item()
    return total


def evaluate_with_switch(network, batches):
    network.eval()
    results = []
    for batch in batches:
        with torch.set_grad_enabled(True):
            results.append(network(batch).item())
    return results


with torch.no_grad():
    print(eval("evaluate")(Penalty(), [torch.randn(4, 3) for _ in range(3)]))
    print(eval("evaluate_with_switch")(Penalty(), [torch.randn(4, 3) for _ in range(3)]))
