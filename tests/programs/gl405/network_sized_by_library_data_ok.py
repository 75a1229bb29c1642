"""The network's sizes are read off a library's data; the function that trains it steps the parameters that its backward has reached."""

import sys
import types

import torch
import torch.nn.functional as F

library = types.ModuleType("torch_geometric")
exec(
    """
import torch

class LINKX(torch.nn.Module):
    def __init__(self, nodes, features, out_channels):
        super().__init__()
        self.layer = torch.nn.Linear(features, out_channels)
    def forward(self, x, edges):
        return self.layer(edges @ x)

class Data:
    num_nodes, num_features = 6, 4
    def __init__(self):
        self.x, self.edge_index, self.y = torch.randn(6, 4), torch.eye(6), torch.randint(0, 3, (6,))
        self.train_mask = (torch.arange(12) < 6).view(6, 2)
    def to(self, device):
        return self

class LINKXDataset:
    num_classes = 3
    def __getitem__(self, index):
        return Data()
""",
    library.__dict__,
)
sys.modules["torch_geometric"] = library
from torch_geometric import LINKX, LINKXDataset

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
dataset = LINKXDataset()
data = dataset[0].to(device)
model = LINKX(data.num_nodes, data.num_features, out_channels=dataset.num_classes).to(device)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01, weight_decay=0.001)


def train():
    model.train()
    optimizer.zero_grad()
    out = model(data.x, data.edge_index)
    mask = data.train_mask[:, 0]
    loss = F.cross_entropy(out[mask], data.y[mask])
    loss.backward()
    optimizer.step()
    return float(loss)


@torch.no_grad()
def test():
    model.eval()
    accs = []
    out = model(data.x, data.edge_index).argmax(dim=-1)
    for i in range(2):
        mask = data.train_mask[:, i]
        accs.append(int((out[mask] == data.y[mask]).sum()) / 3)
    return accs


for epoch in range(3):
    print(train(), test())
