"""A method of a class of layers computes a result; it makes no layer."""

import torch
from torch_geometric.nn import VGAE, GCNConv, MessagePassing


class Convolution(MessagePassing):
    def __init__(self):
        super().__init__(aggr="add")
        self.lin = torch.nn.Linear(3, 4)

    def forward(self, x, edges):
        return self.propagate(edges, x=self.lin(x))


def reconstruct(data):
    model = VGAE(GCNConv(3, 4))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(3):
        z = model.encode(data.x, data.edge_index)
        loss = model.recon_loss(z, data.edge_index)
        loss.backward()
        optimizer.zero_grad()  # ! GL502
        optimizer.step()


def reconstruct_correctly(data):
    model = VGAE(GCNConv(3, 4))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(3):
        optimizer.zero_grad()
        z = model.encode(data.x, data.edge_index)
        loss = model.recon_loss(z, data.edge_index) + model.kl_loss()
        loss.backward()
        optimizer.step()


def convolve(data):
    model = Convolution()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(3):
        loss = model(data.x, data.edge_index).pow(2).mean()
        loss.backward()  # ! GL501
        optimizer.step()
