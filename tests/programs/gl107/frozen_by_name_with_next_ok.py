"""A while loop takes the parameters one by one and freezes those that the last layer does not own: the loss has a graph."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 8)
        self.second = nn.Linear(8, 8)
        self.third = nn.Linear(8, 8)
        self.fourth = nn.Linear(8, 8)
        self.norm1 = nn.LayerNorm(8)
        self.norm2 = nn.LayerNorm(8)
        self.norm3 = nn.LayerNorm(8)
        self.norm4 = nn.LayerNorm(8)
        self.fc = nn.Linear(8, 2)

    def forward(self, x):
        x = torch.relu(self.norm1(self.first(x)))
        x = torch.relu(self.norm2(self.second(x)))
        x = torch.relu(self.norm3(self.third(x)))
        return self.fc(torch.relu(self.norm4(self.fourth(x))))


model = Net()
named = iter(model.named_parameters())
while True:
    try:
        name, parameter = next(named)
    except StopIteration:
        break
    if name not in ("fc.weight", "fc.bias"):
        parameter.requires_grad = False
loss = nn.functional.cross_entropy(model(torch.randn(4, 4)), torch.tensor([0, 1, 0, 1]))
loss.backward()
