"""In the turn of the discriminator's optimizer, the trainer has frozen the generator's parameters: its call builds no graph."""

import sys
import types

import torch
from torch import nn

pytorch_lightning = types.ModuleType("pytorch_lightning")
exec(
    """
import torch

class LightningModule(torch.nn.Module):
    pass

class Trainer:
    def fit(self, model, batches):
        optimizers, _ = model.configure_optimizers()
        for number, batch in enumerate(batches):
            for index, optimizer in enumerate(optimizers):
                chosen = {id(p) for group in optimizer.param_groups for p in group["params"]}
                for p in model.parameters():
                    p.requires_grad = id(p) in chosen
                loss = model.training_step(batch, number, index)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
""",
    pytorch_lightning.__dict__,
)
sys.modules["pytorch_lightning"] = pytorch_lightning
import pytorch_lightning as pl


class GAN(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.generator = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 4))
        self.discriminator = nn.Sequential(nn.Linear(4, 8), nn.LeakyReLU(), nn.Linear(8, 1))

    def forward(self, noise):
        return self.generator(noise)

    def training_step(self, batch, batch_idx, optimizer_idx):
        noise = torch.randn(len(batch), 3)
        if optimizer_idx == 0:
            return -self.discriminator(self(noise)).mean()
        if optimizer_idx == 1:
            return self.discriminator(self(noise).detach()).mean() - self.discriminator(batch).mean()

    def configure_optimizers(self):
        return [torch.optim.Adam(self.generator.parameters()), torch.optim.Adam(self.discriminator.parameters())], []


pl.Trainer().fit(GAN(), list(torch.randn(3, 6, 4)))
