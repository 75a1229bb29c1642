"""The context manager of the evaluation is chosen from a dict of precisions, none of which switches grad mode off."""

from contextlib import nullcontext, suppress
from functools import partial

import torch
from torch import nn

contexts = {"full": suppress, "plain": nullcontext, "half": partial(torch.autocast, "cpu")}


def evaluate(model, batches, precision):
    model.eval()
    return [score(model, batch, contexts[precision]) for batch in batches]


def score(model, batch, context):
    with context():
        return model(batch).mean().item()  # ! GL301


network = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
print(evaluate(network, torch.randn(3, 2, 3), "full"))
print(evaluate(network, torch.randn(3, 2, 3), "half"))
