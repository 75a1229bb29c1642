"""The predictions are detached before they are collected."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

model = nn.Sequential(nn.Linear(6, 12), nn.BatchNorm1d(12), nn.ReLU(), nn.Linear(12, 2))
optimizer = torch.optim.Adam(model.parameters())
loader = DataLoader(TensorDataset(torch.randn(24, 6), torch.randint(0, 2, (24,))), batch_size=4)
model.train()
all_preds, all_labels = [], []
for x, y in loader:
    logits = model(x)
    loss = nn.functional.cross_entropy(logits, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    all_preds += [logits.detach().softmax(dim=1)]
    all_labels += [y]
scores = torch.cat(all_preds)
print((scores.argmax(1) == torch.cat(all_labels)).float().mean().item())
