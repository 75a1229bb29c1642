"""A framework backpropagates what the hook returns; the state is kept on the module."""
import torch
from torch import nn
from vendorlib.auto import AutoTrainer


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(4, 6)
        self.hidden = torch.zeros(3, 6)

    def training_step(self, batch, batch_idx):
        self.hidden = self.cell(batch, self.hidden)  # <- built
        return self.hidden.pow(2).mean()

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)


def main():
    trainer = AutoTrainer(max_steps=3)
    trainer.fit(Recurrent(), torch.randn(3, 3, 4))  # <- raised, freed


main()
