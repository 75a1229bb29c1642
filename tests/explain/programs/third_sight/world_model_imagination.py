"""Imagined states continue from the states of the model's own loss."""
import torch
from vendorlib import make_cell, make_model


class Dreamer:
    def __init__(self):
        self.cell, self.reward = make_cell(3, 5), make_model(5, 1)
        self.model_opt = torch.optim.Adam(self.cell.parameters())

    def observe(self, frames):
        state, states = torch.zeros(2, 5), []
        for frame in frames:
            state = self.cell(frame, state)  # <- built
            states.append(state)
        return states

    def train(self, frames):
        states = self.observe(frames)
        model_loss = torch.stack(states).pow(2).mean()
        model_loss.backward()  # <- freed
        imagined = self.reward(states[-1])
        (-imagined.mean()).backward()  # <- raised


Dreamer().train(torch.randn(4, 2, 3))
