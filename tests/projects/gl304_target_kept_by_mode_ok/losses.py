"""A distance of two networks that either trains both or only the first, by its mode."""
import torch


def backpropagate(student, teacher, inputs, mode):
    target = teacher(inputs)
    if mode == "mutual":
        loss = (student(inputs) - target).pow(2).mean()
    else:
        loss = (student(inputs) - target.detach()).pow(2).mean()
    loss.backward()
    return loss.item()
