"""A class of this program is called Variable, and is not torch.autograd.Variable."""

import torch


class Variable:
    def __init__(self, value, unit):
        self.value, self.unit = value, unit


speed = Variable(torch.tensor(3.0), unit="m/s")
print(speed.value.item(), speed.unit)
