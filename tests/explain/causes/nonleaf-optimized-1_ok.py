import torch

weight = (torch.randn(3) * 0.1).requires_grad_()
optimizer = torch.optim.SGD([weight], lr=0.1)
