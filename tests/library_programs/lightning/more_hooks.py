"""Lightning: training hooks run for each batch, all hooks of evaluation without grad."""

import lightning as L
import torch
from lightning.pytorch.callbacks import Callback


class KeepingStart(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = torch.nn.Linear(3, 1)
        self.total_keeping_start = 0

    def on_train_batch_start(self, batch, batch_idx):
        self.total_keeping_start += self.net(torch.ones(3)).sum()  # ! GL202


class CountingStart(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = torch.nn.Linear(3, 1)
        self.total_counting_start = 0

    def on_train_batch_start(self, batch, batch_idx):
        self.total_counting_start += self.net(torch.ones(3)).sum().item()


class WatchingStart(Callback):
    def __init__(self):
        self.net = torch.nn.Linear(3, 1)
        self.total_watching_start = 0

    def on_train_batch_start(self, trainer, module, batch, batch_idx):
        self.total_watching_start += self.net(torch.ones(3)).sum()  # ! GL202


class ModuleTestStep(L.LightningModule):
    def test_step(self, outputs):
        self.net.eval()
        for x in self.data:
            print(self.net(x))


class ModuleValidationStepEnd(L.LightningModule):
    def validation_step_end(self, outputs):
        self.net.eval()
        for x in self.data:
            print(self.net(x))


class ModuleTestStepEnd(L.LightningModule):
    def test_step_end(self, outputs):
        self.net.eval()
        for x in self.data:
            print(self.net(x))


class ModuleValidationEpochEnd(L.LightningModule):
    def validation_epoch_end(self, outputs):
        self.net.eval()
        for x in self.data:
            print(self.net(x))


class ModuleTestEpochEnd(L.LightningModule):
    def test_epoch_end(self, outputs):
        self.net.eval()
        for x in self.data:
            print(self.net(x))


class CallbackOnTestEpochEnd(Callback):
    def on_test_epoch_end(self, trainer, module):
        self.net.eval()
        for x in self.data:
            print(self.net(x))


class CallbackOnPredictEpochEnd(Callback):
    def on_predict_epoch_end(self, trainer, module):
        self.net.eval()
        for x in self.data:
            print(self.net(x))


class ModuleShowing(L.LightningModule):
    def show(self, outputs):
        self.net.eval()
        for x in self.data:
            print(self.net(x))  # ! GL301
