"""fastai: the callbacks of training run for each batch, those around validation without grad."""

import torch
from fastai.callback.core import Callback


class KeepAfterPred(Callback):
    def __init__(self):
        self.net = torch.nn.Linear(3, 1)
        self.total_keep_after_pred = 0

    def after_pred(self):
        self.total_keep_after_pred += self.net(torch.ones(3)).sum()  # ! GL202


class KeepAfterBackward(Callback):
    def __init__(self):
        self.net = torch.nn.Linear(3, 1)
        self.total_keep_after_backward = 0

    def after_backward(self):
        self.total_keep_after_backward += self.net(torch.ones(3)).sum()  # ! GL202


class KeepAfterStep(Callback):
    def __init__(self):
        self.net = torch.nn.Linear(3, 1)
        self.total_keep_after_step = 0

    def after_step(self):
        self.total_keep_after_step += self.net(torch.ones(3)).sum()  # ! GL202


class KeepAfterBatch(Callback):
    def __init__(self):
        self.net = torch.nn.Linear(3, 1)
        self.total_keep_after_batch = 0

    def after_batch(self):
        self.total_keep_after_batch += self.net(torch.ones(3)).sum()  # ! GL202


class KeepBeforeBatch(Callback):
    def __init__(self):
        self.net = torch.nn.Linear(3, 1)
        self.total_keep_before_batch = 0

    def before_batch(self):
        self.total_keep_before_batch += self.net(torch.ones(3)).sum()  # ! GL202


class Counting(Callback):
    def __init__(self):
        self.net = torch.nn.Linear(3, 1)
        self.total_counting = 0

    def after_pred(self):
        self.total_counting += self.net(torch.ones(3)).sum().item()


class Validating(Callback):
    def before_validate(self):
        self.net.eval()
        for x in self.data:
            print(self.net(x))


class Showing(Callback):
    def show(self):
        self.net.eval()
        for x in self.data:
            print(self.net(x))  # ! GL301
