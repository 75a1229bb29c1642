"""The critic's loss begins as the number 0, to which at least one of two options adds a term."""

import sys

import torch
from torch import nn


def train(options, loader):
    generator = nn.Linear(3, 3)
    critic = nn.Sequential(*[nn.Linear(3, 3) for _ in range(options["layers"])], nn.Linear(3, 2))
    optimizer = torch.optim.Adam(critic.parameters(), lr=0.1)
    generator_optimizer = torch.optim.Adam(generator.parameters(), lr=0.1)
    for inputs in loader:
        if options["real"] or options["labels"]:
            outputs = critic(inputs)
            loss = 0
            if options["real"]:
                loss += outputs[:, 0].mean()
            if options["labels"]:
                loss += outputs[:, 1].pow(2).mean()
            optimizer.zero_grad()
            loss.backward(retain_graph=False)
            optimizer.step()
        generator_loss = -critic(generator(inputs)).mean()
        generator_optimizer.zero_grad()
        generator_loss.backward()
        generator_optimizer.step()


train({"real": len(sys.argv) < 2, "labels": len(sys.argv) > 2, "layers": len(sys.argv)}, [torch.randn(4, 3) for _ in range(4)])
