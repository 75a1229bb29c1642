"""A board of unresolved code logs the loss between the backward pass and the step, after the reset."""

import torch
from torch import nn


class Board:
    def __init__(self):
        self.lines = []

    def log(self, loss, lr):
        self.lines.append((loss.item(), lr))


def fit(model, optimizer, board, batches):
    for batch in batches:
        loss = model(batch).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        board.log(loss, optimizer.param_groups[0]["lr"])
        optimizer.step()


model, board = nn.Linear(3, 1), Board()
eval("fit")(model, torch.optim.SGD(model.parameters(), lr=0.1), board, [torch.randn(4, 3) for _ in range(3)])
print(board.lines)
