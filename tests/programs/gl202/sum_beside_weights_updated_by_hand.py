"""The sum keeps the graph of each loss, of which only the gradients for the weights are needed."""

import torch
from torch import nn
from torch.nn import functional as F

weight, bias = nn.Parameter(torch.randn(2, 3)), nn.Parameter(torch.zeros(2))
inputs, targets = torch.randn(8, 3), torch.randint(2, (8,))
weights = [weight, bias]
total = 0.0
for step in range(5):
    loss = F.cross_entropy(torch.tanh(F.linear(inputs, weights[0], weights[1])), targets)
    total = total + loss  # ! GL202
    gradients = torch.autograd.grad(loss, weights)
    weights = list(map(lambda pair: pair[1] - 0.1 * pair[0], zip(gradients, weights)))
print(weights[0].sum().item(), total)
