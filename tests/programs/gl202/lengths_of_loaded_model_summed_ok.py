"""The lengths that a loaded model returns serve to pack a sequence: they are integers, and a meter that counts them holds no graph."""

import io

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence


class Meter:
    def __init__(self):
        self.total = 0
        self.count = 0

    def update(self, value, n=1):
        self.total += value * n
        self.count += n


buffer = io.BytesIO()
torch.save(nn.Sequential(nn.Linear(3, 8), nn.MaxPool1d(8, return_indices=True)), buffer)
buffer.seek(0)
net = torch.load(buffer, weights_only=False)
net.train()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
meter = Meter()
for _ in range(5):
    scores, lengths = net(torch.randn(2, 4, 3))
    lengths = lengths[:, 0, 0].clamp(1, 4).sort(descending=True)[0]
    packed = pack_padded_sequence(scores, lengths, batch_first=True).data
    loss = packed.pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    meter.update(loss.item(), sum(lengths))
print(meter.total / meter.count)
