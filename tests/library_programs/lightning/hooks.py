"""Lightning: training hooks run for each batch with grad mode on, evaluation hooks without; log keeps no graph."""

import lightning as L
import torch
from lightning.pytorch.callbacks import Callback


class Keeping(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = torch.nn.Linear(3, 1)
        self.kept = 0
        self.outputs = []

    def training_step(self, batch, batch_idx):
        loss = self.net(batch).sum()
        self.kept += loss  # ! GL202
        self.log("loss", loss)
        return loss

    def validation_step(self, batch, batch_idx):
        self.outputs.append(self.net(batch))


class Counting(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.net = torch.nn.Linear(3, 1)
        self.counted = 0
        self.outputs = []

    def training_step(self, batch, batch_idx):
        loss = self.net(batch).sum()
        self.counted += loss.detach()
        self.log_dict({"loss": loss})
        return loss

    def on_validation_batch_end(self, outputs, batch, batch_idx):
        self.outputs.append(self.net(batch))

    def on_test_batch_end(self, outputs, batch, batch_idx):
        self.outputs.append(self.net(batch))

    def on_predict_batch_end(self, outputs, batch, batch_idx):
        self.outputs.append(self.net(batch))

    def predict_step(self, batch, batch_idx):
        self.outputs.append(self.net(batch))


class Manual(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.net = torch.nn.Linear(3, 1)

    def training_step(self, batch, batch_idx):
        optimizer = self.optimizers()
        optimizer.zero_grad()
        loss = (self.net(batch) ** 2).sum()
        self.manual_backward(loss)
        self.manual_backward(loss)  # ! GL101
        optimizer.step()

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), 0.1)


class ManualRetained(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.net = torch.nn.Linear(3, 1)

    def training_step(self, batch, batch_idx):
        optimizer = self.optimizers()
        optimizer.zero_grad()
        loss = (self.net(batch) ** 2).sum()
        self.manual_backward(loss, retain_graph=True)
        self.manual_backward(loss)
        optimizer.step()

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), 0.1)


class Watching(Callback):
    def __init__(self):
        self.net = torch.nn.Linear(3, 1)
        self.summed = 0

    def on_train_batch_end(self, trainer, pl_module, outputs, batch, batch_idx):
        self.summed += self.net(batch).sum()  # ! GL202


class WatchingValidation(Callback):
    def __init__(self):
        self.net = torch.nn.Linear(3, 1)
        self.averaged = 0

    def on_validation_batch_end(self, trainer, pl_module, outputs, batch, batch_idx):
        self.averaged += self.net(batch).sum()


def fabric(loader):
    fabric = L.Fabric()
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    model, optimizer = fabric.setup(model, optimizer)
    for batch in loader:
        with fabric.no_backward_sync(model, enabled=True), fabric.autocast():
            fabric.backward(model(batch).sum())  # ! GL501
        fabric.clip_gradients(model, optimizer, max_norm=1.0)
        optimizer.step()
        fabric.log("step", 1)


def fabric_reset(loader):
    fabric = L.Fabric()
    model = fabric.setup_module(torch.nn.Linear(3, 1))
    optimizer = fabric.setup_optimizers(torch.optim.SGD(model.parameters(), 0.1))
    loader = fabric.setup_dataloaders(loader)
    for batch in loader:
        optimizer.zero_grad()
        fabric.backward(model(batch).sum())
        optimizer.step()
