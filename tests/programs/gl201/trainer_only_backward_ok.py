"""The trainer's single backward frees the batch's graph."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Trainer:
    def __init__(self, model, lr=1e-3):
        self.model = model
        self.optimizer = torch.optim.Adam(model.parameters(), lr=lr)
        self.scheduler = torch.optim.lr_scheduler.StepLR(self.optimizer, step_size=2)
        self.criterion = nn.CrossEntropyLoss()

    def train_epoch(self, loader):
        self.model.train()
        correct = 0
        for batch, (x, y) in enumerate(loader):
            logits = self.model(x)
            loss = self.criterion(logits, y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            correct += (logits.argmax(1) == y).sum().item()
        self.scheduler.step()
        return correct


loader = DataLoader(TensorDataset(torch.randn(8, 5), torch.randint(0, 2, (8,))), batch_size=4)
trainer = Trainer(nn.Sequential(nn.Linear(5, 8), nn.Dropout(0.1), nn.ReLU(), nn.Linear(8, 2)))
for epoch in range(2):
    print(epoch, trainer.train_epoch(loader))
