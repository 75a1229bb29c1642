"""The forward that training uses calls a method which the decoding calls alone: what lacks no_grad is the call of the decoding."""

import torch
from torch import nn


class Translator(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(10, 4)
        self.scores = nn.Linear(4, 10)

    def encode(self, tokens):
        return self.table(tokens).mean(1)

    def forward(self, tokens):
        return self.scores(self.encode(tokens))


def decode(weights, sentences):
    model = Translator()
    model.load_state_dict(weights)
    model.eval()
    found = []
    for tokens in sentences:
        memory = model.encode(tokens)  # ! GL301
        found.append(memory.argmax(1).tolist())
    return found


def train(model, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for tokens, targets in batches:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(tokens), targets).backward()
        optimizer.step()


batches = [(torch.randint(0, 10, (4, 5)), torch.randint(0, 10, (4,))) for _ in range(3)]
model = Translator()
train(model, batches)
print(eval("decode")(model.state_dict(), [tokens for tokens, _ in batches]))
