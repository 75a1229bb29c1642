"""Two tasks fail in one group of exceptions."""
import torch


def first():
    raise ValueError("no data")


def second():
    weight = torch.randn(3, requires_grad=True)
    loss = weight.exp().sum()  # <- built
    loss.backward()  # <- freed
    loss.backward()  # <- raised


failed = []
for task in (first, second):
    try:
        task()
    except (ValueError, RuntimeError) as error:
        failed.append(error)
if failed:
    failed[0].add_note("of the first task")
    raise ExceptionGroup("tasks failed", failed)
