"""The keyword is retain_graph."""
import torch
from torch import nn

encoder, decoder, judge = nn.Linear(4, 2), nn.Linear(2, 4), nn.Linear(2, 1)
optimizer = torch.optim.Adam([*encoder.parameters(), *decoder.parameters(), *judge.parameters()])
for batch in torch.randn(2, 5, 4):
    code = torch.sigmoid(encoder(batch))
    restoration, verdict = (decoder(code) - batch).pow(2).mean(), judge(code).abs().mean()
    optimizer.zero_grad()
    restoration.backward(retain_graph=True)
    verdict.backward()
    optimizer.step()
