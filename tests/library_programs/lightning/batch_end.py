"""Lightning: the module's hook after a training batch runs with grad mode on."""

import torch
import pytorch_lightning as pl


class Keeping(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = torch.nn.Linear(3, 1)
        self.kept = 0

    def on_train_batch_end(self, outputs, batch, batch_idx):
        self.kept += self.net(torch.randn(4, 3)).sum()  # ! GL202


class Counting(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = torch.nn.Linear(3, 1)
        self.values = 0

    def on_train_batch_end(self, outputs, batch, batch_idx):
        self.values += self.net(torch.randn(4, 3)).sum().item()
