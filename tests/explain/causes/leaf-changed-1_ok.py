import torch

weight = torch.zeros(3, requires_grad=True)
with torch.no_grad():
    weight.add_(1.0)
