"""In `no_grad`, a tensor that requires grad can be converted."""

import numpy as np
import torch
from torch import nn

model = nn.Linear(3, 1)
output = model(torch.randn(8, 3))
with torch.no_grad():
    print(output.numpy().mean(), np.mean([output.mean(), output.sum()]), np.asarray(model.weight).shape)
