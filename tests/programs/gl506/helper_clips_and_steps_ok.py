"""A helper that updates the model unscales first."""

import torch
from torch import nn


def update(model, optimizer, scaler, limit):
    if limit > 0:
        scaler.unscale_(optimizer)
        nn.utils.clip_grad_norm_(model.parameters(), limit)
    scaler.step(optimizer)
    scaler.update()
    optimizer.zero_grad()


def main():
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    scaler = torch.amp.GradScaler("cpu")
    for x in torch.randn(6, 8, 3):
        scaler.scale(model(x).abs().mean()).backward()
        update(model, optimizer, scaler, 0.5)


if __name__ == "__main__":
    main()
