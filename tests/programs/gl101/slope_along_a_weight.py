"""autograd.grad with respect to a weight, before the backward, frees the nodes on the way to the weight."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
scale = torch.randn(4, requires_grad=True)
optimizer = torch.optim.SGD([*model.parameters(), scale], lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    loss = model(torch.randn(8, 3)).pow(2).mean()
    slope = torch.autograd.grad(loss, [model[0].weight, scale], allow_unused=True)[0]
    loss.backward(inputs=[scale])
    loss.backward()  # ! GL101
    optimizer.step()
