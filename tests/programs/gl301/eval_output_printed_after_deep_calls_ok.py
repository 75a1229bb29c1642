"""At the end of deep calls, a gradient of the output of a model in evaluation mode is computed."""

import torch
from torch import nn


def finish(scores):
    scores.backward()


def sixth(model, inputs):
    for batch in inputs:
        scores = model(batch).mean()
        finish(scores)


def fifth(model, inputs):
    sixth(model, inputs)


def fourth(model, inputs):
    fifth(model, inputs)


def third(model, inputs):
    fourth(model, inputs)


def second(model, inputs):
    third(model, inputs)


def first(model, inputs):
    second(model, inputs)


model = nn.Linear(3, 1)
model.eval()
first(model, [torch.randn(8, 3) for _ in range(3)])
print(model.weight.grad)
