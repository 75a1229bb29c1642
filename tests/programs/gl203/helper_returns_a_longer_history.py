"""The helper builds a longer list with each loss and returns it: the statement that builds it keeps the graphs."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


class Log:
    def __init__(self):
        self.history = []

    def longer(self, loss):
        history = [*self.history, loss]  # ! GL203
        return history


log = Log()
for step in range(5):
    loss = model(torch.randn(8, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    log.history = log.longer(loss)
print(len(log.history))
