"""stable-baselines3: a subclass of its models is a module."""

import torch
from stable_baselines3.common.policies import BaseModel


class Net(BaseModel):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(3, 1)

    def compute(self, x):
        return self.layer(x)


def passes(loader):
    model = Net()
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@torch.no_grad()
def without_grad(loader):
    model = Net()
    model.eval()
    for x in loader:
        print(model(x))
