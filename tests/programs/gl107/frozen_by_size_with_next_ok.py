"""A function freezes the matrices of a model in a while loop: the loss depends on its vectors and on the last layer."""

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


def freeze(model):
    numbered = enumerate(model.named_parameters())
    while True:
        try:
            number, (name, parameter) = next(numbered)
        except StopIteration:
            break
        if parameter.ndim > 1 and not name.startswith("fc"):
            parameter.requires_grad_(False)
            print(number, name)


model = Net()
freeze(model)
optimizer = torch.optim.SGD([parameter for parameter in model.parameters() if parameter.requires_grad], lr=0.1)
for x, y in [(torch.randn(4, 4), torch.tensor([0, 1, 0, 1])) for _ in range(3)]:
    optimizer.zero_grad()
    nn.functional.cross_entropy(model(x), y).backward()
    optimizer.step()
