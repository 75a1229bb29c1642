"""A scaler steps the optimizer that it receives by keyword, and the gradients of each backward pass are used."""

import torch
from torch import nn
from torch.amp import GradScaler


class Trainer:
    def __init__(self):
        self.generator, self.discriminator = nn.Linear(2, 4), nn.Linear(4, 1)
        self.optimizerD = torch.optim.Adam(self.discriminator.parameters())
        self.optimizerG = torch.optim.Adam(self.generator.parameters())
        self.scalerD, self.scalerG = GradScaler("cpu"), GradScaler("cpu")

    def train(self):
        criterion = nn.BCEWithLogitsLoss()
        for _ in range(4):
            real = torch.randn(5, 4)
            self.optimizerD.zero_grad()
            self.discriminator.zero_grad()
            with torch.no_grad():
                fake = self.generator(torch.randn(5, 2))
            d_loss = criterion(self.discriminator(real), torch.ones(5, 1)) + criterion(self.discriminator(fake.detach()), torch.zeros(5, 1))
            self.scalerD.scale(d_loss).backward()
            self.scalerD.step(optimizer=self.optimizerD)
            self.scalerD.update()
            self.optimizerG.zero_grad()
            self.generator.zero_grad()
            fake = self.generator(torch.randn(5, 2))
            g_loss = criterion(self.discriminator(fake), torch.ones(5, 1))
            self.scalerG.scale(g_loss).backward()
            self.scalerG.step(optimizer=self.optimizerG)
            self.scalerG.update()


Trainer().train()


def train(batches, optimizer, model, scaler):
    for x in batches:
        optimizer.zero_grad()
        scaler.scale(outputs=model(x).pow(2).mean()).backward()
        scaler.unscale_(optimizer=optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        scaler.step(optimizer=optimizer)
        scaler.update()


model = nn.Linear(4, 1)
train([torch.randn(5, 4) for _ in range(4)], torch.optim.SGD(model.parameters(), lr=0.1), model, GradScaler("cpu"))
