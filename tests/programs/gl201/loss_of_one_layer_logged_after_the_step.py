"""Unresolved code receives the loss after the step: the gradients have been used, although a single layer saves no parameter."""

import sys
import types

import torch
from torch import nn

board = types.ModuleType("board")
exec(
    """
class Board:
    def log(self, titles, values):
        for title, value in zip(titles, values):
            print(title, float(value))

def accuracy(output, y):
    return float((output.argmax(1) == y).float().mean())
""",
    board.__dict__,
)
sys.modules["board"] = board
from board import Board, accuracy


def fit(batches):
    network = nn.Linear(3, 2)
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
    display = Board()
    for x in batches:
        loss = network(x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()
        display.log(["loss"], [loss])


def classify(batches):
    network = nn.Linear(3, 2)
    optimizer = torch.optim.Adam([{"params": network.parameters()}], lr=0.1)
    for x in batches:
        output = network(x)
        optimizer.zero_grad()
        nn.functional.cross_entropy(output, torch.tensor([0, 1])).backward(retain_graph=True)  # ! GL201
        optimizer.step()
        print(accuracy(output, torch.tensor([0, 1])))


def detect(batches):
    classifier, regressor = nn.Linear(3, 1), nn.Linear(3, 1)
    first = torch.optim.SGD(classifier.parameters(), lr=0.1)
    second = torch.optim.SGD(regressor.parameters(), lr=0.1)
    display = Board()
    for x in batches:
        first.zero_grad()
        second.zero_grad()
        presence = classifier(x).pow(2).mean()
        loss = presence + regressor(x).pow(2).mean()
        if x.sum() > 0:
            loss.backward()
            first.step()
            second.step()
        else:
            presence.backward(retain_graph=True)  # ! GL201
            first.step()
        display.log(["presence"], [presence])
        display.log(["loss"], [loss])


fit([torch.randn(2, 3) for _ in range(4)])
classify([torch.randn(2, 3) for _ in range(4)])
detect([torch.ones(2, 3), -torch.ones(2, 3), torch.ones(2, 3), -torch.ones(2, 3)])
