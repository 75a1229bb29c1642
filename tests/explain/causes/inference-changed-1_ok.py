import torch
from torch import nn

model = nn.Linear(4, 2)
with torch.no_grad():
    prediction = model(torch.randn(3, 4))
prediction.add_(1.0)
