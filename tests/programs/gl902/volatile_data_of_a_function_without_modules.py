"""The argument of a function that only rearranges data: the keyword has no effect, and no graph is built."""

import torch
from torch.autograd import Variable


def group(scores):
    scores = Variable(torch.as_tensor(scores), volatile=True)  # ! GL902
    return scores.view(-1).topk(2)


print(group([[0.1, 0.4], [0.2, 0.3]]))
