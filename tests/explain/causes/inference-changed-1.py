"""A prediction of inference mode is changed in place outside of it."""

import torch
from torch import nn

model = nn.Linear(4, 2)
with torch.inference_mode():
    prediction = model(torch.randn(3, 4))
prediction.add_(1.0)  # raises
