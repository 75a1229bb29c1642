"""The module keeps its hidden state with its graph, and the next call goes on from it."""

import torch
import torch.nn as nn


class Controller(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(3, 5)
        self.out = nn.Linear(5, 1)
        self.reset(2)

    def reset(self, batch):
        self.hidden = torch.zeros(batch, 5)

    def forward(self, x):
        self.hidden = self.cell(x, self.hidden)
        return self.out(self.hidden)


controller = Controller()
optimizer = torch.optim.SGD(controller.parameters(), 0.01)
for t in range(6):
    target = torch.full((2, 1), float(t))
    optimizer.zero_grad()
    loss = (controller(torch.randn(2, 3)) - target).abs().mean()
    loss.backward()  # ! GL103
    optimizer.step()
