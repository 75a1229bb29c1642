from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        layers = [nn.Linear(6, 6), nn.Tanh(), nn.Linear(6, 6), nn.Tanh()]
        self.early, self.late = nn.Sequential(), nn.Sequential()
        for index in range(2):
            self.early.add_module(str(index), layers[index])
        for index in range(2, 4):
            self.late.add_module(str(index), layers[index])
        for parameter in self.parameters():
            parameter.requires_grad = False

    def forward(self, x):
        early = self.early(x)
        return early, self.late(early)
