"""The recurrent state is only detached every third chunk."""
import os

import torch
from torch import nn

EVERY = int(os.environ.get("DETACH_EVERY", "3"))


class CharModel(nn.Module):
    def __init__(self, vocabulary=12, width=16):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, width)
        self.lstm = nn.LSTM(width, width, batch_first=True)
        self.decoder = nn.Linear(width, vocabulary)

    def forward(self, tokens, state=None):
        output, state = self.lstm(self.embedding(tokens), state)  # <- built
        return self.decoder(output), state


model = CharModel()
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
state = None
for number, chunk in enumerate(torch.randint(0, 12, (6, 2, 9))):
    if state is not None and number % EVERY == 0:
        state = tuple(part.detach() for part in state)
    logits, state = model(chunk[:, :-1], state)
    loss = nn.functional.cross_entropy(logits.flatten(0, 1), chunk[:, 1:].flatten())
    optimizer.zero_grad()
    loss.backward()  # <- raised, freed
    optimizer.step()
