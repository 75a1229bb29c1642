"""The optimizer is an attribute of the model, and has another name in the trainer, which never resets it."""

import torch
from torch import nn


class Learner:
    def __init__(self, model, batches):
        self.model, self.batches = model, batches
        self.optimizer = self.model.optim
        self.criterion = self.model.loss

    def run(self):
        for inputs, targets in self.batches:
            loss = self.criterion(self.model(inputs), targets)
            loss.backward()  # ! GL501
            self.optimizer.step()
            print(loss.item())


if __name__ == "__main__":
    network = nn.Linear(3, 1)
    network.optim = torch.optim.SGD(network.parameters(), lr=0.1)
    network.loss = nn.MSELoss()
    start = globals()["Lear" + "ner"]
    start(network, [(torch.randn(8, 3), torch.randn(8, 1)) for _ in range(4)]).run()
