"""The loss is computed before the guard is entered."""

import torch
import torch.nn.functional as F
from torch import nn


def step(network, optimizer, batch, labels, monitor=True):
    scores = network(batch)
    loss = F.nll_loss(scores.log_softmax(dim=1), labels)
    with torch.set_grad_enabled(not monitor):
        accuracy = (scores.argmax(dim=1) == labels).float().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return accuracy.item()


network = nn.Linear(5, 3)
optimizer = torch.optim.Adam(network.parameters())
print(step(network, optimizer, torch.randn(6, 5), torch.randint(0, 3, (6,))))
