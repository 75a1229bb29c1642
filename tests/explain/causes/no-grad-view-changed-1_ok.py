import torch

weight = torch.randn(4, requires_grad=True)
scaled = weight * 2
part = scaled[:2]
part.mul_(2)
