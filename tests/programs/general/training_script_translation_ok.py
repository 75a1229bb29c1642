"""Sequence to sequence with attention and teacher forcing: every sentence builds, backpropagates and drops its own graph."""

import random

import torch
import torch.nn.functional as F
from torch import nn


class Encoder(nn.Module):
    def __init__(self, words, size):
        super().__init__()
        self.size = size
        self.embedding, self.gru = nn.Embedding(words, size), nn.GRU(size, size)

    def forward(self, word, hidden):
        return self.gru(self.embedding(word).view(1, 1, -1), hidden)

    def start(self):
        return torch.zeros(1, 1, self.size)


class Decoder(nn.Module):
    def __init__(self, words, size):
        super().__init__()
        self.embedding, self.gru, self.out = nn.Embedding(words, size), nn.GRU(2 * size, size), nn.Linear(size, words)

    def forward(self, word, hidden, memory):
        attention = F.softmax(memory @ hidden[0, 0], dim=0)
        context = attention @ memory
        inputs = torch.cat([self.embedding(word).view(-1), context]).view(1, 1, -1)
        output, hidden = self.gru(inputs, hidden)
        return F.log_softmax(self.out(output[0]), dim=1), hidden


def train(source, target, encoder, decoder, optimizers, criterion, forcing=0.5):
    for optimizer in optimizers:
        optimizer.zero_grad()
    hidden, memory, loss = encoder.start(), torch.zeros(len(source), encoder.size), 0
    for place in range(len(source)):
        output, hidden = encoder(source[place], hidden)
        memory[place] = output[0, 0]
    word = torch.tensor([0])
    teaching = random.random() < forcing
    for place in range(len(target)):
        output, hidden = decoder(word, hidden, memory)
        loss += criterion(output, target[place])
        if teaching:
            word = target[place]
        else:
            word = output.topk(1)[1].squeeze().detach()
            if word.item() == 1:
                break
    loss.backward()
    for optimizer in optimizers:
        optimizer.step()
    return loss.item() / len(target)


def evaluate(source, encoder, decoder, length=4):
    with torch.no_grad():
        hidden, memory, words = encoder.start(), torch.zeros(len(source), encoder.size), []
        for place in range(len(source)):
            output, hidden = encoder(source[place], hidden)
            memory[place] += output[0, 0]
        word = torch.tensor([0])
        for _ in range(length):
            output, hidden = decoder(word, hidden, memory)
            word = output.argmax(dim=1)
            words.append(word.item())
        return words


encoder, decoder = Encoder(7, 4), Decoder(6, 4)
optimizers = [torch.optim.SGD(part.parameters(), lr=0.01) for part in (encoder, decoder)]
for _ in range(3):
    source, target = torch.randint(0, 7, (4, 1)), torch.randint(0, 6, (3, 1))
    print(train(source, target, encoder, decoder, optimizers, nn.NLLLoss()))
print(evaluate(torch.tensor([[1], [2]]), encoder, decoder))
