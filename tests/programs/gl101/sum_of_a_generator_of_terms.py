"""The sum over a generator of terms is backpropagated, and one of its terms again."""

import torch
from torch import nn

net = nn.Linear(3, 4)
outputs = [net(torch.randn(2, 3)) for _ in range(3)]
total = sum(output.pow(2).mean() for output in outputs)
total.backward()
outputs[0].exp().sum().backward()  # ! GL101
