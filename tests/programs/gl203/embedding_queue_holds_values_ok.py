"""A queue stores the last embeddings as values, and each new batch is contrasted with them."""

from collections import deque

import torch
import torch.nn.functional as F
from torch import nn

encoder = nn.Linear(5, 4)
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
queue = deque([F.normalize(torch.randn(3, 4), dim=1)], maxlen=4)
for batch in torch.randn(5, 3, 5):
    query = F.normalize(encoder(batch), dim=1)
    positive = (query * F.normalize(encoder(batch + 0.1), dim=1)).sum(dim=1, keepdim=True)
    negative = query @ torch.cat(list(queue)).t()
    logits = torch.cat([positive, negative], dim=1)
    loss = F.cross_entropy(logits, torch.zeros(3, dtype=torch.long))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    queue.append(query.detach())
