"""The scores are computed with a graph, but the loss itself within the guard that was meant for the accuracy."""

import torch
import torch.nn.functional as F
from torch import nn


def step(network, optimizer, batch, labels, monitor=True):
    scores = network(batch)
    with torch.set_grad_enabled(not monitor):
        loss = F.nll_loss(scores.log_softmax(dim=1), labels)
        accuracy = (scores.argmax(dim=1) == labels).float().mean()
    optimizer.zero_grad()
    loss.backward()  # ! GL107
    optimizer.step()
    return accuracy.item()


network = nn.Linear(5, 3)
optimizer = torch.optim.Adam(network.parameters())
print(step(network, optimizer, torch.randn(6, 5), torch.randint(0, 3, (6,))))
