"""The setup of the base class makes networks and optimizers; the probe's loss backpropagates into the encoder, whose step discards it."""

import torch
from torch import nn


class Base:
    def setup(self, settings):
        self.encoder, self.decoder = nn.Linear(settings["inputs"], 8), nn.Linear(8, settings["inputs"])
        self.probe = nn.Linear(8, settings["classes"])
        self.optimizer = self.make_optimizer([*self.encoder.parameters(), *self.decoder.parameters()], settings)
        self.probe_optimizer = self.make_optimizer(self.probe.parameters(), settings)

    def make_optimizer(self, parameters, settings):
        raise NotImplementedError


class Autoencoder(Base):
    def make_optimizer(self, parameters, settings):
        return torch.optim.SGD(parameters, lr=settings["rate"])

    def fit(self, batches):
        for x, y in batches:
            loss = nn.functional.cross_entropy(self.probe(self.encoder(x)), y)
            self.probe_optimizer.zero_grad()
            loss.backward()  # ! GL308
            self.probe_optimizer.step()
            self.optimizer.zero_grad()
            (self.decoder(self.encoder(x)) - x).pow(2).mean().backward()
            self.optimizer.step()


model = eval("Autoencoder")()
model.setup({"inputs": 4, "classes": 3, "rate": 0.1})
model.fit([(torch.randn(5, 4), torch.randint(0, 3, (5,))) for _ in range(4)])
