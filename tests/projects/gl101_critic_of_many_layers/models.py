from torch import nn


class Layer(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.linear = nn.Linear(size, size)
        self.norm = nn.LayerNorm(size)

    def forward(self, x, scale=None):
        y = self.norm(self.linear(x))
        if scale is not None:
            y = y * scale
        if y.dim() > 2:
            y = y.flatten(1)
        return x + y


class Generator(nn.Module):
    def __init__(self, size, depth):
        super().__init__()
        self.layers = nn.ModuleList([Layer(size) for _ in range(depth)])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


class Critic(nn.Module):
    def __init__(self, size, depth):
        super().__init__()
        self.layers = nn.ModuleList([Layer(size) for _ in range(depth)])

    def forward(self, x, fixed=False):
        for layer in self.layers:
            x = layer(x)
        return x
