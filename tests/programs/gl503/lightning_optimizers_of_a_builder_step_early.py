"""The optimizers of a LightningModule come from a builder that it receives. One steps before its backward pass."""

import sys
import types

import torch


class LightningModule(torch.nn.Module):
    """The base class of the module below."""

    def optimizers(self):
        if not hasattr(self, "made"):
            self.made = [found["optimizer"] for found in self.configure_optimizers()]
        return self.made

    def manual_backward(self, loss, **options):
        loss.backward(**options)


package = types.ModuleType("lightning")
package.LightningModule = LightningModule
sys.modules["lightning"] = package

import lightning as L  # noqa: E402


class Gan(L.LightningModule):
    def __init__(self, generator, critic, build):
        super().__init__()
        self.generator = generator
        self.critic = critic
        self.build = build
        self.automatic_optimization = False

    def configure_optimizers(self):
        return {"optimizer": self.build(self.generator.parameters())}, {"optimizer": self.build(self.critic.parameters())}

    def training_step(self, batch, batch_idx):
        optimizer_g, optimizer_c = self.optimizers()
        fake = self.generator(batch)
        optimizer_g.zero_grad()
        self.manual_backward((fake - batch).pow(2).mean())
        optimizer_g.step()
        optimizer_c.zero_grad()
        loss = (self.critic(batch) - 1).pow(2).mean() + self.critic(fake.detach()).pow(2).mean()
        optimizer_c.step()  # ! GL503
        self.manual_backward(loss)


gan = Gan(torch.nn.Linear(3, 3), torch.nn.Linear(3, 1), lambda parameters: torch.optim.SGD(parameters, lr=0.1))
for index in range(3):
    eval("gan").training_step(torch.randn(2, 3), index)
