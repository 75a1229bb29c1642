"""One path returns an argument, the other the output of a model in evaluation mode: the caller may backpropagate either."""

import torch
from torch import nn


class Noise(nn.Module):
    def __init__(self, model, wrap):
        super().__init__()
        self.model = model
        self.wrap = wrap

    def forward(self, inputs, known=None):
        if known is not None:
            return self.wrap(known)
        training = self.model.training
        self.model.eval()
        variance = self.model(inputs)
        self.model.train(training)
        return self.wrap(variance)


def main(wrap):
    torch.manual_seed(0)
    noise = Noise(nn.Linear(2, 1), wrap)
    optimizer = torch.optim.SGD(noise.parameters(), lr=0.1)
    for epoch in range(2):
        optimizer.zero_grad()
        noise(torch.randn(4, 2)).mean().backward()
        optimizer.step()


globals()["main"](torch.exp)
