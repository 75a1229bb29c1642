"""A network of a library's layers is evaluated under no_grad."""

import sys
import types

import torch
import torch.nn.functional as F

geometric = types.ModuleType("torch_geometric")
exec(
    """
import torch

class GCNConv(torch.nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.lin = torch.nn.Linear(inputs, outputs)
    def forward(self, x, edges):
        return self.lin(edges @ x)

class Data:
    def __init__(self):
        self.x, self.edges, self.y = torch.randn(6, 4), torch.eye(6), torch.randint(0, 3, (6,))
        self.train_mask = torch.arange(6) < 3
    def to(self, device):
        return self

class Planetoid:
    num_features, num_classes = 4, 3
    def __getitem__(self, index):
        return Data()
""",
    geometric.__dict__,
)
sys.modules["torch_geometric"] = geometric
from torch_geometric import GCNConv, Planetoid

dataset = Planetoid()
data = dataset[0]


class Net(torch.nn.Module):
    def __init__(self, features):
        super().__init__()
        self.conv1 = GCNConv(features, 16)
        self.conv2 = GCNConv(16, dataset.num_classes)

    def forward(self, x, edges):
        x = F.dropout(F.relu(self.conv1(x, edges)), training=self.training)
        return F.log_softmax(self.conv2(x, edges), dim=1)


model, data = Net(dataset.num_features), data.to("cpu")
optimizer = torch.optim.Adam([dict(params=model.conv1.parameters(), weight_decay=5e-4), dict(params=model.conv2.parameters())], lr=0.01)
for epoch in range(3):
    model.train()
    optimizer.zero_grad()
    out = model(data.x, data.edges)
    F.nll_loss(out[data.train_mask], data.y[data.train_mask]).backward()
    optimizer.step()
    model.eval()
    with torch.no_grad():
        pred = model(data.x, data.edges).argmax(1)
    print(int((pred == data.y).sum()))
