from torch import nn


class Heads(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(6, width), nn.Tanh())
        self.heads = nn.ModuleDict({"kind": nn.Linear(width, 3), "size": nn.Linear(width, 1)})

    def forward(self, cells):
        features = self.trunk(cells)
        return {name: head(features) for name, head in self.heads.items()}
