"""Trains with several micro-batches for each step."""

import torch
from micro_batch_losses import backpropagate_micro_batch
from torch import nn


def train(model, loader, parts, epochs):
    """Train for some epochs."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    for epoch in range(epochs):
        total = 0.0
        for number, (x, y) in enumerate(loader):
            optimizer.zero_grad()  # ! GL505
            total += backpropagate_micro_batch(model, x, y, parts)
            if (number + 1) % parts == 0:
                optimizer.step()
        print(epoch, total)


if __name__ == "__main__":
    batches = [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(4)]
    train(nn.Linear(3, 1), batches, 2, 4)
