"""An experiment that reports what it trains."""

import torch


class Experiment:
    def __init__(self, model):
        self.model = model
        self.weights = [weight for name, weight in model.named_parameters() if name.endswith("weight")]
        self.report()
        self.optimizer = torch.optim.Adam(self.weights, lr=1e-3)

    def report(self):
        for weight in self.weights:
            print(tuple(weight.shape))
