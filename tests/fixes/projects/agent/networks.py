from torch import nn


class QNetwork(nn.Module):
    def __init__(self, states, actions):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(states, 64), nn.ReLU(), nn.Linear(64, actions))

    def forward(self, state):
        return self.layers(state)
