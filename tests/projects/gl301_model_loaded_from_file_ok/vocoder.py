"""The caller loads the model from a file, and imports nothing from here: the name of the method connects the two."""
import torch
from torch import nn


class Vocoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.flows = nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 4)])

    def utter(self, sound):
        for flow in self.flows:
            sound = torch.relu(flow(sound))
        return sound.argmax(1)
