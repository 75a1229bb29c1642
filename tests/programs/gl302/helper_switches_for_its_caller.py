"""A helper prepares the model for an evaluation and drops its no_grad: that the caller's graphs are not used is the same mistake."""

import torch
from torch import nn

tagger = nn.Sequential(nn.Linear(4, 6), nn.Dropout(0.1), nn.Linear(6, 3))


def prepare(model):
    model.eval()
    torch.no_grad()  # ! GL302
    return model


def tag(sentences):
    model = prepare(tagger)
    return [model(sentence).argmax(dim=-1) for sentence in sentences]


print(len(tag(torch.randn(5, 2, 4))))
