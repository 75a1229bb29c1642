"""The training method is wrapped by a decorator from another file."""

import torch
from measured_duration import measured


class Adapter:
    def __init__(self, config):
        self.config = config

    @measured
    def train(self, model, loader, epochs):
        optimizer = torch.optim.Adam(model.parameters(), lr=self.config["rate"])
        criterion = torch.nn.MSELoss()
        for _ in range(epochs):
            model.train()
            for x, y in loader:
                loss = criterion(model(x), y)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
