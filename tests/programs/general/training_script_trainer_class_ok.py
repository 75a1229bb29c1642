"""A trainer class with early stopping, a schedule by the validation and a checkpoint: all its records are numbers and copies."""

import copy
from dataclasses import dataclass, field

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split


@dataclass
class Config:
    epochs: int = 4
    batch_size: int = 4
    learning_rate: float = 0.05
    patience: int = 2
    hidden: tuple = (8, 4)


@dataclass
class History:
    train: list = field(default_factory=list)
    valid: list = field(default_factory=list)


class AverageMeter:
    def __init__(self):
        self.reset()

    def reset(self):
        self.sum = self.count = 0.0

    def update(self, value, n=1):
        self.sum += value * n
        self.count += n

    @property
    def mean(self):
        return self.sum / max(self.count, 1)


def build(config, inputs):
    sizes = [inputs, *config.hidden]
    layers = []
    for a, b in zip(sizes, sizes[1:]):
        layers += [nn.Linear(a, b), nn.BatchNorm1d(b), nn.ReLU(), nn.Dropout(0.1)]
    return nn.Sequential(*layers, nn.Linear(sizes[-1], 1))


class Trainer:
    def __init__(self, model, config):
        self.model, self.config = model, config
        self.optimizer = torch.optim.Adam(model.parameters(), lr=config.learning_rate)
        self.scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(self.optimizer, patience=1)
        self.criterion = nn.SmoothL1Loss()
        self.history = History()
        self.best = {"loss": float("inf"), "state": None}

    def fit(self, train_loader, valid_loader):
        waited = 0
        for epoch in range(self.config.epochs):
            self.history.train.append(self.run_epoch(train_loader, training=True))
            self.history.valid.append(self.run_epoch(valid_loader, training=False))
            loss = self.history.valid[-1]
            self.scheduler.step(loss)
            if loss < self.best["loss"]:
                self.best = {"loss": loss, "state": copy.deepcopy(self.model.state_dict()), "epoch": epoch}
                waited = 0
            else:
                waited += 1
                if waited >= self.config.patience:
                    break
        self.model.load_state_dict(self.best["state"])
        return self.history

    def run_epoch(self, loader, training):
        self.model.train(training)
        meter = AverageMeter()
        with torch.set_grad_enabled(training):
            for inputs, targets in loader:
                loss = self.criterion(self.model(inputs), targets)
                if training:
                    self.optimizer.zero_grad()
                    loss.backward()
                    self.optimizer.step()
                meter.update(loss.item(), len(inputs))
        return meter.mean


def main():
    torch.manual_seed(0)
    config = Config()
    data = TensorDataset(torch.randn(20, 3), torch.randn(20, 1))
    train, valid = random_split(data, [12, 8])
    trainer = Trainer(build(config, 3), config)
    history = trainer.fit(DataLoader(train, config.batch_size, shuffle=True), DataLoader(valid, config.batch_size))
    print(history.train, history.valid)


if __name__ == "__main__":
    main()
