# A generic trainer calls backward twice on the same loss.
import torch
from torch import nn

type Batch[T] = tuple[T, T]


class Trainer[M: nn.Module]:
    def __init__(self, model: M) -> None:
        self.model = model

    def step[T: torch.Tensor](self, batch: Batch[T]) -> T:
        inputs, targets = batch
        loss = ((self.model(inputs) - targets) ** 2).mean()
        loss.backward()
        loss.backward()  # ! GL101
        return loss


def train[M: nn.Module, *Ts, **P](model: M, *extra: *Ts) -> M:
    Trainer(model).step((torch.ones(2, 3), torch.zeros(2, 1)))
    return model


train(nn.Linear(3, 1))
