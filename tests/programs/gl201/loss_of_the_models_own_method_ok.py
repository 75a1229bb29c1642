"""The loss is computed by a method of the model, and backpropagated twice."""

import torch
from torch import nn


def fit(model, loader, optimizer):
    model.train()
    total = 0.0
    for x in loader:
        optimizer.zero_grad()
        output, mean = model(x)
        loss = model.loss(output, x, mean)
        loss.backward(retain_graph=True)
        loss.backward()
        optimizer.step()
        total += loss.item()
    model.eval()
    return total


class Autoencoder(nn.Linear):
    def forward(self, x):
        mean = super().forward(x)
        return torch.tanh(mean), mean

    def loss(self, output, x, mean):
        return (output - x).pow(2).mean() + mean.pow(2).mean()


hidden = eval
autoencoder = Autoencoder(3, 3)
print(hidden("fit")(autoencoder, [torch.randn(2, 3) for _ in range(4)], torch.optim.SGD(autoencoder.parameters(), lr=0.1)))
