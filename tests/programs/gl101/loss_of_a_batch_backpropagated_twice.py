"""The loss is stored in the batch under a text and in a variable: both are backpropagated, and the first pass frees the graph."""

import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.model = nn.Linear(3, 1)

    def fit(self, batches):
        for batch in batches:
            loss = self.model(batch["inputs"]).pow(2).mean()
            batch["loss"] = loss * 0.5
            loss.backward()
            batch["loss"].backward()  # ! GL101


eval("Trainer")().fit({"inputs": torch.randn(4, 3)} for _ in range(3))
