"""The loss is computed from the data of the prediction, whether or not a mask selects pixels."""

import torch


def masked_loss(prediction, target, ignored):
    valid = target != ignored
    if valid.sum() == 0:
        return torch.zeros((), device=prediction.device)
    return (prediction[valid] - target[valid]).pow(2).mean()


net = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    loss = masked_loss(net(torch.randn(4, 3)).data, torch.randn(4, 1), 255)
    loss.backward()  # ! GL107
    optimizer.step()
