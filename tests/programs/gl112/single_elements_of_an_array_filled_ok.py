"""A single element asks the tensor for its number."""

import numpy as np
import torch
from torch import nn

model = nn.Linear(3, 1)
history, table = np.zeros(4), np.zeros((4, 2))
for step in range(4):
    loss = model(torch.randn(8, 3)).pow(2).mean()
    loss.backward()
    history[step] = loss
    table[step, 0] = loss
print(history, table, np.float64(loss), float(loss))
