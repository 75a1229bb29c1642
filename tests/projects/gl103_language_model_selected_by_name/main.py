"""The model is selected by a name on the command line, in another file, and detaches nothing: the state carries its graph on."""
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
        output, hidden = model(words, hidden)
        loss = criterion(output.view(-1, 10), targets)
        loss.backward()  # ! GL103


train([(torch.zeros(3, 2).long(), torch.zeros(6).long()) for _ in range(3)])
