"""Weights of which the next iteration asks the gradients must require grad; of an earlier iteration they keep no activations."""

import torch
from torch import nn
from torch.nn import functional as F

weight, bias = nn.Parameter(torch.randn(2, 3)), nn.Parameter(torch.zeros(2))
inputs, targets = torch.randn(8, 3), torch.randint(2, (8,))
weights = [weight, bias]
for step in range(5):
    loss = F.cross_entropy(torch.tanh(F.linear(inputs, weights[0], weights[1])), targets)
    gradients = torch.autograd.grad(loss, weights)
    weights = list(map(lambda pair: pair[1] - 0.1 * pair[0], zip(gradients, weights)))
print(weights[0].sum().item())
