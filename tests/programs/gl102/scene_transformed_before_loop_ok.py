"""Each refinement transforms the points by the angle as it is now."""

import math

import torch


class Scene:
    def __init__(self, points):
        self.points = points
        self.angle = torch.tensor(math.pi / 7, requires_grad=True)
        self.turned = self.turn()

    def turn(self):
        cosine, sine = torch.cos(self.angle), torch.sin(self.angle)
        rotation = torch.stack([torch.stack([cosine, -sine]), torch.stack([sine, cosine])])
        return self.points @ rotation


def render(points, pixels=8):
    grid = torch.linspace(-2, 2, pixels)
    return torch.exp(-(points[:, :1] - grid).pow(2)).sum(dim=0)


def refine(scene, target, optimizer):
    optimizer.zero_grad()
    error = (render(scene.turn()) - target).pow(2).mean()
    error.backward()
    optimizer.step()
    return float(error)


def main(rounds=4):
    scene = Scene(torch.randn(10, 2))
    target = render(torch.randn(10, 2))
    optimizer = torch.optim.Adam([scene.angle], lr=0.05)
    print([refine(scene, target, optimizer) for _ in range(rounds)])


if __name__ == "__main__":
    main()
