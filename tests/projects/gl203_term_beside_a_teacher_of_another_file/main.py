import torch
from teachers import Teacher

student, teacher = torch.nn.Linear(4, 2), Teacher()
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
gaps = []
for x in torch.randn(4, 6, 4):
    guess = student(x)
    gaps.append((guess - teacher.targets(x)).abs().mean())  # ! GL203
    optimizer.zero_grad()
    guess.pow(2).mean().backward()
    optimizer.step()
print(max(gap.item() for gap in gaps))
