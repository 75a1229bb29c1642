"""fastai: callbacks run for each batch; around those of validation, grad mode is off."""

import torch
from fastai.callback.core import Callback


class Keeping(Callback):
    def __init__(self):
        self.net = torch.nn.Linear(3, 1)
        self.kept = 0

    def after_loss(self):
        self.kept += self.net(torch.randn(4, 3)).sum()  # ! GL202


class Checking(Callback):
    def __init__(self):
        self.net = torch.nn.Linear(3, 1)
        self.values = 0

    def after_loss(self):
        self.values += self.net(torch.randn(4, 3)).sum().item()

    def after_validate(self):
        self.net.eval()
        for x in self.dls.valid:
            print(self.net(x))
