"""A snapshot of the best outputs is copied deeply."""
import copy

import torch
from vendorlib import make_model


class Tracker:
    def __init__(self):
        self.best, self.snapshot = float("inf"), None

    def update(self, value, outputs):
        if value < self.best:
            self.best = value
            self.snapshot = copy.deepcopy(outputs)  # <- raised


model, tracker = make_model(4, 2), Tracker()
for x in torch.randn(2, 3, 4):
    outputs = {"logits": model(x)}  # <- built
    tracker.update(outputs["logits"].pow(2).mean().item(), outputs)
