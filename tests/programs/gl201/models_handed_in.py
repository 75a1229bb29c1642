"""The model, the loss function and the optimizer are arguments: nothing shows that any of them keeps the graph."""

import torch
from torch import nn


def vae_loss(reconstruction, x, mean):
    return nn.functional.mse_loss(reconstruction, x, reduction="sum") + mean.pow(2).sum()


def train_autoencoder(autoencoder, optimizer, loader, device):
    for x in loader:
        x = x.to(device)
        reconstruction, mean = autoencoder(x)
        loss = vae_loss(reconstruction, x, mean)
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def train_classifier(classifier, criterion, accuracy, optimizer, loader):
    for x, y in loader:
        logits = classifier(x)
        loss = criterion(logits, y)
        print(accuracy(logits, y))
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()
        optimizer.zero_grad()


class Trainer:
    def __init__(self, critic, optimizer, loader):
        self.critic = critic
        self.optimizer = optimizer
        self.loader = loader

    def epoch(self):
        for batch in self.loader:
            self.optimizer.zero_grad()
            loss = self.critic(batch.features, batch.labels)
            loss.backward(retain_graph=True)  # ! GL201
            self.optimizer.step()
