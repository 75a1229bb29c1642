"""The helper passes its caller's volatile on, and no known caller passes True."""

import torch
from torch.autograd import Variable


def as_variable(array, volatile=False):
    return Variable(torch.tensor(array), volatile=volatile)


print({"make": as_variable}["ma" + "ke"]([1.0, 2.0]).sum().item())
