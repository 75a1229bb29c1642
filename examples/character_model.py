"""A recurrent network on one long text: the hidden state is carried from piece to piece, and its graph with it."""

import torch
from torch import nn


class CharacterModel(nn.Module):
    def __init__(self, letters, width):
        super().__init__()
        self.embedding = nn.Embedding(letters, width)
        self.lstm = nn.LSTM(width, width, batch_first=True)
        self.decoder = nn.Linear(width, letters)

    def forward(self, text, state):
        output, state = self.lstm(self.embedding(text), state)
        return self.decoder(output), state


model = CharacterModel(letters=30, width=16)
optimizer = torch.optim.Adam(model.parameters())
criterion = nn.CrossEntropyLoss()
text = torch.randint(30, (4, 81))
state = None

for start in range(0, 80, 20):
    piece, following = text[:, start : start + 20], text[:, start + 1 : start + 21]
    scores, state = model(piece, state)
    loss = criterion(scores.reshape(-1, 30), following.reshape(-1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
