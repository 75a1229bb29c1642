"""self.model is the constructor's argument of an unresolved base class, and another network makes the loss."""

import sys
import types

import torch
from torch import nn

transformers = types.ModuleType("transformers")


class Library:
    def __init__(self, model=None, args=None):
        self.model, self.args = model, args


transformers.Trainer = transformers.Seq2SeqTrainer = Library
sys.modules["transformers"] = transformers
from transformers import Trainer


class OwnTrainer(Trainer):
    def fit(self, batches):
        optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)
        for x in batches:
            optimizer.zero_grad()
            other(x).pow(2).mean().backward()
            optimizer.step()  # ! GL405


network = nn.Sequential(nn.Linear(4, 3), nn.Tanh())
other = nn.Sequential(nn.Linear(4, 3), nn.Tanh())
OwnTrainer(model=network).fit(torch.randn(3, 2, 4))
