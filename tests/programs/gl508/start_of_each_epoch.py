"""The scheduler steps at the start of each epoch, as before PyTorch 1.1, so that the first learning rate is skipped."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=2, gamma=0.1)
loader = [(torch.randn(8, 3), torch.randn(8, 1)) for _ in range(3)]
for epoch in range(4):
    scheduler.step()  # ! GL508
    print(epoch, scheduler.get_last_lr())
    for x, y in loader:
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
