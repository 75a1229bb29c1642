from torch import nn


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.image, self.mask = nn.Linear(2, 4), nn.Linear(2, 4)

    def forward(self, noise):
        return {"image": self.image(noise), "mask": self.mask(noise)}
