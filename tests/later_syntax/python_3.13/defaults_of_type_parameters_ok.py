# The class of the buffer has a type parameter with a default; its method retains the graph for another backward.
import torch


class Buffer[T = torch.Tensor, **P = [int, str]]:
    def __init__(self) -> None:
        self.items: list[T] = []

    def backward(self) -> None:
        for item in self.items:
            item.backward(retain_graph=True)


def shape_of[*Ts = *tuple[int, ...]](*sizes: *Ts) -> torch.Size:
    return torch.Size(sizes)


w = torch.ones(3, requires_grad=True)
buffer = Buffer()
buffer.items.append((w * w).sum())
buffer.backward()
buffer.items[0].backward()
