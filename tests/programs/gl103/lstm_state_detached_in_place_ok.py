"""detach_ on each half of the LSTM's state changes the tensors themselves, so that nothing has to be bound again."""

import torch
from torch import nn


class Chunked:
    def __init__(self):
        self.model = nn.LSTM(3, 4)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def run(self, chunks):
        hidden = (torch.zeros(1, 2, 4), torch.zeros(1, 2, 4))
        for chunk in chunks:
            self.optimizer.zero_grad()
            hidden[0].detach_()
            hidden[1].detach_()
            output, hidden = self.model(chunk, hidden)
            output.pow(2).mean().backward()
            self.optimizer.step()


Chunked().run(torch.randn(3, 5, 2, 3))
