"""One of two heads trains the encoder, too."""

import torch
from torch import nn


class Joint(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder, self.value, self.policy = nn.Linear(4, 8), nn.Linear(8, 1), nn.Linear(8, 2)

    def forward(self, x):
        features = self.encoder(x).relu()
        return self.value(features.detach()), self.policy(features)


model = Joint()
encoder_optimizer = torch.optim.SGD(model.encoder.parameters(), lr=0.1)
head_optimizer = torch.optim.SGD([*model.value.parameters(), *model.policy.parameters()], lr=0.1)
for x in torch.randn(4, 6, 4):
    value, logits = model(x)
    encoder_optimizer.zero_grad()
    head_optimizer.zero_grad()
    (value.pow(2).mean() + logits.pow(2).mean()).backward()
    encoder_optimizer.step()
    head_optimizer.step()
