"""Two optimizers use the gradients of one backward pass, so each owns a part of the parameters: the reset of one is none of the other."""

import torch
from torch import nn


def train(encoder, decoder, criterion, encoder_optimizer, decoder_optimizer, loader):
    for x, y in loader:
        loss = criterion(decoder(encoder(x)), y)
        if encoder_optimizer is not None:
            encoder_optimizer.zero_grad()
        loss.backward()  # ! GL501
        decoder_optimizer.step()
        if encoder_optimizer is not None:
            encoder_optimizer.step()


class Trainer:
    def __init__(self, model, optimizers):
        self.model, self.optimizers = model, optimizers

    def epoch(self, loader):
        for x, y in loader:
            self.optimizers.head.zero_grad()
            loss = (self.model(x) - y).pow(2).mean()
            loss.backward()  # ! GL501
            self.optimizers.body.step()
            self.optimizers.head.step()


def iteration(model, x, y, first, second):
    loss = nn.functional.mse_loss(model(x), y)
    loss.backward()  # ! GL501
    first.step()
    second.step()
    second.zero_grad()


def repeat(model, loader, first, second):
    for x, y in loader:
        iteration(model, x, y, first, second)


class Optimizers:
    def __init__(self, body, head):
        self.body, self.head = body, head


def sgd(module):
    return torch.optim.SGD(module.parameters(), lr=0.1)


hidden = eval
parts = [(nn.Linear(3, 4), nn.Linear(4, 1)) for _ in range(3)]
loader = [(torch.randn(2, 3), torch.randn(2, 1)) for _ in range(4)]
(body, head), others, last = parts
hidden("train")(body, head, nn.MSELoss(), sgd(body), sgd(head), loader)
hidden("Trainer")(nn.Sequential(*others), hidden("Optimizers")(*map(sgd, others))).epoch(loader)
hidden("repeat")(nn.Sequential(*last), loader, *map(sgd, last))
