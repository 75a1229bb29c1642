"""A class returns its only instance from `__new__`, which holds the model and its optimizer."""

import torch
from torch import nn


class Session:
    made = None

    def __new__(cls):
        if cls.made is None:
            cls.made = super().__new__(cls)
            cls.made.model = nn.Linear(3, 1)
            cls.made.optimizer = torch.optim.SGD(cls.made.model.parameters(), lr=0.1)
        return cls.made


def fit(batches):
    for batch in batches:
        Session().optimizer.zero_grad()
        Session().model(batch).pow(2).mean().backward()
        Session().optimizer.step()


eval("fit")(torch.randn(3, 4, 3))
