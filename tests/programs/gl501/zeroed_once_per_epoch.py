"""The gradients are zeroed at the epoch's beginning, and the batches' steps use each other's again."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Trainer:
    def __init__(self, network, rate):
        self.network = network
        self.optimizer = torch.optim.Adam(network.parameters(), lr=rate)
        self.criterion = nn.BCEWithLogitsLoss()

    def step(self, x, y):
        loss = self.criterion(self.network(x), y)
        loss.backward()  # ! GL501
        self.optimizer.step()
        return loss.item()

    def fit(self, loader, epochs):
        for _ in range(epochs):
            self.optimizer.zero_grad()
            print(sum(self.step(x, y) for x, y in loader))


data = TensorDataset(torch.randn(12, 4), torch.rand(12, 1).round())
Trainer(nn.Linear(4, 1), rate=0.01).fit(DataLoader(data, batch_size=4), epochs=2)
