import torch
from torch import nn

import settings

model = nn.Linear(2, 1)
total = 0
done = 0
while done < 5:
    loss = model(torch.randn(2, 2)).mean() * settings.RATE
    loss.backward()
    total += loss  # ! GL202
    done += 1
print(total)
