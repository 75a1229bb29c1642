"""The best weights are copied back only after backward and step."""

import copy

import torch

model = torch.nn.Sequential(torch.nn.Linear(4, 6), torch.nn.ReLU(), torch.nn.Linear(6, 1))
best = copy.deepcopy(model.state_dict())
optimizer = torch.optim.SGD(model.parameters(), lr=2.0)
lowest = float("inf")
for epoch in range(12):
    x = torch.randn(16, 4)
    loss = torch.nn.functional.mse_loss(model(x), x.sum(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if loss.item() < lowest:
        lowest = loss.item()
        best = copy.deepcopy(model.state_dict())
    else:
        model.load_state_dict(best)
