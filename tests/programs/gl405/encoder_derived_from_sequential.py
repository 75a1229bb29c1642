"""The encoder is a subclass of Sequential, whose output is detached, so that its optimizer finds no gradients."""

import torch
from torch import nn


class Block(nn.Sequential):
    def __init__(self, inputs, outputs):
        super().__init__(nn.Linear(inputs, outputs), nn.LayerNorm(outputs), nn.ReLU())

    def forward(self, features):
        return super().forward(features) + features


class Stack(nn.ModuleList):
    def forward(self, features):
        for block in self:
            features = block(features)
        return features


encoder, classifier = Stack([Block(6, 6), Block(6, 6)]), nn.Linear(6, 3)
encoder_optimizer = torch.optim.Adam(encoder.parameters(), lr=1e-3)
classifier_optimizer = torch.optim.Adam(classifier.parameters(), lr=1e-2)
for inputs in torch.randn(4, 8, 6):
    logits = classifier(encoder(inputs).detach())
    loss = nn.functional.cross_entropy(logits, inputs[:, :3].argmax(1))
    encoder_optimizer.zero_grad()
    classifier_optimizer.zero_grad()
    loss.backward()
    encoder_optimizer.step()  # ! GL405
    classifier_optimizer.step()
