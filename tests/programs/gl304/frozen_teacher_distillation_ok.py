"""The teacher is frozen and builds no graph, and the running loss is summed detached."""

import torch
import torch.nn.functional as F
from torch import nn


def kd_loss(s, t, y, T=4.0, alpha=0.7):
    soft = F.kl_div(F.log_softmax(s / T, 1), F.softmax(t / T, 1), reduction="batchmean") * T * T
    return alpha * soft + (1 - alpha) * F.cross_entropy(s, y)


class Distiller:
    def __init__(self, teacher, student, lr):
        self.teacher = teacher.eval()
        for p in self.teacher.parameters():
            p.requires_grad_(False)
        self.student = student
        self.optimizer = torch.optim.SGD(student.parameters(), lr=lr, weight_decay=5e-4)
        self.scheduler = torch.optim.lr_scheduler.MultiStepLR(self.optimizer, [2, 3])

    def fit(self, data, epochs):
        history = []
        for _ in range(epochs):
            running = 0.0
            for x, y in data:
                t = self.teacher(x)
                loss = kd_loss(self.student(x), t, y)
                self.optimizer.zero_grad()
                loss.backward()
                self.optimizer.step()
                running += loss.detach()
            self.scheduler.step()
            history.append((running / len(data)).item())
        return history


batches = [(torch.randn(6, 5), torch.randint(0, 4, (6,))) for _ in range(3)]
big = nn.Sequential(nn.Linear(5, 64), nn.ReLU(), nn.Linear(64, 4))
print(Distiller(big, nn.Linear(5, 4), 0.05).fit(batches, 4))
