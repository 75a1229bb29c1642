from abc import ABC, abstractmethod

import torch


class Trainer(ABC):
    def __init__(self, model, batches):
        self.model = model
        self.batches = batches
        self.optimizer = torch.optim.Adam(self.model.parameters())

    @abstractmethod
    def loss_of(self, batch):
        pass

    def train(self):
        self.model.train()
        for batch in self.batches:
            self.optimizer.zero_grad()
            loss = self.loss_of(batch)
            loss.backward(retain_graph=True)
            loss.backward()
            self.optimizer.step()
