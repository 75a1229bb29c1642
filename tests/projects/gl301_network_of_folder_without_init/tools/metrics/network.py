from torch import nn


class Network(nn.Module):
    def __init__(self, trained=True):
        super().__init__()
        self.layer = nn.Linear(3, 2)
        for parameter in self.parameters():
            parameter.requires_grad = trained

    def forward(self, inputs):
        return self.layer(inputs).relu()
