"""A sample of torch.normal depends on its mean's graph: the gradient is zero, and PyTorch does not raise."""

import torch

weight = torch.tensor([2.0], requires_grad=True)
mean = weight * 3
spread = mean.exp()

torch.normal(mean, spread).backward()
torch.normal(mean=weight * 3, std=1.0).backward()
torch.normal(1.0, weight.exp()).backward()
torch.bernoulli(weight / 4).backward()
torch.poisson(weight * 2).backward()
print(weight.grad.item())
