"""model.eval is only named: the dropout goes on during the evaluation."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.5), nn.Linear(8, 2))
model.eval  # ! GL303
with torch.no_grad():
    for batch in torch.randn(3, 5, 4):
        print(model(batch).argmax(dim=1).tolist())
