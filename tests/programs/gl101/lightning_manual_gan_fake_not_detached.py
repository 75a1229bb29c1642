"""Manual optimization: the fake is not detached in the critic's step, where manual_backward frees the graph that the generator's needs."""

import sys
import types

import torch
from torch import nn

pytorch_lightning = types.ModuleType("pytorch_lightning")
exec(
    """
import torch

class LightningModule(torch.nn.Module):
    def optimizers(self):
        return self._optimizers
    def toggle_optimizer(self, optimizer):
        chosen = {id(p) for group in optimizer.param_groups for p in group["params"]}
        self._saved = [(p, p.requires_grad) for p in self.parameters()]
        for p in self.parameters():
            p.requires_grad = id(p) in chosen
    def untoggle_optimizer(self, optimizer):
        for p, flag in self._saved:
            p.requires_grad = flag
    def manual_backward(self, loss, *args, **kwargs):
        loss.backward(*args, **kwargs)

class Trainer:
    def fit(self, model, batches):
        model._optimizers, _ = model.configure_optimizers()
        for number, batch in enumerate(batches):
            model.training_step(batch, number)
""",
    pytorch_lightning.__dict__,
)
sys.modules["pytorch_lightning"] = pytorch_lightning
import pytorch_lightning as pl


class GAN(pl.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.generator = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 4))
        self.discriminator = nn.Sequential(nn.Linear(4, 8), nn.LeakyReLU(), nn.Linear(8, 1))

    def training_step(self, batch, batch_idx):
        g_opt, d_opt = self.optimizers()
        fake = self.generator(torch.randn(len(batch), 3))
        d_loss = self.discriminator(fake).mean() - self.discriminator(batch).mean()
        d_opt.zero_grad()
        self.manual_backward(d_loss)
        d_opt.step()

        g_loss = -self.discriminator(fake).mean()
        g_opt.zero_grad()
        self.manual_backward(g_loss)  # ! GL101
        g_opt.step()

    def configure_optimizers(self):
        return [torch.optim.Adam(self.generator.parameters()), torch.optim.Adam(self.discriminator.parameters())], []


pl.Trainer().fit(GAN(), list(torch.randn(3, 6, 4)))
