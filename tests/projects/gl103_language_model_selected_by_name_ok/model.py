from torch import nn


class Recurrent(nn.Module):
    def __init__(self, cell, size):
        super().__init__()
        self.encoder = nn.Embedding(size, 4)
        if cell in ("LSTM", "GRU"):
            self.rnn = getattr(nn, cell)(4, 4)
        else:
            self.rnn = nn.RNN(4, 4, nonlinearity={"TANH": "tanh", "RELU": "relu"}[cell])
        self.decoder = nn.Linear(4, size)

    def forward(self, words, hidden):
        output, hidden = self.rnn(self.encoder(words), hidden)
        return self.decoder(output), hidden
