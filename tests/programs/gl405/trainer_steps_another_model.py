"""The optimizer is over the trainer's network, and the loss is made by another one."""

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
from transformers import Seq2SeqTrainer


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)

    def forward(self, x):
        return torch.tanh(self.body(x))


class OwnTrainer(Seq2SeqTrainer):
    def __init__(self, net, args=None):
        super().__init__(net, args)
        self.adam = torch.optim.Adam(self.model.parameters())

    def own_loop(self, batches):
        for x in batches:
            self.adam.zero_grad()
            loss = other(x).pow(2).mean()
            loss.backward()
            self.adam.step()  # ! GL405


network, other = Net(), Net()
OwnTrainer(network).own_loop(torch.randn(3, 2, 4))
