"""set_grad_enabled(False) works as a statement, and an inference script has nothing to train afterwards."""

import torch
from torch import nn

torch.set_grad_enabled(False)
model = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 3))
model.eval()
answers = []
for batch in torch.randn(3, 5, 4):
    answers.append(model(batch))
print(torch.cat(answers).shape)
