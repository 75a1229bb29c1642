"""The gradients zeroed between backward and step are those of the other network, which the step does not use."""
import torch
from torch import nn

adapter = nn.Linear(3, 4)
judge = nn.Linear(4, 1)
adapter_optimizer = torch.optim.SGD(adapter.parameters(), lr=0.1)
judge_optimizer = torch.optim.SGD(judge.parameters(), lr=0.1)
for batch, real in zip(torch.randn(3, 5, 3), torch.randn(3, 5, 4)):
    adapter_optimizer.zero_grad()
    made = adapter(batch)
    (-judge(made)).mean().backward()
    judge_optimizer.zero_grad()
    adapter_optimizer.step()
    (judge(made.detach()).mean() - judge(real).mean()).backward()
    judge_optimizer.step()
