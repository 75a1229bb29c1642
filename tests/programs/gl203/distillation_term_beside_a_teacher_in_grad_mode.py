"""The stored term depends on the student, too: no_grad for the teacher alone would leave the student's graph in the list."""

import torch
from torch import nn

teacher, student = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)), nn.Linear(4, 2)
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
teacher.eval()
gaps = []
for x in torch.randn(5, 6, 4):
    guess, wanted = student(x), teacher(x)  # ! GL301
    gaps.append((guess - wanted).pow(2).mean())  # ! GL203
    optimizer.zero_grad()
    guess.pow(2).mean().backward()
    optimizer.step()
print(sum(gap.item() for gap in gaps) / len(gaps))
