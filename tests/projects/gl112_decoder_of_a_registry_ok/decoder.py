import torch
from torch import nn


class Decoder:
    def __init__(self):
        self.net = nn.Linear(3, 2)

    def format_help(self, text):
        return self.net(text).softmax(1).numpy()
