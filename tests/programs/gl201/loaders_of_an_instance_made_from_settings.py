"""A method of an object that is made from settings returns the loaders: batches have no graph."""

import sys
import types

import torch
from torch import nn

data = types.ModuleType("data")
exec(
    """
import torch

class Wrapper:
    def __init__(self, size, shape):
        self.size, self.shape = size, shape

    def loaders(self):
        return [torch.randn(self.size, *self.shape) for _ in range(4)], []
""",
    data.__dict__,
)
sys.modules["data"] = data
from data import Wrapper


class Trainer:
    def __init__(self, config, model):
        self.config, self.model = config, model

    def fit(self):
        wrapper = Wrapper(self.config["data"]["size"], shape=eval(self.config["data"]["shape"]))
        train, valid = wrapper.loaders()
        optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)
        for epoch in range(self.config["epochs"]):
            for x in train:
                loss = self.model(x).pow(2).mean()
                optimizer.zero_grad()
                loss.backward(retain_graph=True)  # ! GL201
                optimizer.step()
            print(epoch, len(valid))


network = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
eval("Trainer")({"epochs": 2, "data": {"size": 2, "shape": "(3,)"}}, network).fit()
