"""skorch: a callback's method runs for each batch."""

import torch
from skorch.callbacks import Callback


class Keeping(Callback):
    def __init__(self):
        super().__init__()
        self.net = torch.nn.Linear(3, 1)
        self.kept = 0

    def on_batch_end(self, net, batch=None, training=False, **kwargs):
        self.kept += self.net(torch.randn(4, 3)).sum()  # ! GL202


class Counting(Callback):
    def __init__(self):
        super().__init__()
        self.net = torch.nn.Linear(3, 1)
        self.values = 0

    def on_batch_end(self, net, batch=None, training=False, **kwargs):
        self.values += self.net(torch.randn(4, 3)).sum().item()
