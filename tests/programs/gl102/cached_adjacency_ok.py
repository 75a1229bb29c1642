"""The adjacency is computed at every call."""

import torch
import torch.nn as nn


class LearnedGraph(nn.Module):
    def __init__(self, nodes, dim):
        super().__init__()
        self.emb = nn.Parameter(torch.randn(nodes, dim))
        self.lin = nn.Linear(dim, 1)
        self._adj = None

    def adjacency(self):
        self._adj = torch.softmax(self.emb @ self.emb.t(), dim=-1)
        return self._adj

    def forward(self, x):
        return self.lin(self.adjacency() @ x)


model = LearnedGraph(6, 4)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for t in range(5):
    x, y = torch.randn(6, 4), torch.randn(6, 1)
    optimizer.zero_grad()
    loss = nn.functional.smooth_l1_loss(model(x), y)
    loss.backward()
    optimizer.step()
