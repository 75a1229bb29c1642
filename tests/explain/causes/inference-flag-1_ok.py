import torch
from torch import nn

model = nn.Linear(4, 2)
with torch.inference_mode():
    features = model(torch.randn(3, 4))
features = features.clone().requires_grad_()
