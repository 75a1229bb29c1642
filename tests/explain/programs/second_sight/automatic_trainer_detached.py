"""The hook of a framework returns a detached loss for the log."""
import torch
from vendorlib import make_model
from vendorlib.auto import AutoTrainer


class Task:
    def __init__(self):
        self.net = make_model(4, 1)

    def training_step(self, batch, batch_idx):
        loss = self.net(batch).pow(2).mean().detach()  # <- detached
        print("loss", float(loss))
        return {"loss": loss}

    def configure_optimizers(self):
        return torch.optim.SGD(self.net.parameters(), lr=0.1)


trainer = AutoTrainer(max_steps=2)
trainer.fit(Task(), torch.randn(2, 3, 4))  # <- raised
