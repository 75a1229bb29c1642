"""Each step but the first gets a sample of the output before it; the loss uses all outputs but the first."""

import torch
from torch import nn

cell, head = nn.GRUCell(3, 4), nn.Linear(4, 3)
optimizer = torch.optim.Adam([*cell.parameters(), *head.parameters()], lr=1e-3)
for _ in range(3):
    targets = torch.randint(0, 3, (8, 6))
    state, answers = torch.zeros(8, 4), []
    for place in range(targets.size(1) + 1):
        fed = torch.zeros(8, 3)
        if answers:
            drawn = torch.multinomial(answers[-1].detach().exp(), 1)
            fed.scatter_(1, drawn, 1.0)
        state = cell(fed, state)
        answers.append(head(state).log_softmax(dim=1))
    scores = torch.stack([answer for answer in answers[1:]], dim=2)
    loss = nn.functional.nll_loss(scores, targets)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
