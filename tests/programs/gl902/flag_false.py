"""volatile is passed on by a helper, to a constructor that has ignored it since 0.4."""

import torch
import torch.autograd as ag


def wrap(array):
    return ag.Variable(torch.as_tensor(array), volatile=True)  # ! GL902


print(wrap([1.0, 2.0]))
