"""Under hooks for saved tensors, an in-place change of a saved tensor is not checked."""

import torch
from torch.autograd import graph
from torch.utils.checkpoint import set_checkpoint_early_stop


def changed_in_saved_tensors_hooks():
    w = torch.ones(3, requires_grad=True)
    y = w * 2
    with graph.saved_tensors_hooks(torch.clone, torch.clone):
        z = y.pow(2)
        y.add_(1)
        z.sum().backward()


def changed_in_save_on_cpu():
    w = torch.ones(3, requires_grad=True)
    y = w * 2
    with graph.save_on_cpu():
        z = y.pow(2)
        y.add_(1)
        z.sum().backward()


def changed_in_allow_mutation_on_saved_tensors():
    w = torch.ones(3, requires_grad=True)
    y = w * 2
    with graph.allow_mutation_on_saved_tensors():
        z = y.pow(2)
        y.add_(1)
        z.sum().backward()


def changed_in_set_checkpoint_early_stop():
    w = torch.ones(3, requires_grad=True)
    y = w * 2
    with set_checkpoint_early_stop(True):
        z = y.pow(2)
        y.add_(1)
        z.sum().backward()  # ! GL105


def changed():
    w = torch.ones(3, requires_grad=True)
    y = w * 2
    z = y.pow(2)
    y.add_(1)
    z.sum().backward()  # ! GL105
