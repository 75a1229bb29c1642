"""Two functions that are entered by themselves use a name that a package brings by a star: each path gets what the name needs."""
import torch
from strides import *
from torch import nn

model = nn.Linear(3, 1)


def first(batch):
    loss = model(batch).pow(2).mean()
    walk(loss)


def second(batch):
    loss = model(batch).pow(2).mean()
    walk(loss)
