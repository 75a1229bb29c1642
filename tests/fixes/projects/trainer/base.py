import torch
from accelerate import Accelerator
from metrics import accuracy


class BaseTrainer:
    def __init__(self, model, optimizer, loader):
        self.accelerator = Accelerator()
        self.model, self.optimizer, self.loader = self.accelerator.prepare(model, optimizer, loader)
        self.losses = []
        self.running = 0.0

    def compute_loss(self, batch):
        raise NotImplementedError

    def train(self, epochs):
        for _ in range(epochs):
            self.model.train()
            for batch in self.loader:
                loss = self.compute_loss(batch)
                self.optimizer.zero_grad()
                self.accelerator.backward(loss)
                self.optimizer.step()
                self.losses.append(loss)
                self.running += loss
            print(self.running, accuracy(self.model, self.loader))

    def average(self):
        return torch.stack(self.losses).mean()
