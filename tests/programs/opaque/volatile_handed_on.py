"""The helper hands on what its caller says of volatile, and no caller that is at hand says True."""
import torch
from torch.autograd import Variable


def as_variable(array, volatile=False):
    return Variable(torch.tensor(array), volatile=volatile)


print({"make": as_variable}["ma" + "ke"]([1.0, 2.0]).sum().item())
