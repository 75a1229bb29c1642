"""The tuple of hidden states goes from batch to batch."""
import torch
from torch import nn


class LM(nn.Module):
    def __init__(self, vocab, hidden):
        super().__init__()
        self.embed = nn.Embedding(vocab, hidden)
        self.rnn = nn.LSTM(hidden, hidden, batch_first=True)
        self.out = nn.Linear(hidden, vocab)

    def forward(self, tokens, state=None):
        x, state = self.rnn(self.embed(tokens), state)  # <- built
        return self.out(x), state


def train(model, batches, optimizer):
    state = None
    for tokens in batches:
        logits, state = model(tokens, state)
        loss = nn.functional.cross_entropy(logits.flatten(0, 1), tokens.flatten())
        optimizer.zero_grad()
        loss.backward()  # <- raised, freed
        optimizer.step()


model = LM(11, 8)
train(model, torch.randint(0, 11, (3, 2, 5)), torch.optim.SGD(model.parameters(), lr=0.1))
