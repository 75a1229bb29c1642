"""The state is detached when it is stored on the trainer."""

import torch
from torch import nn


class TBPTTTrainer:
    def __init__(self, rnn, readout):
        self.rnn, self.readout = rnn, readout
        self.state = None
        self.optimizer = torch.optim.Adam([*rnn.parameters(), *readout.parameters()], lr=1e-3)

    def run_chunk(self, chunk, state):
        out, new_state = self.rnn(chunk[:-1], state)
        loss = nn.functional.mse_loss(self.readout(out), chunk[1:])
        return loss, new_state

    def train(self, signal, k):
        for start in range(0, signal.size(0) - k, k):
            loss, state = self.run_chunk(signal[start : start + k + 1], self.state)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.state = state.detach()


TBPTTTrainer(nn.GRU(1, 6), nn.Linear(6, 1)).train(torch.randn(20, 2, 1), 5)
