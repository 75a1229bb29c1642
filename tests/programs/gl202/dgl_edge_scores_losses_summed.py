"""A DGL graph stores features that depend on the model, and its .data holds scores that have a graph too; the losses are summed."""

import sys
import types

import torch
from torch import nn
from torch.nn import functional as F

dgl = types.ModuleType("dgl")
exec(
    """
import torch

class Edges:
    def __init__(self):
        self.data = {"label": torch.rand(3, 1)}

class Graph:
    def __init__(self):
        self.ndata, self.edges = {}, {"click": Edges()}
    def apply_edges(self, etype):
        ends = self.ndata["h"]
        self.edges[etype].data["score"] = (ends[:3] * ends[3:]).sum(dim=1, keepdim=True)

class EdgeDataLoader:
    def __iter__(self):
        return ((Graph(), torch.randn(6, 4)) for _ in range(8))
""",
    dgl.__dict__,
)
sys.modules["dgl"] = dgl

from dgl import EdgeDataLoader


class Score(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)

    def forward(self, graph, features):
        graph.ndata["h"] = self.layer(features)
        graph.apply_edges(etype="click")
        return graph.edges["click"].data["score"]


model = Score()
optimizer = torch.optim.Adam(model.parameters())
total = 0.0
for graph, features in EdgeDataLoader():
    scores = model(graph, features)
    loss = F.mse_loss(scores, graph.edges["click"].data["label"])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    total += loss  # ! GL202
