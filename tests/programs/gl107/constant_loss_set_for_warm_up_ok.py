"""During the warm-up, the loss that the run holds is a constant; after it, the loss is backpropagated."""

import types

import torch


def step(run, warm_up):
    if warm_up:
        run.loss = torch.zeros(())
    if not warm_up:
        run.loss.backward()


weight = torch.ones(3, requires_grad=True)
eval("step")(types.SimpleNamespace(loss=weight.sum()), False)
