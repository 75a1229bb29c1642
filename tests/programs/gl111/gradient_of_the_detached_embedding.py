"""The logits are computed from the embedding, not from its detached copy."""

import torch
from torch import nn

embedding, model = nn.Embedding(10, 4), nn.Linear(4, 2)
tokens = torch.tensor([1, 2, 3])
embedded = embedding(tokens)
perturbed = embedded.detach().requires_grad_()
logits = model(embedded).mean(0)
(gradient,) = torch.autograd.grad(logits[0], perturbed)  # ! GL111
print(gradient.sign())
