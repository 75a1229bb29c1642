"""The helper that receives the model logs its weights: nothing resets the gradients."""

import torch
from torch import nn


class Trainer:
    def __init__(self, model: nn.Module, log_weights):
        self.model, self.log_weights = model, log_weights
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def fit(self, batches):
        for batch in batches:
            loss = self.model(batch).pow(2).mean()
            loss.backward()  # ! GL501
            self.log_weights(self.model)
            self.optimizer.step()
