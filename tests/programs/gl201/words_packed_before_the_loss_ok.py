"""The same with a plain backward: no graph is retained."""

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pack_sequence


def caption(decoder, criterion, optimizer, loader):
    for images, words, lengths in loader:
        scores, _ = decoder(images)
        predicted = pack_padded_sequence(scores, lengths, batch_first=True).data
        expected = pack_padded_sequence(words, lengths, batch_first=True).data
        loss = criterion(predicted, expected)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(3, 4, batch_first=True)
        self.head = nn.Linear(4, 5)

    def forward(self, packed):
        states, _ = self.lstm(packed)
        return self.head(states.data)


def tag(sentences):
    tagger = Decoder()
    optimizer = torch.optim.SGD(tagger.parameters(), lr=0.1)
    for _ in range(4):
        loss = tagger(pack_sequence(sentences)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def score(sentences):
    embed = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
    optimizer = torch.optim.SGD(embed.parameters(), lr=0.1)
    for _ in range(4):
        packed = pack_sequence([embed(sentence) for sentence in sentences])
        loss = packed.data.pow(2).mean() / packed.batch_sizes.sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


class Captioner(nn.Linear):
    def forward(self, images):
        scores = super().forward(images)
        return scores, scores.softmax(dim=-1)


hidden = eval
captioner = Captioner(3, 5)
batches = [(torch.randn(2, 4, 3), torch.zeros(2, 4, dtype=torch.long), [4, 2]) for _ in range(4)]
hidden("caption")(captioner, nn.CrossEntropyLoss(), torch.optim.SGD(captioner.parameters(), lr=0.1), batches)
tag([torch.randn(3, 3), torch.randn(2, 3)])
score([torch.randn(3, 3), torch.randn(2, 3)])
