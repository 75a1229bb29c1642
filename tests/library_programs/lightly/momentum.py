"""lightly: helpers freeze the parameters of a momentum encoder, or run under no_grad; a head has parameters to train."""

import copy

import torch
from lightly.models import utils
from lightly.models.modules import MoCoProjectionHead
from lightly.models.utils import activate_requires_grad, batch_shuffle, batch_unshuffle, deactivate_requires_grad
from torch import nn


def frozen(loader):
    backbone = nn.Linear(3, 3)
    deactivate_requires_grad(backbone)
    backbone.eval()
    return [backbone(x).detach() for x in loader]


def not_frozen(loader):
    backbone = nn.Linear(3, 3)
    backbone.eval()
    return [backbone(x).detach() for x in loader]  # ! GL301


def frozen_and_released(loader):
    backbone = nn.Linear(3, 3)
    deactivate_requires_grad(backbone)
    activate_requires_grad(backbone)
    backbone.eval()
    return [backbone(x).detach() for x in loader]


def head(loader):
    projection = MoCoProjectionHead(3, 3, 3)
    projection.eval()
    for x in loader:
        print(projection(x))  # ! GL301


def trained(loader):
    backbone, projection = nn.Linear(3, 3), MoCoProjectionHead(3, 3, 3)
    momentum = copy.deepcopy(backbone)
    deactivate_requires_grad(momentum)
    optimizer = torch.optim.SGD([*backbone.parameters(), *projection.parameters()], 0.1)
    total = 0
    for x, y in loader:
        utils.update_momentum(backbone, momentum, 0.99)
        query = projection(backbone(x))
        shuffled, order = batch_shuffle(y)
        key = batch_unshuffle(momentum(shuffled), order)
        loss = (query - key).pow(2).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += batch_unshuffle(loss, order)
    print(total)


def summed(loader):
    backbone = nn.Linear(3, 3)
    optimizer = torch.optim.SGD(backbone.parameters(), 0.1)
    total = 0
    for x in loader:
        loss = backbone(x).pow(2).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss  # ! GL202
    print(total)
