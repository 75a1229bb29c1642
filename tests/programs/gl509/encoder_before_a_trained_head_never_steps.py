"""The head steps, and the encoder before it never does: its optimizer only resets the gradients of the common loss."""

import torch
from torch import nn

encoder, head = nn.Linear(3, 4), nn.Linear(4, 1)
encoder_optimizer = torch.optim.Adam(encoder.parameters(), lr=0.01)
head_optimizer = torch.optim.Adam(head.parameters(), lr=0.01)
for batch in torch.randn(4, 8, 3):
    features = encoder(batch).tanh()
    loss = head(features + 0.1 * torch.randn_like(features)).pow(2).mean()
    encoder_optimizer.zero_grad()
    head_optimizer.zero_grad()
    loss.backward()  # ! GL509
    head_optimizer.step()
