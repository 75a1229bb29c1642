"""A pruning schedule writes zeros into the weights while they require grad."""
import torch
from torch import nn
from vendorlib import make_model


class Pruner:
    def __init__(self, model, sparsity):
        self.model, self.sparsity = model, sparsity

    def apply(self):
        for module in self.model.modules():
            if isinstance(module, nn.Linear):
                threshold = module.weight.abs().quantile(self.sparsity)
                module.weight[module.weight.abs() < threshold] = 0.0  # <- raised


model = make_model(4, 2)  # <- leaf
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
pruner = Pruner(model, 0.5)
for epoch in range(2):
    optimizer.zero_grad()
    model(torch.randn(3, 4)).sum().backward()
    optimizer.step()
    pruner.apply()
