"""The code that prepares the model returns it, then it is moved: its `zero_grad()` resets what the optimizer steps."""

import os
import sys

import torch
from torch import nn


def prepared(model, count):
    return model


def criterion(output):
    return output.square().mean(), {"parts": 1}


def train(prepare, loss_of, batches):
    model = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 1))
    optimizer = torch.optim.Adam(model.parameters())
    model = prepare(model, 1).to("cpu")
    for batch in batches:
        model.zero_grad()
        loss, _ = loss_of(model(batch))
        loss.backward()
        optimizer.step()


code = vars(sys.modules[__name__])
train(code[os.environ.get("PREPARE", "prepared")], code[os.environ.get("CRITERION", "criterion")], torch.randn(3, 4, 3))
