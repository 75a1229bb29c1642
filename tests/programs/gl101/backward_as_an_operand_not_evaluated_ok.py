"""A `backward()` after `and` does not run if the operand before it is false, and one after `or` does not if it is true."""

import torch
from torch import nn

model = nn.Linear(3, 1)
loss = torch.sigmoid(model(torch.randn(8, 3))).mean()
early, late = False, True
early and loss.backward()
late or loss.backward()
loss.backward()
