"""The table of positions is computed from a parameter in the constructor."""
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.frequency = nn.Parameter(torch.rand(4))
        self.table = torch.sin(torch.arange(5.0).unsqueeze(1) * self.frequency)  # <- built
        self.out = nn.Linear(4, 1)

    def forward(self, x):
        return self.out(x + self.table)


def train():
    model = Model()
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in torch.randn(2, 3, 5, 4):
        loss = model(x).mean()
        opt.zero_grad()
        loss.backward()  # <- raised, freed
        opt.step()


train()
