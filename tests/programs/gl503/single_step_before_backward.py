"""The only step comes before the only backward."""

import torch
from torch import nn

emb = nn.Embedding(6, 3)
opt = torch.optim.SparseAdam(emb.parameters()) if emb.sparse else torch.optim.SGD(emb.parameters(), lr=0.1)
loss = emb(torch.tensor([1, 2])).pow(2).sum()
opt.step()  # ! GL503
loss.backward()
