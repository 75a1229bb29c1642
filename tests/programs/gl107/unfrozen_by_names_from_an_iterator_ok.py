"""All parameters are frozen, then some are trained by their names: the loop takes them from an iterator."""

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
        x = torch.relu(self.norm4(self.fourth(x)))
        return self.fc(x)


def freeze(model, words=("fc", "norm")):
    iterator_0 = iter(model.parameters())
    while True:
        try:
            parameter = next(iterator_0)
        except StopIteration:
            break
        parameter.requires_grad = False
    iterator_1 = iter(model.named_parameters())
    while True:
        try:
            name, parameter = next(iterator_1)
        except StopIteration:
            break
        if not any(word in name for word in words):
            continue
        parameter.requires_grad = True


def train(model, optimizer, batches):
    iterator_2 = iter(batches)
    while True:
        try:
            x, y = next(iterator_2)
        except StopIteration:
            break
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()


model = Net()
freeze(model)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
train(model, optimizer, [(torch.randn(4, 4), torch.tensor([0, 1, 0, 1])) for _ in range(3)])
