"""A method of the model yields the parameters of its head for the optimizer; the body computes gradients for nothing."""

import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(5, 8), nn.ReLU())
        self.head = nn.Linear(8, 2)

    def parts_to_train(self):
        yield from self.head.parameters()

    def forward(self, x):
        h = self.body(x)  # ! GL305
        return self.head(h)


net = Classifier()
optimizer = torch.optim.Adam([{"params": list(net.parts_to_train()), "lr": 0.01}])
for _ in range(3):
    loss = net(torch.randn(4, 5)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
