"""Only the gradients of the head are requested."""

import torch
from torch import nn

backbone, head = nn.Linear(4, 8), nn.Linear(8, 2)
for parameter in backbone.parameters():
    parameter.requires_grad = False
model = nn.Sequential(backbone, nn.ReLU(), head)
loss = nn.functional.cross_entropy(model(torch.randn(6, 4)), torch.randint(2, (6,)))
gradients = torch.autograd.grad(loss, head.parameters(), allow_unused=True)
print(sum(gradient.norm() for gradient in gradients))
