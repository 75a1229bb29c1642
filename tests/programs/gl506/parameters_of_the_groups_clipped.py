"""The parameters of the optimizer are clipped by a list, while their gradients are scaled."""

import torch
from torch import nn

encoder, decoder = nn.GRU(3, 4, batch_first=True), nn.Linear(4, 2)
parameters = [*encoder.parameters(), *decoder.parameters()]
optimizer = torch.optim.Adam(parameters, lr=1e-3)
scaler = torch.amp.GradScaler("cpu", init_scale=2.0**10)
criterion = nn.CrossEntropyLoss()
for epoch in range(4):
    for x in torch.randn(2, 5, 6, 3):
        optimizer.zero_grad()
        outputs, _ = encoder(x)
        scaled = scaler.scale(criterion(decoder(outputs[:, -1]), torch.randint(2, (5,))))
        scaled.backward()
        nn.utils.clip_grad_norm_(parameters, 0.25)  # ! GL506
        scaler.step(optimizer)
        scaler.update()
