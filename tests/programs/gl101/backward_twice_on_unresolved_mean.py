"""The model is unresolved, and a mean saves nothing; that backward runs twice on the same root is enough."""

from operator import methodcaller

import torch
from torch import nn

head = nn.Linear(8, 10)
optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
loss = -methodcaller("log_softmax", 1)(head(torch.randn(4, 8))).mean()
loss.backward()
loss.backward()  # ! GL101
optimizer.step()
