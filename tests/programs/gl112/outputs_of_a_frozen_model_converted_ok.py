"""No parameter requires grad."""

import numpy as np
import torch
from torch import nn

model = nn.Linear(3, 2).requires_grad_(False)
rows = np.empty((4, 2))
for number in range(4):
    rows[number] = model(torch.randn(3))
print(model(torch.randn(8, 3)).numpy().mean(), rows.mean())
