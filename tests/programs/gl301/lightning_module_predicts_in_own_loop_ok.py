"""Lightning runs backward, steps and validates without grad by itself, and the prediction loop outside of it enters no_grad."""

import sys
import types

import torch

lightning = types.ModuleType("lightning")
exec(
    """
import torch

class LightningModule(torch.nn.Module):
    def log(self, name, value):
        pass

class Trainer:
    def __init__(self, max_epochs):
        self.max_epochs = max_epochs
    def fit(self, model, train, valid):
        optimizer = model.configure_optimizers()
        for _ in range(self.max_epochs):
            for number, batch in enumerate(train):
                loss = model.training_step(batch, number)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            model.on_train_epoch_end()
            model.eval()
            with torch.no_grad():
                for number, batch in enumerate(valid):
                    model.validation_step(batch, number)
                model.on_validation_epoch_end()
            model.train()
""",
    lightning.__dict__,
)
sys.modules["lightning"] = lightning
import lightning as L


class Classifier(L.LightningModule):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(4, 2)
        self.training_losses, self.validation_losses = [], []

    def forward(self, x):
        return self.layer(x)

    def training_step(self, batch, batch_idx):
        x, y = batch
        loss = torch.nn.functional.cross_entropy(self(x), y)
        self.training_losses.append(loss.detach())
        self.log("train_loss", loss)
        return loss

    def on_train_epoch_end(self):
        self.log("epoch_loss", torch.stack(self.training_losses).mean())

    def validation_step(self, batch, batch_idx):
        x, y = batch
        loss = torch.nn.functional.cross_entropy(self(x), y)
        self.validation_losses.append(loss)

    def on_validation_epoch_end(self):
        self.log("val_loss", torch.stack(self.validation_losses).mean())

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.1)


data = [(torch.randn(5, 4), torch.randint(0, 2, (5,))) for _ in range(3)]
model = Classifier()
L.Trainer(max_epochs=2).fit(model, data, data)
model.eval()
answers = []
with torch.no_grad():
    for x, _ in data:
        answers.append(model(x))
print(torch.cat(answers).argmax(dim=1))
