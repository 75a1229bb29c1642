"""The features are encoded before the epochs, and the second epoch backpropagates an encoder that is already freed."""

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.optim import Adam


def train(encoder, classifier, images, labels, epochs=4):
    params = [*encoder.parameters(), *classifier.parameters()]
    optimizer = Adam(params, lr=1e-3)
    feats = encoder(images)
    for epoch in range(1, epochs + 1):
        logits = classifier(feats)
        loss = F.cross_entropy(logits, labels)
        optimizer.zero_grad()
        loss.backward()  # ! GL102
        optimizer.step()
        print(f"epoch {epoch}: {loss.item():.3f}")


if __name__ == "__main__":
    enc = nn.Sequential(nn.Conv2d(1, 4, 3, stride=2), nn.ReLU(), nn.Flatten())
    train(enc, nn.Linear(36, 3), torch.rand(5, 1, 8, 8), torch.randint(0, 3, (5,)))
