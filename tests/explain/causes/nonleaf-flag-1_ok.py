import torch

weight = torch.randn(3, requires_grad=True)
scaled = (weight * 2).detach()
