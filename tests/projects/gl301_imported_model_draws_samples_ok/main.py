"""The imported model draws samples under no_grad."""
import torch
from model import Decoder

decoder = Decoder()
optimizer = torch.optim.Adam(decoder.parameters())
for pictures in torch.rand(3, 4, 8):
    optimizer.zero_grad()
    (decoder(torch.randn(4, 2)) - pictures).pow(2).mean().backward()
    optimizer.step()
print(len(decoder.sample(3)))
