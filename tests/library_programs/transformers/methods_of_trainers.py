"""transformers: training steps run for each batch; other methods set their grad mode themselves."""

import torch
from transformers import Seq2SeqTrainer, Trainer, add_start_docstrings, get_scheduler


class Step(Trainer):
    total_step = 0

    def training_step(self, model, inputs, return_outputs=False):
        loss = model(inputs).sum()
        self.total_step += loss  # ! GL202
        return loss


class StepAsNumber(Trainer):
    total_step_as_number = 0

    def training_step(self, model, inputs, return_outputs=False):
        loss = model(inputs).sum()
        self.total_step_as_number += loss.item()
        return loss


class SequenceLoss(Seq2SeqTrainer):
    total_sequence_loss = 0

    def compute_loss(self, model, inputs, return_outputs=False):
        loss = model(inputs).sum()
        self.total_sequence_loss += loss  # ! GL202
        return loss


class SequencePrediction(Seq2SeqTrainer):
    total_sequence_prediction = 0

    def prediction_step(self, model, inputs, return_outputs=False):
        loss = model(inputs).sum()
        self.total_sequence_prediction += loss  # ! GL202
        return loss


class Predicting(Trainer):
    def predict(self, batch):
        self.net.eval()
        for x in self.data:
            print(self.net(x))  # ! GL301


class Looping(Trainer):
    def evaluation_loop(self, batch):
        self.net.eval()
        for x in self.data:
            print(self.net(x))  # ! GL301


class LoopingAgain(Trainer):
    def prediction_loop(self, batch):
        self.net.eval()
        for x in self.data:
            print(self.net(x))  # ! GL301


class Evaluating(Seq2SeqTrainer):
    def evaluate(self, batch):
        self.net.eval()
        for x in self.data:
            print(self.net(x))  # ! GL301


class SequencePredicting(Seq2SeqTrainer):
    def predict(self, batch):
        self.net.eval()
        for x in self.data:
            print(self.net(x))  # ! GL301


@add_start_docstrings("text")
def documented(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))  # ! GL301


@add_start_docstrings("text")
@torch.no_grad()
def documented_without_grad(loader):
    model = torch.nn.Linear(3, 1)
    model.eval()
    for x in loader:
        print(model(x))


def passed_to_get_scheduler(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    for x in loader:
        optimizer.zero_grad()
        loss = model(x).pow(2).sum()
        get_scheduler("cosine", loss)
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()
