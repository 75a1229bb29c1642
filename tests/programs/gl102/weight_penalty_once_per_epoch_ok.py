"""The penalty on the weights is summed for each batch."""

import torch
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(1)
loader = DataLoader(TensorDataset(torch.randn(20, 3), torch.randn(20, 1)), batch_size=5, shuffle=True)
net = torch.nn.Sequential(torch.nn.Linear(3, 8), torch.nn.ReLU(), torch.nn.Linear(8, 1))
opt = torch.optim.SGD(net.parameters(), lr=1e-2)
loss_fn = torch.nn.MSELoss()
for epoch in range(2):
    for xb, yb in loader:
        l2 = sum(p.pow(2).sum() for p in net.parameters())
        opt.zero_grad()
        loss = loss_fn(net(xb), yb) + 1e-3 * l2
        loss.backward()
        opt.step()
