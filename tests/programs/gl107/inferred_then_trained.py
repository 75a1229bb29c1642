"""The features were made in inference mode together with the scores, and the loss is built only on what came out of it."""

import torch
import torch.nn.functional as F
from torch import nn


class Probe:
    def __init__(self):
        self.layers = {"body": nn.Linear(4, 6), "head": nn.Linear(6, 2)}

    def scores(self, batch):
        with torch.inference_mode():
            features = torch.relu(self.layers["body"](batch))
            return self.layers["head"](features)


probe = Probe()
optimizer = torch.optim.SGD(probe.layers["head"].parameters(), lr=0.1)
scores = probe.scores(torch.randn(5, 4))
optimizer.zero_grad()
F.cross_entropy(scores, torch.tensor([0, 1, 1, 0, 1])).backward()  # ! GL107
optimizer.step()
