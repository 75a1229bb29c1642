"""Both encoders are in the list."""

import torch
import torch.nn.functional as F
from torch import nn

text = nn.Sequential(nn.Linear(10, 6), nn.ReLU())
audio = nn.Sequential(nn.Linear(12, 6), nn.ReLU())
fuse = nn.Linear(12, 1)
trainable = list(audio.parameters()) + list(fuse.parameters()) + list(text.parameters())
optim = torch.optim.RMSprop(trainable, lr=0.01)
for t, a, y in zip(torch.rand(4, 3, 10), torch.rand(4, 3, 12), torch.rand(4, 3, 1)):
    z = torch.cat([text(t), audio(a)], 1)
    loss = F.mse_loss(fuse(z), y)
    optim.zero_grad()
    loss.backward()
    optim.step()
