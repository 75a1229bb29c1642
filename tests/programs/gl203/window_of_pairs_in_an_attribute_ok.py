"""The meter keeps the last pair of prediction and loss besides the new one: its tuple is cut after each update."""

import torch
from torch import nn


class Meter:
    def __init__(self):
        self.recent = ()

    def update(self, prediction, loss):
        self.recent = (*self.recent, (prediction, loss))[-2:]


net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
meter = Meter()
for batch in torch.randn(12, 2, 3):
    optimizer.zero_grad()
    prediction = net(batch)
    loss = prediction.pow(2).mean()
    loss.backward()
    optimizer.step()
    meter.update(prediction, loss)
print(len(meter.recent))
