"""The evaluation stores the last loss of training: its graph is freed, and its nodes are kept."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def run():
    for batch in range(6):
        optimizer.zero_grad()
        loss = model(torch.randn(8, 3)).pow(2).mean()
        loss.backward()
        optimizer.step()
    losses = []
    for batch in range(6):
        with torch.no_grad():
            evaluated = model(torch.randn(8, 3)).pow(2).mean()
        losses.append(evaluated.repeat(8))
    return torch.cat(losses).mean().item(), evaluated.item()


print(run())
