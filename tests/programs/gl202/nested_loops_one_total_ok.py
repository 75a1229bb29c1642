"""The total is a number."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

network = nn.Sequential(nn.Linear(4, 4), nn.SiLU(), nn.Linear(4, 2))
optimizer = torch.optim.AdamW(network.parameters(), lr=1e-3)
loader = DataLoader(TensorDataset(torch.randn(16, 4)), batch_size=4)
seen, total = 0, 0.0
for epoch in range(4):
    for (batch,) in loader:
        loss = network(batch).logsumexp(dim=1).mean()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        seen += 1
        total = loss.item() + total
    print(f"{epoch}: {total / seen:.4f}")
