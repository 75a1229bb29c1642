"""The model is selected by a name on the command line, in another file; the state is detached from the batch before."""
import sys

import torch
from model import Recurrent
from torch import nn

model = Recurrent(sys.argv[1] if len(sys.argv) > 1 else "GRU", 10).to("cpu")
criterion = nn.CrossEntropyLoss()


def train(batches):
    model.train()
    hidden = torch.zeros(1, 2, 4)
    for words, targets in batches:
        model.zero_grad()
        output, hidden = model(words, hidden.detach())
        loss = criterion(output.view(-1, 10), targets)
        loss.backward()


train([(torch.zeros(3, 2).long(), torch.zeros(6).long()) for _ in range(3)])
