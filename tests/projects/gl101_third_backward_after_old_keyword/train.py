"""Once the old keyword has its new name, the first of two backwards retains what the second needs, and the third finds it freed."""
import torch
from torch import nn

net = nn.Linear(3, 1)
loss = net(torch.randn(5, 3)).sigmoid().mean()
loss.backward(retain_variables=True)  # ! GL901
loss.backward()
loss.backward()  # ! GL101
