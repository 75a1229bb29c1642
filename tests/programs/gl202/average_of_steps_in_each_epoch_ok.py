"""The run averages the detached losses of all epochs that its steps return."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
data = [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(5)]


def train(x, y):
    loss = nn.functional.mse_loss(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.detach()


average = 0.0
for epoch in range(5):
    average = average + sum(train(x, y) for x, y in data) / len(data)
print(average / 5)
