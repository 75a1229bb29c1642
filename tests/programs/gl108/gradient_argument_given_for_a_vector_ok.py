"""backward works on a vector when the gradient argument is given."""

import torch
from torch import nn

network = nn.Linear(3, 2)
for batch in torch.randn(3, 4, 3):
    network.zero_grad()
    answer = network(batch)
    answer.backward(torch.ones_like(answer))
    torch.autograd.backward([network(batch)], grad_tensors=[torch.rand(4, 2)])
    print(network.weight.grad.norm().item())
