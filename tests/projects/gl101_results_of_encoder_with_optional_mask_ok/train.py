"""Both results of the encoder are backpropagated in one backward."""
import torch

from encoder import Encoder

encoder = Encoder(3)
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
for x in torch.randn(4, 5, 3):
    masked, features = encoder(x, mask=torch.ones(5, 3))
    optimizer.zero_grad()
    (masked.pow(2).mean() + features.abs().mean()).backward()
    optimizer.step()
