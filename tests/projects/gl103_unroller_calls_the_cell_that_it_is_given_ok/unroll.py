"""The unroller of another file applies the cell that it is given."""


class Unroller:
    def __init__(self, steps):
        self.steps = steps

    def run(self, cell, state):
        for _ in range(self.steps):
            state = cell(state)
        return state
