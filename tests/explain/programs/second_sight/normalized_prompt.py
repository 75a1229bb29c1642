"""Embeddings are normalized before they are given to the optimizer."""
import torch
import torch.nn.functional as F

embeddings = torch.randn(5, 8, requires_grad=True)
normalized = F.normalize(embeddings, dim=1)  # <- built
optimizer = torch.optim.SGD([{"params": [normalized], "lr": 0.1}])  # <- raised
