"""Training reaches the method of the loss through many functions, and evaluation directly, with grad mode off."""

import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.scores = nn.Linear(3, 5)

    def forward(self, x):
        return self.scores(x)

    def step(self, x, y):
        return nn.functional.cross_entropy(self.forward(x), y)


@torch.no_grad()
def evaluate(model, batches):
    model.eval()
    total = 0.0
    for x, y in batches:
        total += model.step(x, y).item()
    return total


def first(model, batch):
    return second(model, batch)


def second(model, batch):
    return third(model, batch)


def third(model, batch):
    return fourth(model, batch)


def fourth(model, batch):
    return fifth(model, batch)


def fifth(model, batch):
    x, y = batch
    return model.step(x, y)


def train(model, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in batches:
        loss = first(model, batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def test(path, batches):
    model = Tagger()
    model.load_state_dict(path)
    return evaluate(model, batches)


batches = [(torch.randn(4, 3), torch.randint(0, 5, (4,))) for _ in range(2)]
model = Tagger()
train(model, batches)
print(eval("test")(model.state_dict(), batches))
