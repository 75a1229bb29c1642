"""eval is called, which turns dropout off."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.5), nn.Linear(8, 2))
model.eval()
with torch.no_grad():
    print(model(torch.randn(3, 4)).argmax(1))
