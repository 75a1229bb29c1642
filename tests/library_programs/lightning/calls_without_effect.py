"""Lightning: what prints, logs and saves keeps no graph."""

import lightning as L
import torch


class PassingPrint(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.net = torch.nn.Linear(3, 1)

    def training_step(self, batch, batch_idx):
        optimizer = self.optimizers()
        optimizer.zero_grad()
        loss = self.net(batch).pow(2).sum()
        self.print(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), 0.1)


class PassingSaveHyperparameters(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.net = torch.nn.Linear(3, 1)

    def training_step(self, batch, batch_idx):
        optimizer = self.optimizers()
        optimizer.zero_grad()
        loss = self.net(batch).pow(2).sum()
        self.save_hyperparameters(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), 0.1)


class PassingClipGradients(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.net = torch.nn.Linear(3, 1)

    def training_step(self, batch, batch_idx):
        optimizer = self.optimizers()
        optimizer.zero_grad()
        loss = self.net(batch).pow(2).sum()
        self.clip_gradients(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), 0.1)


class UsingAgain(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.automatic_optimization = False
        self.net = torch.nn.Linear(3, 1)

    def training_step(self, batch, batch_idx):
        optimizer = self.optimizers()
        optimizer.zero_grad()
        loss = self.net(batch).pow(2).sum()
        self.print(loss)
        loss.backward(retain_graph=True)
        loss.pow(2).backward()
        optimizer.step()

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), 0.1)


def passed_to_log_dict(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    fabric = L.Fabric()
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        fabric.log_dict(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_print(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    fabric = L.Fabric()
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        fabric.print(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_barrier(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    fabric = L.Fabric()
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        fabric.barrier(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def passed_to_seed_everything(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        L.seed_everything(loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()
