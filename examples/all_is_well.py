"""The same situations done right: graphlint has nothing to say."""

import torch
from torch import nn

recurrent = nn.GRU(8, 16, batch_first=True)
decoder = nn.Linear(16, 8)
optimizer = torch.optim.Adam([*recurrent.parameters(), *decoder.parameters()])
sequence = torch.randn(4, 60, 8)

state = torch.zeros(1, 4, 16)
total = 0.0
for start in range(0, 40, 20):
    piece, following = sequence[:, start : start + 20], sequence[:, start + 1 : start + 21]
    output, state = recurrent(piece, state.detach())
    loss = nn.functional.mse_loss(decoder(output), following)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    total += loss.item()

recurrent.eval()
with torch.no_grad():
    output, _ = recurrent(sequence)
    print(f"training {total / 2:.3f}, afterwards {nn.functional.mse_loss(decoder(output[:, :-1]), sequence[:, 1:]):.3f}")
