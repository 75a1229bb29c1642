"""Called without an argument, Node2Vec returns its parameter: no graph is built. Called with nodes, it selects their rows."""

import torch
from torch_geometric.nn import Node2Vec


def embed(edges, nodes, device):
    model = Node2Vec(edges, 16, num_nodes=nodes).to(device)
    optimizer = torch.optim.Adam(list(model.parameters()), lr=0.01)
    for positive, negative in model.loader(batch_size=8):
        optimizer.zero_grad()
        loss = model.loss(positive, negative)
        loss.backward()
        optimizer.step()
    return model().detach().numpy()


def embed_some(edges, nodes, device, chosen):
    model = Node2Vec(edges, 16, num_nodes=nodes).to(device)
    optimizer = torch.optim.Adam(list(model.parameters()), lr=0.01)
    for positive, negative in model.loader(batch_size=8):
        optimizer.zero_grad()
        loss = model.loss(positive, negative)
        loss.backward()
        optimizer.step()
    return model(chosen).detach().numpy()  # ! GL304
