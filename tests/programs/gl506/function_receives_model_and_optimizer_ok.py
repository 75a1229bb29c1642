"""A training function unscales before it clips."""

import torch
from torch import nn


def train(model, loader, optimizer, criterion, max_norm):
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
    model.train()
    for inputs, labels in loader:
        loss = criterion(model(inputs), labels)
        optimizer.zero_grad(set_to_none=True)
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm)
        scaler.step(optimizer)
        scaler.update()


if __name__ == "__main__":
    net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
    batches = [(torch.randn(6, 4), torch.randint(2, (6,))) for _ in range(5)]
    train(net, batches, torch.optim.AdamW(net.parameters(), lr=1e-3), nn.CrossEntropyLoss(), 1.0)
