"""The loss is not scaled, and the optimizer steps itself."""

import torch
from torch import nn


def train(model, optimizer, batches):
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
    print(scaler.get_scale())
    for batch in batches:
        optimizer.zero_grad()
        loss = model(batch).abs().mean()
        loss.backward()
        optimizer.step()


model = nn.Linear(3, 1)
train(model, torch.optim.SGD(model.parameters(), lr=0.01), torch.randn(4, 8, 3))
