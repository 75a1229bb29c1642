"""The model, the loss function and the optimizer are arguments: each graph is freed by its backward pass."""

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
        loss.backward()
        optimizer.step()


def train_classifier(classifier, criterion, accuracy, optimizer, loader):
    for x, y in loader:
        logits = classifier(x)
        loss = criterion(logits, y)
        print(accuracy(logits, y))
        loss.backward()
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
            loss.backward()
            self.optimizer.step()


class Autoencoder(nn.Linear):
    def forward(self, x):
        mean = super().forward(x)
        return mean, mean


hidden = eval
batches = [torch.randn(2, 3) for _ in range(2)]
labeled = [(x, torch.randn(2, 3)) for x in batches]
autoencoder = Autoencoder(3, 3)
hidden("train_autoencoder")(autoencoder, torch.optim.SGD(autoencoder.parameters(), lr=0.1), batches, "cpu")
classifier = nn.Linear(3, 3)
optimizer = torch.optim.SGD(classifier.parameters(), lr=0.1)
hidden("train_classifier")(classifier, nn.MSELoss(), nn.L1Loss(), optimizer, labeled)


class Batch:
    features, labels = torch.randn(2, 3), torch.randn(2, 3)


class Critic(nn.Linear):
    def forward(self, features, labels):
        return (super().forward(features) - labels).pow(2).mean()


critic = Critic(3, 3)
hidden("Trainer")(critic, torch.optim.SGD(critic.parameters(), lr=0.1), [Batch(), Batch()]).epoch()
