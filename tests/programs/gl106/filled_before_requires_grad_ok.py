"""The tensor is filled while it is plain data and requires grad only afterwards."""

import torch

prototypes = torch.empty(3, 4)
for number in range(3):
    prototypes[number].fill_(number)
prototypes += 0.01 * torch.randn(3, 4)
prototypes.requires_grad_()
distance = torch.cdist(torch.randn(5, 4), prototypes).min(dim=1).values.mean()
distance.backward()
print(prototypes.grad.shape)
