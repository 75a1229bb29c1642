"""The architecture's gradients come through an unrolled copy and are written to .grad by hand, where the optimizer uses them."""

import copy

import torch


class Cell(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = torch.nn.Linear(3, 1), torch.nn.Linear(3, 1)
        self.alpha = torch.zeros(2, requires_grad=True)

    def arch_parameters(self):
        return [self.alpha]

    def new(self):
        other = Cell()
        other.load_state_dict(copy.deepcopy(self.state_dict()))
        other.alpha.data.copy_(self.alpha.data)
        return other

    def forward(self, x):
        weights = self.alpha.softmax(0)
        return weights[0] * self.a(x) + weights[1] * self.b(x)

    def _loss(self, x, y):
        return (self(x) - y).pow(2).mean()


def _concat(xs):
    return torch.cat([x.view(-1) for x in xs])


class Architect:
    def __init__(self, model, rate):
        self.model, self.rate = model, rate
        self.optimizer = torch.optim.Adam(self.model.arch_parameters(), lr=0.1)

    def _compute_unrolled_model(self, x, y):
        loss = self.model._loss(x, y)
        theta = _concat(self.model.parameters()).data
        dtheta = _concat(torch.autograd.grad(loss, self.model.parameters())).data + 1e-3 * theta
        return self._construct_model_from_theta(theta.sub(dtheta, alpha=self.rate))

    def _construct_model_from_theta(self, theta):
        model_new = self.model.new()
        offset, params = 0, {}
        for name, value in self.model.named_parameters():
            size = value.numel()
            params[name] = theta[offset : offset + size].view(value.size())
            offset += size
        model_new.load_state_dict(params)
        return model_new

    def step(self, train, valid, unrolled):
        self.optimizer.zero_grad()
        if unrolled:
            self._backward_step_unrolled(train, valid)
        else:
            self._backward_step(valid)
        self.optimizer.step()

    def _backward_step(self, valid):
        self.model._loss(*valid).backward()

    def _backward_step_unrolled(self, train, valid):
        unrolled_model = self._compute_unrolled_model(*train)
        unrolled_model._loss(*valid).backward()
        for v, u in zip(self.model.arch_parameters(), unrolled_model.arch_parameters()):
            if v.grad is None:
                v.grad = u.grad.data.clone()
            else:
                v.grad.data.copy_(u.grad.data)


architect = Architect(Cell(), 0.1)
for turn in range(4):
    batches = [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(2)]
    architect.step(*batches, unrolled=turn % 2 == 0)
