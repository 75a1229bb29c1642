"""Two methods pass the keywords on to Variable, and the prediction runs under no_grad."""

import torch
from torch import nn
from torch.autograd import Variable


class Predictor:
    def __init__(self, net):
        self.net = net

    def _wrap(self, array, **options):
        return Variable(torch.tensor(array), **options)

    def _batch(self, rows, **options):
        return self._wrap([[float(value) for value in row] for row in rows], **options)

    def predict(self, rows):
        self.net.eval()
        chosen = []
        for row in rows:
            with torch.no_grad():
                chosen.append(self.net(self._batch([row])).argmax(1).item())
        return chosen

    def fit(self, rows, optimizer):
        for row in rows:
            loss = self.net(self._batch([row])).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


net = nn.Linear(3, 2)
predictor = Predictor(net)
predictor.fit([[1, 2, 3]] * 3, torch.optim.SGD(net.parameters(), lr=0.1))
print(predictor.predict([[1, 2, 3], [4, 5, 6]]))
