"""The step comes after backward."""

import torch
from torch import nn

emb = nn.Embedding(6, 3)
opt = torch.optim.SparseAdam(emb.parameters()) if emb.sparse else torch.optim.SGD(emb.parameters(), lr=0.1)
loss = emb(torch.tensor([1, 2])).pow(2).sum()
loss.backward()
opt.step()
