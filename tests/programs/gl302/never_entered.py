"""The guard is made, bound to a name and never entered."""

import torch
from torch import nn

net = nn.Linear(4, 2)
net.eval()
guard = torch.inference_mode()  # ! GL302
preds = []
for x in torch.randn(3, 5, 4):
    preds.append(net(x).argmax(1))
print(torch.cat(preds))
