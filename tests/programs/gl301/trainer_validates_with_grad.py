"""The trainer adds up tensors in training and builds graphs in validation: both fill the memory, each in its way."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
        self.criterion = nn.CrossEntropyLoss()
        self.metrics = {}

    def train_epoch(self, loader):
        self.model.train()
        self.metrics["loss"] = 0.0
        for inputs, targets in loader:
            self.optimizer.zero_grad()
            loss = self.criterion(self.model(inputs), targets)
            loss.backward()
            self.optimizer.step()
            self.metrics["loss"] += loss  # ! GL202
        self.metrics["loss"] /= len(loader)

    def valid_epoch(self, loader):
        self.model.eval()
        loss, right = 0.0, 0
        for inputs, targets in loader:
            outputs = self.model(inputs)  # ! GL301
            loss += self.criterion(outputs, targets)
            right += (outputs.argmax(dim=1) == targets).sum().item()
        self.metrics["val_loss"] = float(loss) / len(loader)
        self.metrics["val_accuracy"] = right / len(loader.dataset)

    def fit(self, train_loader, valid_loader, epochs):
        for epoch in range(epochs):
            self.train_epoch(train_loader)
            self.valid_epoch(valid_loader)
            print(epoch, {name: round(float(value), 3) for name, value in self.metrics.items()})


def loader(count):
    return DataLoader(TensorDataset(torch.randn(count, 3), torch.randint(0, 2, (count,))), batch_size=3)


if __name__ == "__main__":
    Trainer(nn.Sequential(nn.Linear(3, 5), nn.ReLU(), nn.Linear(5, 2))).fit(loader(15), loader(9), epochs=2)
