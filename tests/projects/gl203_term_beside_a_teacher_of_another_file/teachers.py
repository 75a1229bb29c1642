import torch


class Teacher:
    def __init__(self):
        self.net = torch.nn.Linear(4, 2)
        self.net.eval()

    def targets(self, x):
        return self.net(x)  # ! GL301
