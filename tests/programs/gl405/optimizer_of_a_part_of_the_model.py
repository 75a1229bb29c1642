"""One optimizer owns the most of a model, another one a part of the critic, which no loss reaches."""

import torch
from torch import nn


def train(model, critic, batches, rate):
    part = critic.encoder.numbers
    numbers = [id(parameter) for parameter in part.parameters()]
    others = filter(lambda parameter: id(parameter) not in numbers, model.parameters())
    optimizer = torch.optim.SGD(others, lr=rate)
    number_optimizer = torch.optim.SGD(part.parameters(), lr=rate)
    critic.eval()
    for x, y in batches:
        loss = (model(x) - y).abs().sum()
        loss.backward()
        optimizer.step()
        number_optimizer.step()  # ! GL405
        model.zero_grad()
        critic.zero_grad()


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.numbers = nn.Linear(4, 3)

    def forward(self, x):
        return self.numbers(x).tanh()


class Scored(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder()
        self.last = nn.Linear(3, 1)

    def forward(self, x):
        return self.last(self.encoder(x))


def main():
    batches = [(torch.randn(6, 4), torch.randn(6, 1)) for _ in range(3)]
    eval("train")(Scored(), Scored(), batches, 0.1)


main()
