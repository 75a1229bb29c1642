"""A batch whose loss is not finite is skipped, and what was accumulated with it; all others accumulate until the step."""

import torch
from torch import nn


def train(model, optimizer, loader, steps, clip):
    done = 0
    optimizer.zero_grad(set_to_none=True)
    for x, y in loader:
        loss = nn.functional.mse_loss(model(x), y)
        if not torch.isfinite(loss):
            print("skipped")
            optimizer.zero_grad(set_to_none=True)
            continue
        loss = loss / steps
        loss.backward()
        done += 1
        if done % steps == 0:
            nn.utils.clip_grad_norm_(model.parameters(), clip)
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
    if done % steps != 0:
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)


model = nn.Linear(3, 1)
train(model, torch.optim.SGD(model.parameters(), lr=0.1), [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(8)], 4, 1.0)
