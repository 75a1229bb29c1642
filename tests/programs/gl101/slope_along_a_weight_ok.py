"""autograd.grad with respect to another parameter, which the loss does not depend on, backpropagates and frees nothing."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
scale = torch.randn(4, requires_grad=True)
optimizer = torch.optim.SGD([*model.parameters(), scale], lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    loss = model(torch.randn(8, 3)).pow(2).mean()
    slope = torch.autograd.grad(loss, [scale], allow_unused=True)[0]
    loss.backward(inputs=[scale])
    loss.backward()
    optimizer.step()
