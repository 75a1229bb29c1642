import torch
from generator_with_two_outputs import Generator
from wrapping_helper import distribute

generator = distribute(Generator())
optimizer = torch.optim.Adam(generator.parameters(), lr=0.01)
for noise in torch.randn(3, 5, 2):
    loss = (generator(noise)["image"] - 1).pow(2).mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
