"""The classifier keeps labels that its caller reads from a file; its loss backpropagates into an encoder that discards the gradients."""

import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self, description):
        super().__init__()
        self.labels = description["labels"]
        self.out = nn.Linear(6, 2)

    def forward(self, x):
        return self.out(x)

    def name(self, index):
        return self.labels[index]


def train(description, batches):
    encoder, decoder, classifier = nn.Linear(4, 6), nn.Linear(6, 4), Classifier(description)
    own = torch.optim.SGD([*encoder.parameters(), *decoder.parameters()], lr=0.1)
    optimizer = torch.optim.SGD(classifier.parameters(), lr=0.1)
    for x in batches:
        optimizer.zero_grad()
        classifier(encoder(x)).pow(2).mean().backward()  # ! GL308
        optimizer.step()
        own.zero_grad()
        (decoder(encoder(x)) - x).pow(2).mean().backward()
        own.step()


eval("train")({"labels": ["cat", "dog"]}, torch.randn(3, 5, 4))
