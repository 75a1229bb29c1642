"""Each batch has its loss, whose value is kept, and no backward."""

import torch
from torch import nn


def epoch(model, optimizer, batches):
    losses = []
    for x, y in batches:
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        losses.append(loss.item())
        optimizer.step()  # ! GL503
    return sum(losses)


net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
for _ in range(2):
    print(epoch(net, torch.optim.AdamW(net.parameters()), [(torch.rand(4, 3), torch.rand(4, 1)) for _ in range(3)]))
