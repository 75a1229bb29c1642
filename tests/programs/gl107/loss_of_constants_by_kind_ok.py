"""A run of the kind "frozen" computes its loss from constants; only others backpropagate it."""

import types

import torch


def step(run, kind):
    if kind == "frozen":
        run.loss = torch.ones(3).sum()
    else:
        run.count = 1
    if kind != "frozen":
        run.loss.backward()


weight = torch.ones(3, requires_grad=True)
eval("step")(types.SimpleNamespace(loss=weight.sum()), "trained")
