"""The base class runs the epochs; subclasses say what a step is."""

import torch


class BaseTrainer:
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer

    def loss(self, batch):
        raise NotImplementedError

    def training_epoch(self, batches):
        self.model.train()
        for batch in batches:
            self.optimizer.zero_grad()
            self.loss(batch).backward()
            self.optimizer.step()

    def validation_epoch(self, batches):
        self.model.eval()
        with torch.no_grad():
            for batch in batches:
                print(self.loss(batch).item())

    def fit(self, training_batches, validation_batches):
        for _ in range(2):
            self.training_epoch(training_batches)
            self.validation_epoch(validation_batches)
