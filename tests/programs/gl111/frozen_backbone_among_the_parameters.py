"""Frozen parameters do not require grad, which `allow_unused` does not excuse."""

import torch
from torch import nn

backbone, head = nn.Linear(4, 8), nn.Linear(8, 2)
for parameter in backbone.parameters():
    parameter.requires_grad = False
model = nn.Sequential(backbone, nn.ReLU(), head)
loss = nn.functional.cross_entropy(model(torch.randn(6, 4)), torch.randint(2, (6,)))
gradients = torch.autograd.grad(loss, model.parameters(), allow_unused=True)  # ! GL111
print(sum(gradient.norm() for gradient in gradients))
