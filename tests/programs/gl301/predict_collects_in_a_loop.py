"""predict() never calls eval(), but its name says what it is for, and its list keeps a graph per batch."""

import torch
from torch import nn


class Regressor:
    def __init__(self, inputs):
        self.network = nn.Sequential(nn.Linear(inputs, 6), nn.ReLU(), nn.Linear(6, 1))
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=0.01)

    def fit(self, x, y, epochs):
        for _ in range(epochs):
            loss = nn.functional.mse_loss(self.network(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
        return self

    def predict(self, batches):
        predictions = []
        for batch in batches:
            predictions.append(self.network(batch))  # ! GL301
        return torch.cat(predictions)


regressor = Regressor(3).fit(torch.randn(9, 3), torch.randn(9, 1), epochs=3)
print(regressor.predict(torch.randn(4, 5, 3)).mean().item())
