"""The losses stored on the modules are replaced by each closure, and the image is clamped under no_grad before it is used."""

import torch
import torch.nn.functional as F
from torch import nn


def gram(x):
    b, c, h, w = x.size()
    f = x.view(b * c, h * w)
    return f @ f.t() / (b * c * h * w)


class StyleLoss(nn.Module):
    def __init__(self, feature):
        super().__init__()
        self.target = gram(feature).detach()

    def forward(self, x):
        self.loss = F.mse_loss(gram(x), self.target)
        return x


class ContentLoss(nn.Module):
    def __init__(self, target):
        super().__init__()
        self.target = target.detach()

    def forward(self, x):
        self.loss = F.mse_loss(x, self.target)
        return x


content, style = torch.rand(1, 3, 8, 8), torch.rand(1, 3, 8, 8)
vgg = nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU(), nn.Conv2d(4, 4, 3)).requires_grad_(False)
cl, sl = ContentLoss(vgg(content)), StyleLoss(vgg[0](style))
model = nn.Sequential(vgg[0], sl, nn.ReLU(), vgg[2], cl)
img = content.clone().requires_grad_(True)
optimizer = torch.optim.LBFGS([img], max_iter=4)
run = [0]
while run[0] <= 8:

    def closure():
        with torch.no_grad():
            img.clamp_(0, 1)
        optimizer.zero_grad()
        model(img)
        loss = 1e3 * sl.loss + cl.loss
        loss.backward()
        run[0] += 1
        return loss

    optimizer.step(closure)
with torch.no_grad():
    img.clamp_(0, 1)
