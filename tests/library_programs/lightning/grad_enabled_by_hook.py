"""Lightning: a hook of the evaluation may enable grad mode for the steps that follow."""

import pytorch_lightning as pl
import torch
from torch import nn


class Transport(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.potential = nn.Linear(3, 1)

    def on_validation_model_eval(self):
        super().on_validation_model_eval()
        torch.set_grad_enabled(True)

    def validation_step(self, batch, batch_idx):
        x = torch.randn(4, 3, requires_grad=True)
        return torch.autograd.grad(self.potential(x).sum(), x)[0]


class WithoutHook(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.potential = nn.Linear(3, 1)

    def on_validation_model_eval(self):
        super().on_validation_model_eval()
        torch.set_grad_enabled(False)

    def validation_step(self, batch, batch_idx):
        x = torch.randn(4, 3, requires_grad=True)
        return torch.autograd.grad(self.potential(x).sum(), x)[0]  # ! GL107
