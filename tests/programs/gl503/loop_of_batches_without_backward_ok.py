"""Each batch has its loss and its backward."""

import torch
from torch import nn


def epoch(model, optimizer, batches):
    losses = []
    for x, y in batches:
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        losses.append(loss.item())
        loss.backward()
        optimizer.step()
    return sum(losses)


net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
for _ in range(2):
    print(epoch(net, torch.optim.AdamW(net.parameters()), [(torch.rand(4, 3), torch.rand(4, 1)) for _ in range(3)]))
