"""The state enters each chunk detached."""

import argparse

import torch
from torch import nn


class LanguageModel(nn.Module):
    def __init__(self, tokens, size):
        super().__init__()
        self.size = size
        self.encoder = nn.Embedding(tokens, size)
        self.rnn = nn.LSTM(size, size)
        self.decoder = nn.Linear(size, tokens)

    def forward(self, text, hidden):
        output, hidden = self.rnn(self.encoder(text), hidden)
        return self.decoder(output), hidden

    def init_hidden(self, batch):
        weight = next(self.parameters())
        return weight.new_zeros(1, batch, self.size), weight.new_zeros(1, batch, self.size)


def train(args, model, corpus):
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=args.lr)
    hidden = model.init_hidden(corpus.size(1))
    for start in range(0, len(corpus) - 1, args.bptt):
        text, target = corpus[start : start + args.bptt], corpus[start + 1 : start + 1 + args.bptt]
        optimizer.zero_grad()
        hidden = tuple(state.detach() for state in hidden)
        output, hidden = model(text[: len(target)], hidden)
        loss = criterion(output.flatten(0, 1), target.flatten())
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 0.25)
        optimizer.step()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--lr", type=float, default=0.5)
    parser.add_argument("--bptt", type=int, default=4)
    train(parser.parse_args(), LanguageModel(9, 6), torch.randint(0, 9, (13, 2)))
