"""Each iteration builds one graph and backpropagates it once: what is retained waits for a backward that never comes."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

network = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 2))
optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
criterion = nn.CrossEntropyLoss()
data = TensorDataset(torch.randn(12, 6), torch.randint(0, 2, (12,)))
for epoch in range(2):
    for inputs, labels in DataLoader(data, batch_size=4, shuffle=True):
        optimizer.zero_grad()
        loss = criterion(network(inputs), labels)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()
