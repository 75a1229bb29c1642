"""The gradients are squared and summed: this is the Fisher information, and nothing is trained."""

import torch
from torch import nn

model = nn.Linear(3, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
fisher = {name: torch.zeros_like(parameter) for name, parameter in model.named_parameters()}
for x, y in zip(torch.randn(4, 8, 3), torch.randint(2, (4, 8)), strict=True):
    optimizer.zero_grad()
    nn.functional.cross_entropy(model(x), y).backward()
    for name, parameter in model.named_parameters():
        fisher[name] += parameter.grad.detach() ** 2
print(fisher)
