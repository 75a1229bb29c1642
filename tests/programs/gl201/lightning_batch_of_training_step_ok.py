"""Manual optimization: the second loss needs the graph of the first one, through the part that both use."""

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


class Vocoder(pl.LightningModule):
    def __init__(self, make, criterion):
        super().__init__()
        self.automatic_optimization = False
        self.generator, self.critic, self.criterion = make(), make(), criterion

    def training_step(self, batch, number):
        of_generator, of_critic = self.optimizers()
        sources, targets = batch
        fake = self.generator(sources)
        loss = self.criterion(self.critic(fake), targets)
        of_critic.zero_grad()
        of_generator.zero_grad()
        self.manual_backward(loss, retain_graph=True)
        of_critic.step()
        loss = self.criterion(self.critic(fake), targets)
        self.manual_backward(loss)
        of_generator.step()

    def configure_optimizers(self):
        return [torch.optim.Adam(self.generator.parameters()), torch.optim.Adam(self.critic.parameters())], []


hidden = eval
model = hidden("Vocoder")(lambda: nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 3)), nn.MSELoss())
pl.Trainer().fit(model, [(torch.randn(2, 3), torch.randn(2, 3)) for _ in range(3)])
