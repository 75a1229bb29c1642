"""The masks and targets of a library's data set are collected in each iteration, and nothing shows that they have graphs."""

import sys
import types

import torch

geometric = types.ModuleType("torch_geometric")
exec(
    """
import torch

class Data:
    num_nodes = 20
    edge_mask = (torch.arange(20) % 3 == 0).float()
    edge_index = torch.stack([torch.arange(20), torch.arange(20).flip(0)])

class ExplainerDataset:
    def __init__(self, nodes):
        self.nodes = nodes
    def __getitem__(self, index):
        return Data()

def k_hop_subgraph(node, num_hops, edge_index):
    mask = (edge_index - node).abs().min(0).values <= num_hops
    return None, None, None, mask
""",
    geometric.__dict__,
)
sys.modules["torch_geometric"] = geometric
from torch_geometric import ExplainerDataset, k_hop_subgraph

dataset = ExplainerDataset(nodes=20)
data = dataset[0]
weights = torch.nn.Parameter(torch.rand(20))
targets, preds = [], []
for node in range(4, data.num_nodes, 5):
    _, _, _, hard_edge_mask = k_hop_subgraph(node, num_hops=3, edge_index=data.edge_index)
    targets.append(data.edge_mask[hard_edge_mask].cpu())
    preds.append(weights.detach()[hard_edge_mask].sigmoid().cpu())
print(torch.cat(targets).mean(), torch.cat(preds).mean())
