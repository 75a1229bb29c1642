"""The network is run token by token, to compare with the output for the whole sequence: the steps are one forward pass."""

import torch
from torch import nn

lstm = nn.LSTM(input_size=3, hidden_size=4, batch_first=True)
sequence = torch.rand(2, 5, 3)
start = torch.zeros(1, 2, 4)
whole, _ = lstm(sequence, (start, start))

hidden, cell = torch.zeros(1, 2, 4), torch.zeros(1, 2, 4)
answers = []
for step in range(sequence.shape[1]):
    token = sequence[:, step, :].unsqueeze(1)
    answer, (hidden, cell) = lstm(token, (hidden, cell))
    answers.append(answer)
print(torch.allclose(whole, torch.cat(answers, 1), atol=1e-5))
