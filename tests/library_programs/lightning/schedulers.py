"""Lightning: the method that returns the schedulers uses no gradient."""

import lightning as L
import torch


class Accumulating(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.coder = torch.nn.Linear(8, 8)
        self.judge = torch.nn.Linear(8, 1)

    def configure_optimizers(self):
        return [torch.optim.Adam(self.coder.parameters()), torch.optim.Adam(self.judge.parameters())]

    def training_step(self, batch, batch_idx):
        first, second = self.optimizers()
        made = self.coder(batch)
        first.zero_grad()  # ! GL505
        self.manual_backward((made - batch).square().mean() / 4)
        schedulers = self.lr_schedulers()
        if (batch_idx + 1) % 4 == 0:
            first.step()
            schedulers[0].step()
        second.zero_grad()  # ! GL505
        self.manual_backward((self.judge(made.detach()) - self.judge(batch)).mean() / 4)
        if (batch_idx + 1) % 4 == 0:
            second.step()
            schedulers[1].step()


class AccumulatingCorrectly(Accumulating):
    def training_step(self, batch, batch_idx):
        first, second = self.optimizers()
        made = self.coder(batch)
        self.manual_backward((made - batch).square().mean() / 4)
        schedulers = self.lr_schedulers()
        if (batch_idx + 1) % 4 == 0:
            first.step()
            first.zero_grad()
            schedulers[0].step()
        self.manual_backward((self.judge(made.detach()) - self.judge(batch)).mean() / 4)
        if (batch_idx + 1) % 4 == 0:
            second.step()
            second.zero_grad()
            schedulers[1].step()
