"""Style transfer by LBFGS: the targets are made once without graph, and each closure builds its own."""

import torch
import torch.nn.functional as F
from torch import nn


def gram(features):
    batch, channels, height, width = features.size()
    flat = features.view(batch * channels, height * width)
    return flat @ flat.t() / flat.numel()


class ContentLoss(nn.Module):
    def __init__(self, target):
        super().__init__()
        self.target = target.detach()
        self.loss = F.mse_loss(self.target, self.target)

    def forward(self, features):
        self.loss = F.mse_loss(features, self.target)
        return features


class StyleLoss(nn.Module):
    def __init__(self, target):
        super().__init__()
        self.target = gram(target).detach()
        self.loss = F.mse_loss(self.target, self.target)

    def forward(self, features):
        self.loss = F.mse_loss(gram(features), self.target)
        return features


def build(network, style, content):
    model, styles, contents = nn.Sequential(), [], []
    for number, layer in enumerate(network.children()):
        if isinstance(layer, nn.ReLU):
            layer = nn.ReLU(inplace=False)
        model.add_module(str(number), layer)
        if isinstance(layer, nn.Conv2d):
            contents.append(ContentLoss(model(content)))
            model.add_module(f"content {number}", contents[-1])
            styles.append(StyleLoss(model(style)))
            model.add_module(f"style {number}", styles[-1])
    return model.eval().requires_grad_(False), styles, contents


def run(network, content, style, picture, rounds=6, style_weight=1e3):
    model, styles, contents = build(network, style, content)
    picture.requires_grad_(True)
    optimizer = torch.optim.LBFGS([picture], max_iter=3)
    count = [0]
    while count[0] <= rounds:

        def closure():
            with torch.no_grad():
                picture.clamp_(0, 1)
            optimizer.zero_grad()
            model(picture)
            loss = style_weight * sum(style.loss for style in styles) + sum(content.loss for content in contents)
            loss.backward()
            count[0] += 1
            return loss

        optimizer.step(closure)
    return picture.detach().clamp(0, 1)


vgg = nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU(inplace=True), nn.Conv2d(4, 4, 3), nn.ReLU(inplace=True)).requires_grad_(False)
content, style = torch.rand(1, 3, 8, 8), torch.rand(1, 3, 8, 8)
print(run(vgg, content, style, content.clone()).mean().item())
