"""A chain of helpers, deeper than calls are followed, freezes a network before its evaluation: the calls build no graph."""

import torch
from torch import nn

torch.manual_seed(0)


def set_flags(model, wanted):
    for parameter in model.parameters():
        parameter.requires_grad_(wanted)


def set_flags_1(model, wanted):
    set_flags(model, wanted)


def set_flags_2(model, wanted):
    set_flags_1(model, wanted)


def set_flags_3(model, wanted):
    set_flags_2(model, wanted)


def set_flags_4(model, wanted):
    set_flags_3(model, wanted)


def set_flags_5(model, wanted):
    set_flags_4(model, wanted)


def set_flags_6(model, wanted):
    set_flags_5(model, wanted)


def set_flags_7(model, wanted):
    set_flags_6(model, wanted)


def set_flags_8(model, wanted):
    set_flags_7(model, wanted)


def set_flags_9(model, wanted):
    set_flags_8(model, wanted)


def set_flags_10(model, wanted):
    set_flags_9(model, wanted)


def set_flags_11(model, wanted):
    set_flags_10(model, wanted)


def set_flags_12(model, wanted):
    set_flags_11(model, wanted)


def set_flags_13(model, wanted):
    set_flags_12(model, wanted)


def evaluate(model, batches):
    model.eval()
    set_flags_13(model, False)
    for batch in batches:
        print(model(batch).argmax(1).float().mean().item())


evaluate(nn.Linear(3, 3), [torch.randn(4, 3) for _ in range(3)])
