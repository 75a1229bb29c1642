"""The annotation calls the scheduler an optimizer; every step of the optimizer is followed by a reset."""

import torch
from torch import nn
from torch.optim import Optimizer


class Trainer:
    def __init__(self, model: nn.Module, optimizer: Optimizer, scheduler: Optimizer):
        self.model = model
        self.optimizer = optimizer
        self.scheduler = scheduler

    def train(self, batches, loss_function: nn.Module):
        for index, (x, y) in enumerate(batches):
            loss = loss_function(self.model(x), y)
            loss.backward()
            if index % 2 == 0:
                self.optimizer.step()
                self.scheduler.step(index)
                self.optimizer.zero_grad()


model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 10)
eval("Trainer")(model, optimizer, scheduler).train([(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(4)], nn.MSELoss())
