"""A model of a few lines is entered where another file uses it: only so is it seen that its Tanh has saved what is freed here."""

import torch
from model import Net

net = Net()
result = net(torch.randn(3, 3))
result.sum().backward()
result.mean().backward()  # ! GL101
