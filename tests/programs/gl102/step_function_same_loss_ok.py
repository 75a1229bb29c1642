"""The step is handed a loss of its own in each iteration."""

import torch
from torch import nn


def fit_step(model, optimizer, loss):
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def main(steps: int = 3) -> None:
    series = torch.sin(torch.arange(0, 12, 0.3))
    model = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 1))
    optimizer = torch.optim.Adam(model.parameters())
    windows = series.unfold(0, 9, 1)
    for _ in range(steps):
        loss = (model(windows[:, :8]) - windows[:, 8:]).pow(2).mean()
        fit_step(model, optimizer, loss)


main()
