"""Methods that Lightning and transformers call, where a project imports the base class through a module of its own."""

import torch
from somewhere import Callback, LightningModule, Seq2SeqTrainer, Trainer


class ModuleValidationStep(LightningModule):
    def validation_step(self, batch):
        self.net.eval()
        for x in self.data:
            print(self.net(x))


class ModuleTestStep(LightningModule):
    def test_step(self, batch):
        self.net.eval()
        for x in self.data:
            print(self.net(x))


class ModulePredictStep(LightningModule):
    def predict_step(self, batch):
        self.net.eval()
        for x in self.data:
            print(self.net(x))


class ModuleOnValidationBatchEnd(LightningModule):
    def on_validation_batch_end(self, batch):
        self.net.eval()
        for x in self.data:
            print(self.net(x))


class ModuleOnTestBatchEnd(LightningModule):
    def on_test_batch_end(self, batch):
        self.net.eval()
        for x in self.data:
            print(self.net(x))


class ModuleOnPredictBatchEnd(LightningModule):
    def on_predict_batch_end(self, batch):
        self.net.eval()
        for x in self.data:
            print(self.net(x))


class CallbackOnValidationBatchEnd(Callback):
    def on_validation_batch_end(self, batch):
        self.net.eval()
        for x in self.data:
            print(self.net(x))


class CallbackOnTestBatchEnd(Callback):
    def on_test_batch_end(self, batch):
        self.net.eval()
        for x in self.data:
            print(self.net(x))


class CallbackOnPredictBatchEnd(Callback):
    def on_predict_batch_end(self, batch):
        self.net.eval()
        for x in self.data:
            print(self.net(x))


class TrainerPredictionStep(Trainer):
    def prediction_step(self, batch):
        self.net.eval()
        for x in self.data:
            print(self.net(x))


class TrainerEvaluate(Trainer):
    def evaluate(self, batch):
        self.net.eval()
        for x in self.data:
            print(self.net(x))


class TrainerPredict(Trainer):
    def predict(self, batch):
        self.net.eval()
        for x in self.data:
            print(self.net(x))


class TrainerEvaluationLoop(Trainer):
    def evaluation_loop(self, batch):
        self.net.eval()
        for x in self.data:
            print(self.net(x))


class TrainerPredictionLoop(Trainer):
    def prediction_loop(self, batch):
        self.net.eval()
        for x in self.data:
            print(self.net(x))


class TrainerComputeLossEval(Trainer):
    def compute_loss_eval(self, batch):
        self.net.eval()
        for x in self.data:
            print(self.net(x))


class SequencePredictionStep(Seq2SeqTrainer):
    def prediction_step(self, batch):
        self.net.eval()
        for x in self.data:
            print(self.net(x))


class SequenceEvaluate(Seq2SeqTrainer):
    def evaluate(self, batch):
        self.net.eval()
        for x in self.data:
            print(self.net(x))


class SequencePredict(Seq2SeqTrainer):
    def predict(self, batch):
        self.net.eval()
        for x in self.data:
            print(self.net(x))


class ModuleOther(LightningModule):
    def show(self, batch):
        self.net.eval()
        for x in self.data:
            print(self.net(x))  # ! GL301


class ModuleTraining(LightningModule):
    def __init__(self):
        super().__init__()
        self.net = torch.nn.Linear(3, 1)
        self.total_module_training = 0

    def training_step(self, batch):
        self.total_module_training += self.net(torch.ones(3)).sum()  # ! GL202


class TrainerLoss(Trainer):
    total_trainer_loss = 0

    def compute_loss(self, model, inputs, return_outputs=False):
        loss = model(inputs).sum()
        self.total_trainer_loss += loss  # ! GL202
        return loss


class TrainerLossAsNumber(Trainer):
    total_trainer_loss_as_number = 0

    def compute_loss(self, model, inputs, return_outputs=False):
        loss = model(inputs).sum()
        self.total_trainer_loss_as_number += loss.item()
        return loss


class TrainerStep(Trainer):
    total_trainer_step = 0

    def training_step(self, model, inputs, return_outputs=False):
        loss = model(inputs).sum()
        self.total_trainer_step += loss  # ! GL202
        return loss


class SequenceLoss(Seq2SeqTrainer):
    total_sequence_loss = 0

    def compute_loss(self, model, inputs, return_outputs=False):
        loss = model(inputs).sum()
        self.total_sequence_loss += loss  # ! GL202
        return loss


class SequenceStep(Seq2SeqTrainer):
    total_sequence_step = 0

    def training_step(self, model, inputs, return_outputs=False):
        loss = model(inputs).sum()
        self.total_sequence_step += loss  # ! GL202
        return loss
