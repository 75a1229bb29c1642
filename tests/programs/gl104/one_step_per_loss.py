"""The helper backpropagates and steps for each loss, but all losses come from one forward pass with the weights before the step."""

import torch
import torch.nn.functional as F
from torch import nn


def apply(loss, optimizer, retain):
    optimizer.zero_grad()
    loss.backward(retain_graph=retain)  # ! GL104
    optimizer.step()


network = nn.Sequential(nn.Linear(5, 6), nn.Tanh(), nn.Linear(6, 3))
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
answer = network(torch.randn(4, 5))
losses = {
    "colour": F.mse_loss(answer[:, 0], torch.rand(4)),
    "weight": F.l1_loss(answer[:, 1:], torch.rand(4, 2)),
}
for name, loss in losses.items():
    apply(loss, optimizer, retain=name != "weight")
