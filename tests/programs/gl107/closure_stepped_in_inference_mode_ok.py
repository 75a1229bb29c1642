"""A lambda returns the loss that was computed with grad mode on; the step's surroundings do not matter to it."""

import torch
from torch import nn

net = nn.Linear(3, 1)
optimizer = torch.optim.RMSprop(net.parameters(), lr=0.01)


def loss_and_gradients(batch):
    optimizer.zero_grad()
    loss = net(batch).pow(2).mean()
    loss.backward()
    return loss


with torch.no_grad():
    for batch in torch.randn(3, 4, 3):
        loss = optimizer.step(closure=lambda batch=batch: loss_and_gradients(batch))
        print(loss.item())
