"""A solver that does not belong to torch has a keyword of the same name."""

import torch


class Solver:
    def backward(self, system, retain_variables=False):
        solution = torch.linalg.solve_triangular(system, torch.ones(3, 1), upper=True)
        return (solution, system) if retain_variables else (solution, None)


solution, kept = Solver().backward(torch.eye(3) * 2, retain_variables=True)
print(solution.sum().item(), kept is not None)
