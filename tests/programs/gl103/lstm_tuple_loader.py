"""The pair of states of the LSTM goes from chunk to chunk, and with it the graph of the chunk before."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class CharRNN(nn.Module):
    def __init__(self, vocab=11, hidden=16):
        super().__init__()
        self.embed = nn.Embedding(vocab, 8)
        self.lstm = nn.LSTM(8, hidden, num_layers=2, batch_first=True)
        self.fc = nn.Linear(hidden, vocab)

    def forward(self, tokens, state=None):
        out, state = self.lstm(self.embed(tokens), state)
        return self.fc(out), state


data = TensorDataset(torch.randint(0, 11, (12, 9)))
model = CharRNN()
optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
criterion = nn.CrossEntropyLoss()
state = None
for i, (chunk,) in enumerate(DataLoader(data, batch_size=4)):
    logits, state = model(chunk[:, :-1], state)
    loss = criterion(logits.flatten(0, 1), chunk[:, 1:].flatten())
    optimizer.zero_grad()
    loss.backward()  # ! GL103
    torch.nn.utils.clip_grad_norm_(model.parameters(), 0.5)
    optimizer.step()
