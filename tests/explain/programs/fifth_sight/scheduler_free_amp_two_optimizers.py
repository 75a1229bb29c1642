"""Two optimizers share a scaler, which is updated after the second one's first step only."""
import torch
from torch import nn

encoder, decoder = nn.Linear(4, 3), nn.Linear(3, 4)
optimizers = [torch.optim.SGD(encoder.parameters(), lr=0.1), torch.optim.SGD(decoder.parameters(), lr=0.1)]
scaler = torch.amp.GradScaler("cpu")


def micro_step(x, last):
    loss = (decoder(encoder(x)) - x).pow(2).mean()
    scaler.scale(loss).backward()
    for optimizer in optimizers:
        scaler.step(optimizer)  # <- raised, other
    if last:
        scaler.update()
        for optimizer in optimizers:
            optimizer.zero_grad()


for batch in torch.randn(4, 2, 5, 4):
    for index, part in enumerate(batch):
        micro_step(part, last=index == 1)
