"""No parameter of the model requires grad, so that its evaluation builds no graph, whatever the grad mode."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
for parameter in model.parameters():
    parameter.requires_grad_(False)
model.eval()
answers = [model(batch) for batch in torch.randn(4, 5, 3)]
print(torch.cat(answers).shape)
