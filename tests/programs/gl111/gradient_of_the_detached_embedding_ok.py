"""The logits are computed from the detached copy."""

import torch
from torch import nn

embedding, model = nn.Embedding(10, 4), nn.Linear(4, 2)
tokens = torch.tensor([1, 2, 3])
embedded = embedding(tokens)
perturbed = embedded.detach().requires_grad_()
logits = model(perturbed).mean(0) + model(embedded).mean(0)
(gradient,) = torch.autograd.grad(logits[0], perturbed)
print(gradient.sign())
