"""A `backward()` after `and` runs if the operand before it is true."""

import torch
from torch import nn

model = nn.Linear(3, 1)
loss = torch.sigmoid(model(torch.randn(8, 3))).mean()
early, late = True, False
early and loss.backward()
late or loss.backward()  # ! GL101
