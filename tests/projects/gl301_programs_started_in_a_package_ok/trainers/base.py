"""A trainer evaluates its model after each epoch."""

import torch


class Trainer:
    def __init__(self, model, rate):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), rate)

    def run(self, batches, epochs):
        for epoch in range(epochs):
            for x, y in batches:
                self.optimizer.zero_grad()
                self.loss(x, y).backward()
                self.optimizer.step()
            with torch.no_grad():
                print(epoch, self.validate(batches))
