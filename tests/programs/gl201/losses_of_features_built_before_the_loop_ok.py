"""Unresolved code builds the features once, and several backward passes use their graph."""

import sys
import types

import torch
from torch import nn

backbones = types.ModuleType("backbones")
exec(
    """
import torch

weight = torch.ones(3, requires_grad=True)

def build():
    return weight.exp()

def first_loss(features):
    return features.pow(2).sum()

def second_loss(features):
    return features.tanh().sum()
""",
    backbones.__dict__,
)
sys.modules["backbones"] = backbones
from backbones import build, first_loss, second_loss


def fit(target):
    features = build()
    for _ in range(4):
        loss = nn.functional.mse_loss(features, target)
        loss.backward(retain_graph=True)


def two_losses_of_features():
    features = build()
    first_loss(features).backward(retain_graph=True)
    second_loss(features).backward()


def twice():
    loss = first_loss(build())
    loss.backward(retain_graph=True)
    loss.backward()


fit(torch.rand(3))
two_losses_of_features()
twice()
