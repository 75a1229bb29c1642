"""The gradients zeroed between backward and step are those of the other network, which the step does not use."""

import torch
from torch import nn

adapter = nn.Linear(3, 4)
discriminator = nn.Linear(4, 1)
adapter_optimizer = torch.optim.SGD(adapter.parameters(), lr=0.1)
discriminator_optimizer = torch.optim.SGD(discriminator.parameters(), lr=0.1)
for batch, real in zip(torch.randn(3, 5, 3), torch.randn(3, 5, 4)):
    adapter_optimizer.zero_grad()
    made = adapter(batch)
    (-discriminator(made)).mean().backward()
    discriminator_optimizer.zero_grad()
    adapter_optimizer.step()
    (discriminator(made.detach()).mean() - discriminator(real).mean()).backward()
    discriminator_optimizer.step()
