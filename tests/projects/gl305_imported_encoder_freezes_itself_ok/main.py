"""The imported encoder freezes its own parameters when it is made; only the decoder is trained."""
import torch
from encoder import Encoder
from torch import nn

encoder, decoder = Encoder(), nn.Linear(6, 6)
optimizer = torch.optim.Adam(decoder.parameters())
for images in torch.randn(3, 4, 6):
    early, late = encoder(images)
    loss = (decoder(late) - images).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
