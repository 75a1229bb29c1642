"""The step of the discriminator changes weights that the generator's backward pass needs."""
import torch
from torch import nn

generator, discriminator = nn.Linear(2, 4), nn.Linear(4, 1)
opt_g = torch.optim.SGD(generator.parameters(), lr=0.1)
opt_d = torch.optim.SGD(discriminator.parameters(), lr=0.1)
fake = generator(torch.randn(5, 2))
score = discriminator(fake)
loss_d = score.pow(2).mean()
loss_g = -score.mean()
opt_d.zero_grad()
loss_d.backward(retain_graph=True)
opt_d.step()  # <- changed
opt_g.zero_grad()
loss_g.backward()  # <- raised
