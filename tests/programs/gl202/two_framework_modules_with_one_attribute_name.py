"""Two modules of a framework use one attribute name: the reset in the one does not empty the total of the other."""

import sys
import types

import torch
from torch import nn

pytorch_lightning = types.ModuleType("pytorch_lightning")
exec(
    """
import torch

class LightningModule(torch.nn.Module):
    def on_train_batch_end(self):
        pass

class Trainer:
    def fit(self, model, batches):
        optimizer = model.configure_optimizers()
        for number, batch in enumerate(batches):
            loss = model.training_step(batch, number)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            model.on_train_batch_end()
""",
    pytorch_lightning.__dict__,
)
sys.modules["pytorch_lightning"] = pytorch_lightning
import pytorch_lightning as pl


class Regression(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
        self.total = 0.0

    def training_step(self, batch, number):
        x, y = batch
        loss = nn.functional.mse_loss(self.net(x), y)
        self.total += loss  # ! GL202
        return loss

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)


class Classifier(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 1)
        self.total = 0.0

    def training_step(self, batch, number):
        x, y = batch
        loss = nn.functional.mse_loss(self.net(x), y)
        self.total += loss
        return loss

    def on_train_batch_end(self):
        self.total = 0.0

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)


model = Regression()
for epoch in range(5):
    pl.Trainer().fit(model, [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(2)])
print(float(model.total))
model = Classifier()
pl.Trainer().fit(model, [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(8)])
