"""The normalized adjacency of a graph network has a learned part, and is cached by the first forward pass."""
import torch
from torch import nn


class GraphNet(nn.Module):
    def __init__(self, nodes, width):
        super().__init__()
        self.edges = nn.Parameter(torch.zeros(nodes, nodes))
        self.lift = nn.Linear(width, width)
        self._normalized = None

    def adjacency(self):
        if self._normalized is None:
            weight = self.edges.sigmoid()
            self._normalized = weight / weight.sum(1, keepdim=True)  # <- built
        return self._normalized

    def forward(self, x):
        return self.adjacency() @ self.lift(x)


net = GraphNet(5, 3)
adam = torch.optim.Adam(net.parameters(), lr=0.01)
x, y = torch.randn(5, 3), torch.randn(5, 3)
history = []
for epoch in range(10):
    adam.zero_grad()
    error = torch.nn.functional.smooth_l1_loss(net(x), y)
    error.backward()  # <- raised, freed
    history.append(error.item())
